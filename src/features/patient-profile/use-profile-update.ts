import { useState } from 'react';
import { fromPromise } from 'xstate';
import { outcomeUnknown, type PatientProfileUpdate, wordsForFailure } from '@/contract';
import { toastDone } from '@/features/api/dashboard-toast';
import { operationActor, runOperation, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { isProfileComplete, profileUpdateMachine } from '@/machines/profile-update.machine';
import { updateOf } from './profile-values';

/**
 * Saving the profile: asked, confirmed, sent (SPEC §2, §8 "Patient profile").
 *
 * @param onSaved is called once the server has it
 */
export function useProfileUpdate(onSaved: () => void) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useFlow('profile-update', machine);
  useFlowEvents(actor, {
    saved: ({ answered }) => {
      if (!answered) toastDone('updatePatientProfile');
      onSaved();
    },
  });

  const { refusal, failure } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  return {
    problem: refusal ?? (busy ? null : wordsForFailure(failure)),
    /** What to know beside the problem. */
    unknown: snapshot.hasTag('outcome-unknown') ? outcomeUnknown.typed : null,
    asking: snapshot.hasTag('dialog'),
    busy,
    ask: (values: PatientProfileUpdate) => send({ type: 'UPDATE', values }),
    /** The machine refuses a profile with gaps in the words of SPEC §5; an impossible age only marks its field. */
    refuseGaps: (values: PatientProfileUpdate) => {
      if (!isProfileComplete(values)) send({ type: 'UPDATE', values });
    },
    confirm: () => send({ type: 'CONFIRM' }),
    cancel: () => send({ type: 'CANCEL' }),
  };
}

const connect = (store: Store) =>
  profileUpdateMachine.provide({
    actors: {
      updateProfile: operationActor(store, 'updatePatientProfile', (body) => ({ body })),
      readProfile: fromPromise(async () =>
        updateOf(await runOperation(store, 'fetchPatientProfile', undefined)),
      ),
    },
  });

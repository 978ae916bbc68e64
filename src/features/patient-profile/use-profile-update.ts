import { useState } from 'react';
import { type PatientProfileUpdate, wordsForFailure } from '@/contract';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { isProfileComplete, profileUpdateMachine } from '@/machines/profile-update.machine';

/**
 * Saving the profile: asked, confirmed, sent (SPEC §2, §8 "Patient profile").
 *
 * @param onSaved is called once the server has it
 */
export function useProfileUpdate(onSaved: () => void) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useFlow('profile-update', machine);
  useFlowEvents(actor, 'saving a profile', { saved: onSaved });

  const { refusal, failure } = snapshot.context;
  return {
    problem: refusal ?? wordsForFailure(failure),
    asking: snapshot.hasTag('dialog'),
    busy: snapshot.hasTag('busy'),
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
    actors: { updateProfile: operationActor(store, 'updatePatientProfile', (body) => ({ body })) },
  });

import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { type PatientProfileUpdate, wordsForFailure } from '@/contract';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import { isProfileComplete, profileUpdateMachine } from '@/machines/profile-update.machine';
import { inspection } from '@/shared/inspection';
import { report } from '@/shared/report';
import { toast } from '@/shared/ui/toast';

/**
 * Saving the profile: asked, confirmed, sent (SPEC §2, §8 "Patient profile").
 *
 * @param onSaved is called once the server has it
 */
export function useProfileUpdate(onSaved: () => void) {
  const store = useApiStore();
  const [machine] = useState(() =>
    profileUpdateMachine.provide({
      actors: {
        updateProfile: operationActor(store, 'updatePatientProfile', (body: PatientProfileUpdate) => ({
          body,
        })),
      },
    }),
  );
  const [snapshot, send, actor] = useMachine(machine, { ...inspection });
  const saved = useRef(onSaved);
  useEffect(() => {
    saved.current = onSaved;
  });
  useEffect(() => {
    const subscriptions = [
      actor.on('saved', () => saved.current()),
      actor.on('refused', ({ message }) => toast(message, { tone: 'error', position: 'top-center' })),
      actor.on('defect', ({ error }) =>
        report('saving a profile ended in a defect', { error: String(error) }),
      ),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [actor]);

  const { refusal, failure } = snapshot.context;
  return {
    problem: refusal ?? (failure === null ? null : wordsForFailure(failure)),
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

import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { invitationMachine } from '@/machines/invitation.machine';
import { inspection } from '@/shared/inspection';
import { report } from '@/shared/report';
import { toast } from '@/shared/ui/toast';

/**
 * The invitation machine, connected to the API and to the toast for what is refused before any call.
 *
 * @param onSent called when the invitation is on its way; keep it stable
 */
export function useInvitation(onSent: () => void) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useMachine(machine, { ...inspection });
  useEffect(() => {
    const subscriptions = [
      actor.on('sent', onSent),
      actor.on('refused', ({ message }) => toast(message, { tone: 'error', position: 'top-center' })),
      actor.on('defect', ({ error }) => report('inviting ended in a defect', { error: String(error) })),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [actor, onSent]);
  return { snapshot, send };
}

const connect = (store: Store) =>
  invitationMachine.provide({
    actors: { sendInvitation: operationActor(store, 'sendInvitation', (body) => ({ body })) },
  });

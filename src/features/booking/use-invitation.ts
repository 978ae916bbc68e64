import { useState } from 'react';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { invitationMachine } from '@/machines/invitation.machine';

/**
 * The invitation machine, connected to the API and to the toast for what is refused before any call.
 *
 * @param onSent called when the invitation is on its way
 */
export function useInvitation(onSent: () => void) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useFlow('invitation', machine);
  useFlowEvents(actor, 'inviting', { sent: onSent });
  return { snapshot, send };
}

const connect = (store: Store) =>
  invitationMachine.provide({
    actors: { sendInvitation: operationActor(store, 'sendInvitation', (body) => ({ body })) },
  });

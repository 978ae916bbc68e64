import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { chatMachine } from '@/machines/chat.machine';
import { inspection } from '@/shared/inspection';

/** The chat machine, connected to the chat host. A call that fails is logged with all other calls, and nothing more. */
export function useChat() {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useMachine(machine, { ...inspection });
  useFlowEvents(actor, 'the chat');
  return { snapshot, send };
}

const connect = (store: Store) =>
  chatMachine.provide({
    actors: { sendMessage: operationActor(store, 'sendChatMessage', (body) => ({ body })) },
  });

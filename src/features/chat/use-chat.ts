import { useState } from 'react';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { chatMachine } from '@/machines/chat.machine';

/** The chat machine, connected to the chat host. A call that fails is logged with all other calls, and nothing more. */
export function useChat() {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send] = useFlow('chat', machine);
  return { snapshot, send };
}

const connect = (store: Store) =>
  chatMachine.provide({
    actors: { sendMessage: operationActor(store, 'sendChatMessage', (body) => ({ body })) },
  });

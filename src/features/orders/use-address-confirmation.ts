import { useState } from 'react';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { addressConfirmationMachine } from '@/machines/address-confirmation.machine';
import { announce } from '@/ui/feedback/announce';
import { fixed } from './strings';

/** The address-confirmation machine, connected to the API. */
export function useAddressConfirmation(token: string) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useFlow('address-confirmation', machine, { token });
  useFlowEvents(actor, { confirmed: () => announce(fixed.confirmation.confirmed) });
  return { snapshot, send };
}

const connect = (store: Store) =>
  addressConfirmationMachine.provide({
    actors: { confirmAddress: operationActor(store, 'confirmAddress', (body) => ({ body })) },
  });

import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { addressConfirmationMachine } from '@/machines/address-confirmation.machine';
import { inspection } from '@/shared/inspection';
import { announce } from '@/shared/ui/announce';
import { fixed } from './strings';

/** The address-confirmation machine, connected to the API. */
export function useAddressConfirmation(token: string) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useMachine(machine, { ...inspection, input: { token } });
  useFlowEvents(actor, 'confirming an address', { confirmed: () => announce(fixed.confirmation.confirmed) });
  return { snapshot, send };
}

const connect = (store: Store) =>
  addressConfirmationMachine.provide({
    actors: { confirmAddress: operationActor(store, 'confirmAddress', (body) => ({ body })) },
  });

import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { addressConfirmationMachine } from '@/machines/address-confirmation.machine';
import { inspection } from '@/shared/inspection';
import { report } from '@/shared/report';
import { announce } from '@/shared/ui/announce';

/** The address-confirmation machine, connected to the API. */
export function useAddressConfirmation(token: string) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useMachine(machine, { ...inspection, input: { token } });
  useEffect(() => {
    const subscriptions = [
      actor.on('confirmed', () => announce('Address Confirmed')),
      actor.on('defect', ({ error }) => report('confirming ended in a defect', { error: String(error) })),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [actor]);
  return { snapshot, send };
}

const connect = (store: Store) =>
  addressConfirmationMachine.provide({
    actors: { confirmAddress: operationActor(store, 'confirmAddress', (body) => ({ body })) },
  });

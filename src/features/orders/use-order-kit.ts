import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { PatientId } from '@/contract';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { orderKitMachine } from '@/machines/order-kit.machine';
import { inspection } from '@/shared/inspection';
import { report } from '@/shared/report';
import { toast } from '@/shared/ui/toast';

interface OrderKitOptions {
  readonly patientId: PatientId;
  /** Whether the clinic has both its card and its lab. */
  readonly canOrder: boolean;
  readonly onPlaced: () => void;
}

/** The order-kit machine, connected to the API and to the toasts for what is refused before any call. */
export function useOrderKit({ patientId, canOrder, onPlaced }: OrderKitOptions) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useMachine(machine, { ...inspection, input: { patientId, canOrder } });

  useEffect(() => send({ type: 'BILLING_CHANGED', canOrder }), [send, canOrder]);
  useEffect(() => {
    const subscriptions = [
      actor.on('placed', onPlaced),
      actor.on('refused', ({ message }) => toast(message, { tone: 'error', position: 'top-center' })),
      actor.on('defect', ({ error }) => report('ordering ended in a defect', { error: String(error) })),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [actor, onPlaced]);
  return { snapshot, send };
}

const connect = (store: Store) =>
  orderKitMachine.provide({
    actors: { placeOrder: operationActor(store, 'requestAddressConfirmation', (body) => ({ body })) },
  });

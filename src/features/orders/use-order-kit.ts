import { useEffect, useState } from 'react';
import type { PatientId } from '@/contract';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import { perSignIn } from '@/features/api/per-sign-in';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { useFlowEnd, useFlowEvents } from '@/features/api/use-flow-events';
import { orderKitMachine } from '@/machines/order-kit.machine';

interface OrderKitOptions {
  readonly patientId: PatientId;
  /** Whether the clinic has both its card and its lab. */
  readonly canOrder: boolean;
  readonly onPlaced: () => void;
}

/** Patients whose order got no answer: another dialog knows of it, too. */
const unansweredOrders = perSignIn(() => new Set<PatientId>());

/** The order-kit machine, connected to the API and to the toasts for what is refused before any call. */
export function useOrderKit({ patientId, canOrder, onPlaced }: OrderKitOptions) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [unanswered] = useState(() => unansweredOrders(store));
  const input = { patientId, canOrder, unanswered: unanswered.has(patientId) };
  const [snapshot, send, actor] = useFlow('order-kit', machine, input);

  useEffect(() => send({ type: 'BILLING_CHANGED', canOrder }), [send, canOrder]);
  useFlowEvents(actor, { unanswered: () => unanswered.add(patientId) });
  useFlowEnd(actor, ({ placedBefore, message }) => {
    unanswered.delete(patientId);
    // The answer that says so is a rejection, and not every status has a message of its own in SPEC §8.
    if (placedBefore && message !== null) dashboardToast(message, { tone: 'success' });
    onPlaced();
  });
  return { snapshot, send };
}

const connect = (store: Store) =>
  orderKitMachine.provide({
    actors: { placeOrder: operationActor(store, 'requestAddressConfirmation', (body) => ({ body })) },
  });

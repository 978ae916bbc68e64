import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { operationActor } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow, useFlowEnd } from '@/features/api/use-flow';
import { type PaymentReturnInput, paymentReturnMachine } from '@/machines/payment-return.machine';
import { announce } from '@/ui/feedback/announce';
import { toast } from '@/ui/feedback/toast';

/** The payment-return machine, connected to the URL, the API and the router. */
export function usePaymentReturn(outcome: PaymentReturnInput['outcome']) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [snapshot, send, actor] = useFlow('payment-return', connect, {
    outcome,
    sessionId: search.get('session_id'),
  });

  useFlowEnd(actor, ({ goesHome, message: missing }) => {
    if (!goesHome) return;
    if (missing !== null) toast(missing, { tone: 'error' });
    navigate('/', { replace: true });
  });

  useEffect(() => {
    // StrictMode mounts twice; after a microtask only the remaining mount makes the call.
    let stays = true;
    queueMicrotask(() => {
      if (stays) send({ type: 'START' });
    });
    return () => {
      stays = false;
    };
  }, [send]);

  const { message } = snapshot.context;
  useEffect(() => {
    if (message !== null) announce(message);
  }, [message]);
  return { snapshot, send };
}

const connect = (store: Store) =>
  paymentReturnMachine.provide({
    actors: {
      verifySession: operationActor(store, 'verifyPaymentSession', ({ sessionId }) => ({
        query: { session_id: sessionId },
      })),
    },
  });

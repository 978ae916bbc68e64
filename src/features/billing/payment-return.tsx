import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { operationActor } from '@/app/operation-actor';
import type { Store } from '@/app/store';
import { useFlow, useFlowEnd } from '@/app/use-flow';
import { failureMessage } from '@/contract';
import { type PaymentReturnInput, paymentReturnMachine } from '@/machines/payment-return.machine';
import { announce } from '@/ui/feedback/announce';
import { Loading } from '@/ui/feedback/loading';
import { Problem } from '@/ui/feedback/notice';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/layout/links';
import { AuthLayout } from '@/ui/site/auth-layout';
import { strings } from './strings';

/** The payment-return machine, connected to the URL, the API and the router. */
function usePaymentReturn(outcome: PaymentReturnInput['outcome']) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [snapshot, send, actor] = useFlow('payment-return', connect, {
    outcome,
    sessionId: search.get('session_id'),
  });

  useFailuresInPlace(['verifyPaymentSession']);

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

interface PaymentSuccessProps {
  /** Called before the dashboard opens: it chooses the section. */
  onContinue?: () => void;
}

/** Return from the hosted checkout with a stored card (§2 "Payment success"). */
export function PaymentSuccess({ onContinue }: PaymentSuccessProps) {
  const { snapshot, send } = usePaymentReturn('success');
  const { message } = snapshot.context;
  if (snapshot.hasTag('loading'))
    return (
      <AuthLayout title={strings.success.checkingTitle} description={strings.success.checking} scene="kit">
        <Loading />
      </AuthLayout>
    );
  if (snapshot.hasTag('saved'))
    return (
      <AuthLayout title={message} description={strings.success.saved} scene="kit">
        <ButtonLink to="/dashboard" size="lg" onClick={onContinue}>
          {strings.success.toDashboard}
        </ButtonLink>
      </AuthLayout>
    );
  return (
    <AuthLayout title={message} description={strings.success.failed} scene="kit">
      <div className="grid gap-6">
        <Problem>{failureMessage(snapshot.context.failure)}</Problem>
        <div className="flex flex-wrap gap-3">
          {snapshot.can({ type: 'RETRY' }) ? (
            <Button
              size="lg"
              icon={<RotateCw aria-hidden="true" className="size-4" />}
              onClick={() => send({ type: 'RETRY' })}
            >
              {strings.success.retry}
            </Button>
          ) : null}
          <ButtonLink to="/dashboard" size="lg" variant="secondary">
            {strings.success.back}
          </ButtonLink>
        </div>
      </div>
    </AuthLayout>
  );
}

/** Return from the hosted checkout without a card (§2 "Payment cancelled"). */
export function PaymentCancel() {
  const { snapshot } = usePaymentReturn('cancel');
  const description = snapshot.hasTag('cancelled') ? strings.cancel.cancelled : strings.cancel.unknown;
  return (
    <AuthLayout title={snapshot.context.message} description={description} scene="kit">
      <ButtonLink to="/dashboard" size="lg">
        {strings.cancel.back}
      </ButtonLink>
    </AuthLayout>
  );
}

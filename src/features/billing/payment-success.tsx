import { RotateCw } from 'lucide-react';
import { AuthLayout } from '@/lib/site/auth-layout';
import { Loading } from '@/ui/feedback/loading';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/layout/links';
import { strings } from './strings';
import { usePaymentReturn } from './use-payment-return';

/** Return from the hosted checkout with a stored card (SPEC §2 "Payment success"). */
export function PaymentSuccess() {
  const { snapshot, send } = usePaymentReturn('success');
  const { message } = snapshot.context;
  if (snapshot.hasTag('loading'))
    return (
      <AuthLayout title={strings.success.checkingTitle} description={strings.success.checking}>
        <Loading />
      </AuthLayout>
    );
  if (snapshot.hasTag('saved'))
    return (
      <AuthLayout title={message} description={strings.success.saved}>
        <ButtonLink to="/dashboard" size="lg">
          {strings.success.toDashboard}
        </ButtonLink>
      </AuthLayout>
    );
  return (
    <AuthLayout title={message} description={strings.success.failed}>
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
    </AuthLayout>
  );
}

import { RotateCw } from 'lucide-react';
import { AuthLayout } from '@/shared/layout/auth-layout';
import { Button } from '@/shared/ui/button';
import { ButtonLink } from '@/shared/ui/button-link';
import { Loading } from '@/shared/ui/loading';
import { usePaymentReturn } from './use-payment-return';

/** Coming back from the hosted checkout with a stored card (SPEC §2 "Payment success"). */
export function PaymentSuccess() {
  const { snapshot, send } = usePaymentReturn('success');
  const { message } = snapshot.context;
  if (snapshot.hasTag('loading'))
    return (
      <AuthLayout title="Card details" description="We are checking with our card provider.">
        <Loading />
      </AuthLayout>
    );
  if (snapshot.hasTag('saved'))
    return (
      <AuthLayout
        title={message}
        description="Your card stays with our card provider; we never see its number."
      >
        <ButtonLink to="/dashboard" size="lg">
          Go to Dashboard
        </ButtonLink>
      </AuthLayout>
    );
  return (
    <AuthLayout title={message} description="Your card details may not have been saved.">
      <div className="flex flex-wrap gap-3">
        {snapshot.can({ type: 'RETRY' }) ? (
          <Button
            size="lg"
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            onClick={() => send({ type: 'RETRY' })}
          >
            Retry
          </Button>
        ) : null}
        <ButtonLink to="/dashboard" size="lg" variant="secondary">
          Back to Dashboard
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}

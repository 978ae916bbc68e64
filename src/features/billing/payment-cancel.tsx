import { AuthLayout } from '@/lib/site/auth-layout';
import { ButtonLink } from '@/ui/layout/links';
import { strings } from './strings';
import { usePaymentReturn } from './use-payment-return';

/** Return from the hosted checkout without a card (SPEC §2 "Payment cancelled"). */
export function PaymentCancel() {
  const { snapshot } = usePaymentReturn('cancel');
  const description = snapshot.hasTag('cancelled') ? strings.cancel.cancelled : strings.cancel.unknown;
  return (
    <AuthLayout title={snapshot.context.message} description={description}>
      <ButtonLink to="/dashboard" size="lg">
        {strings.cancel.back}
      </ButtonLink>
    </AuthLayout>
  );
}

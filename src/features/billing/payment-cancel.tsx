import { AuthLayout } from '@/shared/layout/auth-layout';
import { ButtonLink } from '@/shared/ui/button-link';
import { usePaymentReturn } from './use-payment-return';

/** Coming back from the hosted checkout without a card (SPEC §2 "Payment cancelled"). */
export function PaymentCancel() {
  const { snapshot } = usePaymentReturn('cancel');
  const description = snapshot.hasTag('cancelled')
    ? 'No card details were saved. You may try again whenever you like.'
    : 'We could not tell which checkout was cancelled.';
  return (
    <AuthLayout title={snapshot.context.message} description={description}>
      <ButtonLink to="/dashboard" size="lg">
        Back to Dashboard
      </ButtonLink>
    </AuthLayout>
  );
}

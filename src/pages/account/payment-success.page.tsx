import { PaymentSuccess } from '@/features/billing/payment-success';

/** SPEC §2 "Payment success". */
export function PaymentSuccessPage() {
  return <PaymentSuccess />;
}

import { PaymentCancel } from '@/features/billing/payment-cancel';

/** SPEC §2 "Payment cancelled". */
export function PaymentCancelPage() {
  return <PaymentCancel />;
}

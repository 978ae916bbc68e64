export { PaymentCancel as PaymentCancelPage } from '@/features/billing/payment-cancel';

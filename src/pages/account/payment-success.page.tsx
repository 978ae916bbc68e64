export { PaymentSuccess as PaymentSuccessPage } from '@/features/billing/payment-success';

import { silent, text } from '@kitwell/mock-engine/declaration';
import * as z from '@/contract/zod';
import { checkoutSessionId, checkoutSessionIdInAnswer } from './entities';
import { flagInAnswer, successInAnswer } from './fields';
import { everyFailure, operation } from './operation';

/** Card billing on the hosted checkout (§7, §8). */

const notVerified = text('Failed to verify payment session');
const errorVerifying = text('Error verifying payment session');

export const billingContract = {
  checkPaymentDetails: operation({
    operation: 'GET /payment/check-payment-details',
    auth: 'required',
    role: 'provider',
    host: 'api',
    ok: { status: 200, body: z.object({ hasPaymentDetails: flagInAnswer }) },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-center',
    reads: ['PaymentDetails'],
  }),
  verifyPaymentSession: operation({
    operation: 'GET /payment/payment-success',
    auth: 'none',
    host: 'api',
    query: z.object({ session_id: checkoutSessionId }),
    ok: { status: 200, body: z.object({ success: successInAnswer, message: z.optional(z.string()) }) },
    softFails: true,
    notices: { ok: silent, otherStatus: notVerified, noResponse: errorVerifying, thrown: errorVerifying },
    toasts: 'top-right',
    // The specification defines this as a GET, but it stores the card on the server, so cached card details are stale afterwards.
    writes: ['PaymentDetails'],
  }),
  createCheckoutSession: operation({
    operation: 'POST /payment/create-checkout-session',
    auth: 'required',
    role: 'provider',
    host: 'api',
    body: z.object({}),
    ok: { status: 200, body: z.object({ sessionId: checkoutSessionIdInAnswer }) },
    notices: { ok: silent, ...everyFailure(text('Failed to process payment!')) },
    toasts: 'top-center',
  }),
} as const;

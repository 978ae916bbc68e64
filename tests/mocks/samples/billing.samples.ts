import { distantFuture } from '@/mocks/conformance/sample-data';
import type { Samples } from '@/mocks/conformance/samples';

export const billingSamples = {
  checkPaymentDetails: {
    summary: 'Returns whether the clinic has stored a card',
    as: 'provider',
    answer: { hasPaymentDetails: true },
  },
  createCheckoutSession: {
    summary: 'Opens a hosted checkout to store a card',
    as: 'provider',
    request: { body: {} },
    answer: { sessionId: 'cs_test_qcm3bok9nkht16u13zxel2yfzmbxuoq7' },
  },
  verifyPaymentSession: {
    summary: 'Stores the card of a completed checkout',
    needs: ({ insert }) =>
      insert('checkouts', {
        session_id: 'cs_test_1234567',
        clinic_id: 'C001',
        status: 'paid',
        created_at: distantFuture,
      }),
    request: { query: { session_id: 'cs_test_1234567' } },
    answer: { success: true, message: 'Card saved' },
  },
} satisfies Partial<Samples>;

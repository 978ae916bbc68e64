import { HttpError, SoftFail } from '@kitwell/mock-engine/engine/backend';
import type { Backend } from '@/mocks/kitwell/rules/rules';
import { clinicOf } from './permissions';

/** Card billing. The hosted page marks a session as paid; verifying it stores the card once (§2, §7). */
export const billingBackend = {
  checkPaymentDetails: ({ caller, db }) => ({
    hasPaymentDetails: db.tables.cards.get(clinicOf(db, caller).clinic_id) !== undefined,
  }),

  async createCheckoutSession({ caller, db, world }) {
    const { clinic_id } = clinicOf(db, caller);
    const { session_id } = await db.tables.checkouts.insert({
      session_id: `cs_test_${db.token(32)}`,
      clinic_id,
      status: 'open',
      created_at: world.now().toISOString(),
    });
    return { sessionId: session_id };
  },

  async verifyPaymentSession({ request, db, world }) {
    const { session_id } = request.query;
    const checkout = db.tables.checkouts.get(session_id);
    if (!checkout) throw new HttpError(400, 'Unknown checkout session');
    if (checkout.status !== 'paid') throw new SoftFail('The payment was not completed');
    const { clinic_id } = checkout;
    const card = { session_id, stored_at: world.now().toISOString() };
    const stored = db.tables.cards.get(clinic_id);
    if (!stored) await db.tables.cards.insert({ clinic_id, ...card });
    else if (stored.session_id !== session_id) await db.tables.cards.patch(clinic_id, card);
    return { success: true as const, message: 'Card saved' };
  },
} satisfies Partial<Backend>;

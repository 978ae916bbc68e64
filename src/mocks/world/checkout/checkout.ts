import type { MockDatabase } from '@/mocks/db/tables';

export type CheckoutOutcome = 'paid' | 'declined' | 'cancelled';

/** What the hosted checkout knows of a session. */
export interface CheckoutSession {
  readonly id: string;
  readonly clinicName: string;
  readonly isPaid: boolean;
}

/** The session with this id, or null where there is none. */
export async function findCheckout(db: MockDatabase, id: string): Promise<CheckoutSession | null> {
  return db.read((tables) => {
    const checkout = tables.checkouts.get(id);
    if (!checkout) return null;
    const clinicName = tables.clinics.get(checkout.clinic_id)?.clinic_name ?? '';
    return { id, clinicName, isPaid: checkout.status === 'paid' };
  });
}

/** Ends or declines a session. A paid one stays paid. Rejects for an unknown session. */
export async function settleCheckout(db: MockDatabase, id: string, outcome: CheckoutOutcome): Promise<void> {
  await db.transaction(({ tables }) =>
    tables.checkouts.patch(id, (checkout) => (checkout.status === 'paid' ? {} : { status: outcome })),
  );
}

/** The page of the product to which an outcome leads, below the base path; null for a decline, which stays. */
export function returnPath(id: string, outcome: CheckoutOutcome): string | null {
  if (outcome === 'declined') return null;
  const page = outcome === 'paid' ? 'payment-success' : 'payment-cancel';
  return `${page}?session_id=${encodeURIComponent(id)}`;
}

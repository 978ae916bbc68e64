import { useState } from 'react';
import type { MockDatabase } from '@/mocks/kitwell/tables';

export type CheckoutOutcome = 'paid' | 'declined' | 'cancelled';

/** A checkout session as the hosted page shows it. */
export interface CheckoutSession {
  readonly id: string;
  readonly clinicName: string;
  readonly isPaid: boolean;
}

/** The session with this id, or null if there is none. */
export async function findCheckout(db: MockDatabase, id: string): Promise<CheckoutSession | null> {
  return db.read((tables) => {
    const checkout = tables.checkouts.get(id);
    if (!checkout) return null;
    const clinicName = tables.clinics.get(checkout.clinic_id)?.clinic_name ?? '';
    return { id, clinicName, isPaid: checkout.status === 'paid' };
  });
}

/** Stores the outcome of a session. A paid session stays paid. Rejects for an unknown session. */
export async function settleCheckout(db: MockDatabase, id: string, outcome: CheckoutOutcome): Promise<void> {
  await db.transaction(({ tables }) =>
    tables.checkouts.patch(id, (checkout) => (checkout.status === 'paid' ? {} : { status: outcome })),
  );
}

/** The product page for an outcome, relative to the base path; null for a decline, which stays on the checkout. */
export function returnPath(id: string, outcome: CheckoutOutcome): string | null {
  if (outcome === 'declined') return null;
  const page = outcome === 'paid' ? 'payment-success' : 'payment-cancel';
  return `${page}?session_id=${encodeURIComponent(id)}`;
}

interface CheckoutPageProps {
  /** Null if there is no such session. */
  session: CheckoutSession | null;
  /** Stores the outcome and, except for a decline, leaves the page. */
  settle(outcome: CheckoutOutcome): Promise<void>;
  dashboardUrl: string;
}

/** Simulates the card provider's hosted page: it offers outcomes instead of card fields. */
export function CheckoutPage({ session, settle, dashboardUrl }: CheckoutPageProps) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg grid-cols-[minmax(0,1fr)] content-center gap-6 px-4 py-10">
      <div className="card grid gap-6 sm:p-8">
        <header className="grid gap-2">
          <p className="text-caption font-semibold tracking-wide text-ink-3 uppercase">Test checkout</p>
          <h1 className="font-display text-h2">Save a payment card</h1>
        </header>
        {session ? (
          <Outcomes session={session} settle={settle} />
        ) : (
          <>
            <p role="alert">This checkout session does not exist. Start again from the dashboard.</p>
            <a className="btn btn-secondary" href={dashboardUrl}>
              Back to the dashboard
            </a>
          </>
        )}
      </div>
    </main>
  );
}

interface OutcomesProps extends Pick<CheckoutPageProps, 'settle'> {
  session: CheckoutSession;
}

function Outcomes({ session, settle }: OutcomesProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (outcome: CheckoutOutcome) => async () => {
    setBusy(true);
    setProblem(null);
    try {
      await settle(outcome);
      // Paying and cancelling leave the page; the buttons stay disabled until then.
      if (outcome !== 'declined') return;
      setProblem('Your card was declined. Try another card.');
    } catch {
      setProblem('The checkout did not answer. Try again.');
    }
    setBusy(false);
  };
  return (
    <>
      <p>
        For <strong>{session.clinicName}</strong>. This page belongs to the demo: it asks for no card number,
        and nothing is charged.
      </p>
      {problem !== null ? (
        <p role="alert" className="notice border-red/30 bg-red-soft">
          {problem}
        </p>
      ) : null}
      <div className="grid gap-3">
        <button type="button" className="btn btn-primary" disabled={isBusy} onClick={choose('paid')}>
          Pay with the test card
        </button>
        <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={choose('declined')}>
          Pay with a card that is declined
        </button>
        <button type="button" className="btn btn-ghost" disabled={isBusy} onClick={choose('cancelled')}>
          Cancel
        </button>
      </div>
    </>
  );
}

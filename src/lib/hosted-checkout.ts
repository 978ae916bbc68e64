import { type CheckoutSessionId, paymentMessages } from '@/contract';
import { config } from '@/lib/config';

// Ours: free to reword.

/** What a build without a publishable key says (SPEC-NOTES "Orders, booking, payment"). */
const notConfigured = 'Card billing is not configured.';

/** The card provider's own page, on which a card is stored. The product never sees a card number. */
export interface HostedCheckout {
  /**
   * Leaves the product for the checkout of this session (SPEC §4 "Billing").
   *
   * @returns resolves once the browser was told to leave; the page may stand for a moment longer
   * @throws {HostedCheckoutError} in words for the user, when the checkout can't be opened
   */
  open(sessionId: CheckoutSessionId): Promise<void>;
}

/** Why the checkout did not open; `message` is for the user's eyes. */
export class HostedCheckoutError extends Error {
  override readonly name = 'HostedCheckoutError';
}

/** The part of Stripe.js that we use; Stripe removed it after 7.x, which is why the package is pinned. */
interface StripeRedirect {
  redirectToCheckout(options: { sessionId: string }): Promise<{ error?: { message?: string } } | undefined>;
}

/** Where a checkout gets what it needs of the outside. */
export interface CheckoutSurroundings {
  readonly publishableKey: string | undefined;
  /** The checkout page of the mock backend, where this build has one. */
  readonly mockCheckoutUrl: string | undefined;
  loadStripe(publishableKey: string): Promise<StripeRedirect | null>;
  leaveFor(address: string): void;
}

/**
 * Makes the port to the hosted checkout.
 *
 * @param surroundings the key, the mock's presence, and the ways out of the page
 * @returns Stripe's checkout with a key, the mock's without one, and otherwise one that says it is not configured
 */
export function createHostedCheckout(surroundings: CheckoutSurroundings): HostedCheckout {
  const { publishableKey, mockCheckoutUrl, loadStripe, leaveFor } = surroundings;
  return {
    async open(sessionId) {
      if (publishableKey !== undefined) return openStripe(() => loadStripe(publishableKey), sessionId);
      if (mockCheckoutUrl === undefined) throw new HostedCheckoutError(notConfigured);
      leaveFor(`${mockCheckoutUrl}?session_id=${encodeURIComponent(sessionId)}`);
    },
  };
}

async function openStripe(load: () => Promise<StripeRedirect | null>, sessionId: string): Promise<void> {
  // Stripe.js comes from Stripe's host: a blocker or a broken connection makes it null or throws.
  const stripe = await load().catch(() => null);
  if (stripe === null) throw new HostedCheckoutError(paymentMessages.failed);
  const result = await stripe.redirectToCheckout({ sessionId });
  if (result?.error) throw new HostedCheckoutError(result.error.message ?? paymentMessages.failed);
}

/** The checkout of this build. */
export const hostedCheckout: HostedCheckout = createHostedCheckout({
  publishableKey: config.stripePublishableKey,
  mockCheckoutUrl: __MOCKS__ ? `${import.meta.env.BASE_URL}__mock/checkout` : undefined,
  // The pure entry adds Stripe's script only when asked, not on every page that imports it.
  loadStripe: async (key) => (await import('@stripe/stripe-js/pure')).loadStripe(key),
  leaveFor: (address) => window.location.assign(address),
});

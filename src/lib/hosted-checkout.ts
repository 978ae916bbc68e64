import { type CheckoutSessionId, paymentMessages } from '@/contract';
import { config } from './config';

// Ours: free to reword.

/** The message of a build without a publishable key (§Notes "Orders, booking, payment"). */
const notConfigured = 'Card billing is not configured.';

/** The card provider's own page, which stores the card. The product never sees a card number. */
export interface HostedCheckout {
  /**
   * Navigates to the checkout of this session (§4 "Billing").
   *
   * @returns resolves once the navigation has started; the current page may stay visible a moment longer
   * @throws {HostedCheckoutError} with a message for the user, if the checkout can't be opened
   */
  open(sessionId: CheckoutSessionId): Promise<void>;
}

/** The checkout could not be opened; `message` is shown to the user. */
export class HostedCheckoutError extends Error {
  override readonly name = 'HostedCheckoutError';
}

/** The part of Stripe.js that we use. Stripe removed it after 7.x, so the package is pinned. */
interface StripeRedirect {
  redirectToCheckout(options: { sessionId: string }): Promise<{ error?: { message?: string } } | undefined>;
}

/** The external dependencies of a checkout. */
export interface CheckoutSurroundings {
  readonly publishableKey: string | undefined;
  /** The mock backend's checkout page, if this build has one. */
  readonly mockCheckoutUrl: string | undefined;
  loadStripe(publishableKey: string): Promise<StripeRedirect | null>;
  leaveFor(address: string): void;
}

/**
 * Creates the hosted checkout.
 *
 * @param surroundings the publishable key, the mock checkout's URL, and how to load Stripe.js and leave the page
 * @returns Stripe's checkout if there is a key, else the mock's, else one that rejects with "not configured"
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

/** In milliseconds. */
const longestLoad = 20_000;

/**
 * Stripe.js is loaded from Stripe's host. With a blocker or a broken connection it is null, or loading throws; on a
 * connection that has died neither may ever happen.
 */
const inTime = (load: () => Promise<StripeRedirect | null>): Promise<StripeRedirect | null> =>
  new Promise((resolve) => {
    const fail = () => resolve(null);
    const timer = setTimeout(() => {
      // Otherwise every later try would wait for this script.
      document.querySelector('script[src^="https://js.stripe.com/"]')?.dispatchEvent(new Event('error'));
      fail();
    }, longestLoad);
    load()
      .then(resolve, fail)
      .finally(() => clearTimeout(timer));
  });

async function openStripe(load: () => Promise<StripeRedirect | null>, sessionId: string): Promise<void> {
  const stripe = await inTime(load);
  if (stripe === null) throw new HostedCheckoutError(paymentMessages.failed);
  const result = await stripe.redirectToCheckout({ sessionId });
  if (result?.error) throw new HostedCheckoutError(result.error.message ?? paymentMessages.failed);
}

/** The checkout of this build. */
export const hostedCheckout: HostedCheckout = createHostedCheckout({
  publishableKey: config.stripePublishableKey,
  mockCheckoutUrl: __MOCKS__ ? `${import.meta.env.BASE_URL}__mock/checkout` : undefined,
  // The pure entry adds Stripe's script on demand, not on every page that imports it.
  loadStripe: async (key) => (await import('@stripe/stripe-js/pure')).loadStripe(key),
  leaveFor: (address) => window.location.assign(address),
});

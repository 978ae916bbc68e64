import { type CheckoutSessionId, paymentMessages } from '@/contract';
import { config } from './config';
import { visitorOf } from './visitor';

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
  /** The address of a session on the mock backend's checkout page, if this build or its API has one. */
  mockCheckout(sessionId: string): Promise<string | undefined>;
  loadStripe(publishableKey: string): Promise<StripeRedirect | null>;
  leaveFor(address: string): void;
}

/**
 * Creates the hosted checkout.
 *
 * @param surroundings the publishable key, the mock's checkout, and how to load Stripe.js and leave the page
 * @returns Stripe's checkout if there is a key, else the mock's, else one that rejects with "not configured"
 */
export function createHostedCheckout(surroundings: CheckoutSurroundings): HostedCheckout {
  const { publishableKey, mockCheckout, loadStripe, leaveFor } = surroundings;
  return {
    async open(sessionId) {
      if (publishableKey !== undefined) return openStripe(() => loadStripe(publishableKey), sessionId);
      const address = await mockCheckout(sessionId);
      if (address === undefined) throw new HostedCheckoutError(notConfigured);
      leaveFor(address);
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

/** The checkout that `npm run mock` serves, if it is the API; it returns to this build. */
export async function checkoutOfApi(apiUrl: string, sessionId: string): Promise<string | undefined> {
  if (apiUrl.startsWith('/')) return undefined;
  const page = new URL('/__mock/checkout', apiUrl);
  page.searchParams.set('session_id', sessionId);
  page.searchParams.set('return_to', new URL(import.meta.env.BASE_URL, location.href).href);
  const visitor = visitorOf(apiUrl);
  if (visitor !== undefined) page.searchParams.set('tenant', visitor);
  const answer = await fetch(page, { method: 'HEAD' }).catch(() => null);
  return answer?.ok ? page.href : undefined;
}

/** Whether the API may be a mock. The literals let other builds leave out what is for it. */
const mayBeMock = import.meta.env.DEV || import.meta.env.VITE_MOCK_VISITORS === '1';

/** The checkout of this build. */
export const hostedCheckout: HostedCheckout = createHostedCheckout({
  publishableKey: config.stripePublishableKey,
  async mockCheckout(sessionId) {
    if (__MOCKS__)
      return `${import.meta.env.BASE_URL}__mock/checkout?session_id=${encodeURIComponent(sessionId)}`;
    return mayBeMock ? checkoutOfApi(config.apiUrl, sessionId) : undefined;
  },
  // The pure entry adds Stripe's script on demand, not on every page that imports it.
  loadStripe: async (key) => (await import('@stripe/stripe-js/pure')).loadStripe(key),
  leaveFor: (address) => window.location.assign(address),
});

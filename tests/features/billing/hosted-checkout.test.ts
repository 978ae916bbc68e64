import { loadStripe } from '@stripe/stripe-js/pure';
import { startOnFreePort } from '@tests/mocks/http/support';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutSessionId } from '@/contract';
import { type CheckoutSurroundings, checkoutOfApi, createHostedCheckout } from '@/lib/hosted-checkout';
import { storeVisitor } from '@/lib/visitor';

const sessionId = 'cs_test_42' as CheckoutSessionId;

/** By default a build with a key and with Stripe available. */
function build(changes: Partial<CheckoutSurroundings>) {
  const left: string[] = [];
  const redirected: string[] = [];
  const checkout = createHostedCheckout({
    publishableKey: 'pk_test_1',
    mockCheckout: async () => undefined,
    leaveFor: (address) => left.push(address),
    loadStripe: async (key) => ({
      redirectToCheckout: async (options) => {
        redirected.push(`${key} ${options.sessionId}`);
        return undefined;
      },
    }),
    ...changes,
  });
  return { checkout, left, redirected };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the hosted checkout', () => {
  it("is Stripe's where there is a publishable key", async () => {
    const { checkout, left, redirected } = build({ mockCheckout: async () => '/__mock/checkout' });
    await checkout.open(sessionId);
    expect(redirected).toEqual(['pk_test_1 cs_test_42']);
    expect(left).toEqual([]);
  });

  it("is the mock's own page in a build with mocks and no key, under the build's own path", async () => {
    const mockCheckout = async (id: string) => `/demo/__mock/checkout?session_id=${id}`;
    const { checkout, left } = build({ publishableKey: undefined, mockCheckout });
    await checkout.open(sessionId);
    expect(left).toEqual(['/demo/__mock/checkout?session_id=cs_test_42']);
  });

  it('is that of the API where `npm run mock` is the API, and returns to this page', async () => {
    const mock = await startOnFreePort({ pages: { names: ['checkout'], read: async () => undefined } });
    // As a server with a tenant per visitor names one.
    storeVisitor(mock.url, new Headers({ 'x-mock-tenant': 'ann' }));
    try {
      const address = new URL((await checkoutOfApi(mock.url, sessionId)) ?? '');
      expect([address.origin, address.pathname]).toEqual([mock.url, '/__mock/checkout']);
      expect(Object.fromEntries(address.searchParams)).toEqual({
        session_id: 'cs_test_42',
        return_to: `${location.origin}/`,
        tenant: 'ann',
      });
    } finally {
      await mock.close();
    }
    expect(await checkoutOfApi(mock.url, sessionId)).toBeUndefined();
  });

  it('reports in production that billing is not configured if there is no key', async () => {
    const { checkout, left } = build({ publishableKey: undefined });
    await expect(checkout.open(sessionId)).rejects.toThrow('Card billing is not configured.');
    expect(left).toEqual([]);
  });

  it.each([
    ['is kept away by a blocker', async () => null],
    ['cannot be reached', () => Promise.reject(new Error('net::ERR_FAILED'))],
  ])('shows an error when Stripe %s', async (_, loadStripe) => {
    await expect(build({ loadStripe }).checkout.open(sessionId)).rejects.toThrow(
      'Failed to process payment!',
    );
  });

  it('shows an error when Stripe neither arrives nor fails, and does not leave the page if it comes after all', async () => {
    vi.useFakeTimers();
    const redirectToCheckout = vi.fn(async () => undefined);
    const loadStripe = () =>
      new Promise<{ redirectToCheckout: typeof redirectToCheckout }>((resolve) => {
        setTimeout(() => resolve({ redirectToCheckout }), 60_000);
      });
    const opened = build({ loadStripe }).checkout.open(sessionId);
    const failure = expect(opened).rejects.toThrow('Failed to process payment!');
    await vi.advanceTimersByTimeAsync(20_000);
    await failure;
    await vi.runAllTimersAsync();
    expect(redirectToCheckout).not.toHaveBeenCalled();
  });

  it('asks for the script again after one that did not arrive in time', async () => {
    vi.useFakeTimers();
    const { checkout } = build({ loadStripe });
    const failure = expect(checkout.open(sessionId)).rejects.toThrow('Failed to process payment!');
    await vi.advanceTimersByTimeAsync(20_000);
    await failure;
    const script = () => document.querySelector('script[src^="https://js.stripe.com/"]');
    const dead = script();
    const redirectToCheckout = vi.fn(async () => undefined);
    const again = checkout.open(sessionId);
    vi.stubGlobal(
      'Stripe',
      Object.assign(() => ({ redirectToCheckout }), { version: 'basil' }),
    );
    await vi.waitFor(() => expect(script()).not.toBe(dead));
    script()?.dispatchEvent(new Event('load'));
    await again;
    expect(redirectToCheckout).toHaveBeenCalledWith({ sessionId });
    script()?.remove();
  });

  it("passes on Stripe's own message when it rejects the session", async () => {
    const loadStripe: CheckoutSurroundings['loadStripe'] = async () => ({
      redirectToCheckout: async () => ({ error: { message: 'This session has expired.' } }),
    });
    await expect(build({ loadStripe }).checkout.open(sessionId)).rejects.toThrow('This session has expired.');
  });
});

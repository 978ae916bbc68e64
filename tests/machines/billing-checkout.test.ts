import {
  defect,
  doneEvent,
  errorEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import type { CheckoutSessionId } from '@/contract';
import { billingCheckoutMachine } from '@/machines/billing-checkout.machine';

const sessionId = 'cs_test_1' as CheckoutSessionId;

const plan = planFor(billingCheckoutMachine, {
  input: undefined,
  events: [{ type: 'START' }, { type: 'RETURNED' }],
  answers: { createSession: [{ sessionId }], openCheckout: [undefined] },
  errors: [failure('createCheckoutSession', 500), failure('createCheckoutSession', 'no-response'), defect],
  // A failed opening of the checkout has a message of its own.
  silentCalls: ['openCheckout'],
  goal: 'redirecting',
});

describe('going to the hosted checkout', () => {
  it('never leaves the provider stuck', () => expectNoDeadEnd(plan));

  it('opens the checkout of the session that the server made, and none without one', () =>
    expectOnEveryWalk(plan, ({ calls }, walk) => {
      const sessions = walk.filter(({ type }) => type === doneEvent('createSession').type);
      const opened = calls.filter(({ id }) => id === 'openCheckout');
      expect(opened).toHaveLength(sessions.length);
      for (const { input } of opened) expect(input).toEqual({ sessionId });
    }));

  it('shows why no session could be made, until the next try', async () => {
    const fails = [{ type: 'START' }, errorEvent('createSession', failure('createCheckoutSession', 500))];
    expect((await replay(plan, fails)).context).toMatchObject({ failure: { status: 500 } });
    expect((await replay(plan, [...fails, { type: 'START' }])).context).toMatchObject({ failure: null });
  });

  it.each([
    ['the session is made', [], ['busy', 'redirecting']],
    ['the checkout opens', [doneEvent('createSession', { sessionId })], ['busy', 'redirecting']],
    [
      'the browser leaves the page',
      [doneEvent('createSession', { sessionId }), doneEvent('openCheckout')],
      ['redirecting'],
    ],
  ])('shows that it redirects while %s', async (_, walk, tags) => {
    expect((await replay(plan, [{ type: 'START' }, ...walk])).tags).toEqual(tags);
  });

  it('reports why the checkout could not be opened', () =>
    expectOnEveryWalk(plan, ({ emitted }, walk) => {
      const failures = walk.filter(({ type }) => type === errorEvent('openCheckout', null).type);
      expect(emitted.filter(({ type }) => type === 'unavailable')).toHaveLength(failures.length);
    }));

  it('is ready again when the provider comes back with the Back button', () =>
    expectOnEveryWalk(plan, ({ emitted }, walk) => {
      const returned = walk.filter(({ type }) => type === 'RETURNED');
      expect(emitted.filter(({ type }) => type === 'returned')).toHaveLength(returned.length);
    }));
});

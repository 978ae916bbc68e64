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
import { createActor } from 'xstate';
import { paymentMessages } from '@/contract';
import { paymentFailureMessage, paymentReturnMachine } from '@/machines/payment-return.machine';

const plan = planFor(paymentReturnMachine, {
  input: { outcome: 'success', sessionId: 'cs_test_123' },
  events: [{ type: 'START' }, { type: 'RETRY' }],
  answers: { verifySession: [{ success: true }] },
  errors: [
    failure('verifyPaymentSession', 'unsuccessful'),
    failure('verifyPaymentSession', 'no-response'),
    defect,
  ],
  goal: 'saved',
});

const withoutCall = (outcome: 'success' | 'cancel', sessionId: string | null) =>
  planFor(paymentReturnMachine, {
    input: { outcome, sessionId },
    events: [{ type: 'START' }],
    answers: {},
    errors: [],
  });

const arrive = (outcome: 'success' | 'cancel', sessionId: string | null) =>
  createActor(paymentReturnMachine, { input: { outcome, sessionId } }).start();

describe('coming back from the checkout', () => {
  it('never leaves the provider stuck', () =>
    expectNoDeadEnd(
      plan,
      withoutCall('success', null),
      withoutCall('success', '<script>'),
      withoutCall('cancel', 'cs_test_123'),
      withoutCall('cancel', '<script>'),
    ));

  it('loads until the card is known to be saved or not', async () => {
    const fails = errorEvent('verifySession', failure('verifyPaymentSession', 500));
    expect((await replay(plan, [])).tags).toEqual(['loading']);
    expect((await replay(plan, [{ type: 'START' }, fails])).tags).toEqual(['failed']);
  });

  it('verifies nothing by itself, and once when StrictMode starts it twice', async () => {
    expect((await replay(plan, [])).calls).toEqual([]);
    const { calls } = await replay(plan, [{ type: 'START' }, { type: 'START' }]);
    expect(calls).toEqual([{ id: 'verifySession', input: { sessionId: 'cs_test_123' } }]);
  });

  it('asks the server once per start and retry', () =>
    expectOnEveryWalk(plan, ({ calls }, walk) => {
      expect(calls).toHaveLength(walk.filter(({ type }) => type === 'START' || type === 'RETRY').length);
    }));

  it('shows no failure while it verifies again', async () => {
    const fails = errorEvent('verifySession', failure('verifyPaymentSession', 'no-response'));
    const { context, tags } = await replay(plan, [{ type: 'START' }, fails, { type: 'RETRY' }]);
    expect(context).toMatchObject({ message: null, failure: null });
    expect(tags).toEqual(['busy', 'loading']);
  });

  it('ends once the card is saved, and only then', () =>
    expectOnEveryWalk(plan, ({ output }, walk) => {
      const saved = walk.some(({ type }) => type === doneEvent('verifySession').type);
      expect(output).toEqual(saved ? { message: paymentMessages.saved, goesHome: false } : undefined);
    }));

  it.each([
    [failure('verifyPaymentSession', 'unsuccessful'), paymentMessages.failed],
    [failure('verifyPaymentSession', 500), paymentMessages.failed],
    [failure('verifyPaymentSession', 'no-response'), paymentMessages.wentWrong],
    [failure('verifyPaymentSession', 'malformed'), paymentMessages.wentWrong],
    [null, paymentMessages.wentWrong],
  ])('reports for %o: %s', (failed, message) => expect(paymentFailureMessage(failed)).toBe(message));

  it.each(['success', 'cancel'] as const)('goes home without a session (%s)', (outcome) => {
    const actor = arrive(outcome, ' ');
    expect(actor.getSnapshot().hasTag('missing')).toBe(true);
    expect(actor.getSnapshot().output).toBeUndefined();
    actor.send({ type: 'START' });
    expect(actor.getSnapshot().hasTag('missing')).toBe(true);
    expect(actor.getSnapshot().output).toEqual({ message: 'Missing session ID', goesHome: true });
  });

  it.each([
    ['cancel', 'cs_test_123', 'cancelled', 'Payment Cancelled'],
    ['cancel', '<script>', 'cancellation-failed', 'Failed to process cancellation!'],
    ['success', '<script>', 'failed', 'Failed to process payment!'],
  ] as const)('%s with the session %s shows %s', (outcome, sessionId, tag, message) => {
    const actor = arrive(outcome, sessionId);
    if (outcome === 'success') actor.send({ type: 'START' });
    expect(actor.getSnapshot().hasTag(tag)).toBe(true);
    expect(actor.getSnapshot().output).toEqual({ message, goesHome: false });
  });
});

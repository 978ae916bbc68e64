import { assign, setup } from 'xstate';
import {
  type Answer,
  type CheckoutSessionId,
  checkoutSessionId,
  type Failure,
  isBlank,
  paymentMessages,
} from '@/contract';
import { type Caught, caught, failureOf, notProvided } from './failure';

export interface PaymentReturnInput {
  /** Which page the hosted checkout came back to. */
  readonly outcome: 'success' | 'cancel';
  /** The query parameter `session_id`; null where it is missing. */
  readonly sessionId: string | null;
}

interface PaymentReturnContext {
  readonly outcome: PaymentReturnInput['outcome'];
  readonly missing: boolean;
  /** Null where it is missing or could not be a checkout's id. */
  readonly sessionId: CheckoutSessionId | null;
  /** What the page says, in SPEC's words; null while it verifies. */
  readonly message: string | null;
  readonly failure: Failure | null;
}

type PaymentReturnEvent = { readonly type: 'START' | 'RETRY' };

/** How the return ends. */
interface PaymentReturnOutput {
  /** What the page says, in SPEC's words. */
  readonly message: string | null;
  /** There is nothing to show here: the page leads to "/". */
  readonly goesHome: boolean;
}

/** Takes a failed verification (null: a defect); gives the page's message (SPEC §2 "Payment success"). */
export const paymentFailureMessage = (failure: Failure | null): string =>
  failure?.kind === 'status' || failure?.kind === 'unsuccessful'
    ? paymentMessages.failed
    : paymentMessages.wentWrong;

/**
 * Coming back from the hosted checkout (SPEC §2 "Payment success", "Payment cancelled", §8 "Payment").
 *
 * ```
 * success: waiting → START → verifying → saved (ends) | failed → RETRY → verifying
 * success: waiting → START → unknownCheckout (ends)
 * cancel:  cancelled | cancellationFailed (both end)
 * either:  missing → START → sentHome (ends)
 * ```
 * START comes from an effect: StrictMode starts a machine twice, but the second START finds it verifying.
 */
export const paymentReturnMachine = setup({
  types: {} as {
    input: PaymentReturnInput;
    context: PaymentReturnContext;
    events: PaymentReturnEvent;
    output: PaymentReturnOutput;
    tags: 'loading' | 'saved' | 'failed' | 'missing' | 'cancelled' | 'cancellation-failed' | 'busy';
  },
  actors: {
    verifySession: notProvided<Answer<'verifyPaymentSession'>, { sessionId: CheckoutSessionId }>(
      'verifySession',
    ),
  },
  guards: {
    isMissing: ({ context }) => context.missing,
    isSuccess: ({ context }) => context.outcome === 'success',
    hasCheckout: ({ context }) => context.sessionId !== null,
  },
  actions: {
    say: assign({ message: (_, { message }: { message: string }) => message }),
    forgetFailure: assign({ message: null, failure: null }),
    fail: assign((_, { error }: Caught) => {
      const failure = failureOf(error);
      return { failure, message: paymentFailureMessage(failure) };
    }),
  },
}).createMachine({
  id: 'paymentReturn',
  context: ({ input: { outcome, sessionId } }) => ({
    outcome,
    missing: sessionId === null || isBlank(sessionId),
    sessionId: checkoutSessionId.safeParse(sessionId).data ?? null,
    message: null,
    failure: null,
  }),
  initial: 'returned',
  states: {
    returned: {
      always: [
        { guard: 'isMissing', target: 'missing' },
        { guard: 'isSuccess', target: 'waiting' },
        { guard: 'hasCheckout', target: 'cancelled' },
        { target: 'cancellationFailed' },
      ],
    },
    missing: {
      tags: 'missing',
      entry: { type: 'say', params: { message: paymentMessages.missingSession } },
      on: { START: 'sentHome' },
    },
    sentHome: { type: 'final', tags: 'missing' },
    waiting: {
      tags: 'loading',
      on: {
        START: [
          { guard: 'hasCheckout', target: 'verifying' },
          // No server needs to be asked about an id that no checkout can have.
          { target: 'unknownCheckout' },
        ],
      },
    },
    verifying: {
      tags: ['loading', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        id: 'verifySession',
        src: 'verifySession',
        input: ({ context: { sessionId } }) => {
          if (sessionId === null) throw new Error('A payment was verified without a session.');
          return { sessionId };
        },
        onDone: 'saved',
        onError: { target: 'failed', actions: { type: 'fail', params: caught } },
      },
    },
    saved: {
      type: 'final',
      tags: 'saved',
      entry: { type: 'say', params: { message: paymentMessages.saved } },
    },
    failed: { tags: 'failed', on: { RETRY: 'verifying' } },
    unknownCheckout: {
      type: 'final',
      tags: 'failed',
      entry: { type: 'say', params: { message: paymentMessages.failed } },
    },
    cancelled: {
      type: 'final',
      tags: 'cancelled',
      entry: { type: 'say', params: { message: paymentMessages.cancelled } },
    },
    cancellationFailed: {
      type: 'final',
      tags: 'cancellation-failed',
      entry: { type: 'say', params: { message: paymentMessages.cancellationFailed } },
    },
  },
  output: ({ context: { message, missing } }) => ({ message, goesHome: missing }),
});

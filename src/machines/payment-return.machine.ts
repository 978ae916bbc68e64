import { assign, setup } from 'xstate';
import {
  type Answer,
  type CheckoutSessionId,
  checkoutSessionId,
  type Failure,
  isBlank,
  paymentMessages,
} from '@/contract';
import { failureOf, notProvided } from './failure';

export interface PaymentReturnInput {
  /** The page to which the hosted checkout returned. */
  readonly outcome: 'success' | 'cancel';
  /** The query parameter `session_id`; null if it is missing. */
  readonly sessionId: string | null;
}

interface PaymentReturnContext {
  readonly outcome: PaymentReturnInput['outcome'];
  readonly missing: boolean;
  /** Null if it is missing or can't be a checkout's id. */
  readonly sessionId: CheckoutSessionId | null;
  /** The message that the page shows, from the specification; null while verifying. */
  readonly message: string | null;
  readonly failure: Failure | null;
}

type PaymentReturnEvent = { readonly type: 'START' | 'RETRY' };

interface PaymentReturnOutput {
  /** The message that the page shows, from the specification. */
  readonly message: string | null;
  /** There is nothing to show, so the page redirects to "/". */
  readonly goesHome: boolean;
}

/** Returns the page's message for a failed verification; null is a bug in our code (§2 "Payment success"). */
export const paymentFailureMessage = (failure: Failure | null): string =>
  failure?.kind === 'status' || failure?.kind === 'unsuccessful'
    ? paymentMessages.failed
    : paymentMessages.wentWrong;

/**
 * Handles the return from the hosted checkout (§2 "Payment success", "Payment cancelled", §8 "Payment"). An effect sends
 * START: StrictMode starts a machine twice, and the second START is ignored while verifying.
 * Chart: docs/machines/payment-return.md
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
      entry: assign({ message: paymentMessages.missingSession }),
      on: { START: 'sentHome' },
    },
    sentHome: { type: 'final', tags: 'missing' },
    waiting: {
      tags: 'loading',
      on: {
        START: [
          { guard: 'hasCheckout', target: 'verifying' },
          // An id that no checkout can have needs no call.
          { target: 'unknownCheckout' },
        ],
      },
    },
    verifying: {
      tags: ['loading', 'busy'],
      entry: assign({ message: null, failure: null }),
      invoke: {
        id: 'verifySession',
        src: 'verifySession',
        input: ({ context: { sessionId } }) => {
          if (sessionId === null) throw new Error('A payment was verified without a session.');
          return { sessionId };
        },
        onDone: 'saved',
        onError: {
          target: 'failed',
          actions: assign(({ event }) => {
            const failure = failureOf(event.error);
            return { failure, message: paymentFailureMessage(failure) };
          }),
        },
      },
    },
    saved: {
      type: 'final',
      tags: 'saved',
      entry: assign({ message: paymentMessages.saved }),
    },
    failed: { tags: 'failed', on: { RETRY: 'verifying' } },
    unknownCheckout: {
      type: 'final',
      tags: 'failed',
      entry: assign({ message: paymentMessages.failed }),
    },
    cancelled: {
      type: 'final',
      tags: 'cancelled',
      entry: assign({ message: paymentMessages.cancelled }),
    },
    cancellationFailed: {
      type: 'final',
      tags: 'cancellation-failed',
      entry: assign({ message: paymentMessages.cancellationFailed }),
    },
  },
  output: ({ context: { message, missing } }) => ({ message, goesHome: missing }),
});

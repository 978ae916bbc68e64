import { assign, emit, setup } from 'xstate';
import type { CheckoutSessionId, Failure } from '@/contract';
import { type Caught, caught, failureOf, notProvided } from './failure';

type BillingCheckoutEvent =
  | { readonly type: 'START' }
  /** The page is shown again after it was left, for example with the browser's Back button. */
  | { readonly type: 'RETURNED' };

type BillingCheckoutEmitted =
  /** The checkout page could not be opened. */
  { readonly type: 'unavailable'; readonly error: unknown } | { readonly type: 'returned' };

interface BillingCheckoutContext {
  readonly sessionId: CheckoutSessionId | null;
  readonly failure: Failure | null;
}

function sessionOf({ sessionId }: BillingCheckoutContext): CheckoutSessionId {
  if (sessionId === null) throw new Error('The checkout was opened before there was a session.');
  return sessionId;
}

/**
 * Opens the hosted card checkout (§2 header, §4 "Billing").
 *
 * ```
 * idle → START → creatingSession → opening → left
 * creatingSession, opening → idle (failure) ; opening, left → RETURNED → idle
 * ```
 * All states except idle are `redirecting`: the page remains visible for a moment after navigation starts.
 */
export const billingCheckoutMachine = setup({
  types: {} as {
    context: BillingCheckoutContext;
    events: BillingCheckoutEvent;
    emitted: BillingCheckoutEmitted;
    tags: 'busy' | 'redirecting';
  },
  actors: {
    createSession: notProvided<{ sessionId: CheckoutSessionId }, void>('createSession'),
    openCheckout: notProvided<void, { sessionId: CheckoutSessionId }>('openCheckout'),
  },
  actions: {
    reset: assign({ sessionId: null, failure: null }),
    // A session whose response was lost can't be used; the next START creates another one.
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
    reportUnavailable: emit((_, { error }: Caught) => ({ type: 'unavailable', error })),
    reportReturned: emit({ type: 'returned' }),
  },
}).createMachine({
  id: 'billingCheckout',
  context: { sessionId: null, failure: null },
  initial: 'idle',
  states: {
    idle: { on: { START: { target: 'creatingSession', actions: 'reset' } } },
    creatingSession: {
      tags: ['busy', 'redirecting'],
      invoke: {
        id: 'createSession',
        src: 'createSession',
        onDone: {
          target: 'opening',
          actions: assign({ sessionId: ({ event }) => event.output.sessionId }),
        },
        onError: { target: 'idle', actions: { type: 'fail', params: caught } },
      },
    },
    opening: {
      tags: ['busy', 'redirecting'],
      invoke: {
        id: 'openCheckout',
        src: 'openCheckout',
        input: ({ context }) => ({ sessionId: sessionOf(context) }),
        onDone: 'left',
        onError: { target: 'idle', actions: { type: 'reportUnavailable', params: caught } },
      },
      on: { RETURNED: { target: 'idle', actions: 'reportReturned' } },
    },
    left: { tags: 'redirecting', on: { RETURNED: { target: 'idle', actions: 'reportReturned' } } },
  },
});

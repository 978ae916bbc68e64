import { assign, emit, setup } from 'xstate';
import type { CheckoutSessionId, Failure } from '@/contract';
import { failureOf, notProvided } from './failure';

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
 * Opens the hosted card checkout (§2 header, §4 "Billing"). All states except idle are `redirecting`: the page remains
 * visible for a moment after navigation starts. Chart: docs/machines/billing-checkout.md
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
    reportReturned: emit({ type: 'returned' }),
  },
}).createMachine({
  id: 'billingCheckout',
  context: { sessionId: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: { START: { target: 'creatingSession', actions: assign({ sessionId: null, failure: null }) } },
    },
    creatingSession: {
      tags: ['busy', 'redirecting'],
      invoke: {
        id: 'createSession',
        src: 'createSession',
        onDone: {
          target: 'opening',
          actions: assign({ sessionId: ({ event }) => event.output.sessionId }),
        },
        // A session whose response was lost can't be used; the next START creates another one.
        onError: { target: 'idle', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    opening: {
      tags: ['busy', 'redirecting'],
      invoke: {
        id: 'openCheckout',
        src: 'openCheckout',
        input: ({ context }) => ({ sessionId: sessionOf(context) }),
        onDone: 'left',
        onError: {
          target: 'idle',
          actions: emit(({ event }) => ({ type: 'unavailable', error: event.error })),
        },
      },
      on: { RETURNED: { target: 'idle', actions: 'reportReturned' } },
    },
    left: { tags: 'redirecting', on: { RETURNED: { target: 'idle', actions: 'reportReturned' } } },
  },
});

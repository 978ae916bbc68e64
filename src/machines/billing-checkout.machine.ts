import { assign, emit, setup } from 'xstate';
import type { CheckoutSessionId, Failure } from '@/contract';
import { type Caught, caught, failureOf, notProvided } from './failure';

type BillingCheckoutEvent =
  | { readonly type: 'START' }
  /** The page is on screen again after it was left, as the browser's Back button brings it. */
  | { readonly type: 'RETURNED' };

type BillingCheckoutEmitted =
  /** The checkout page could not be opened; the error says why. */
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
 * Going to the hosted card checkout (SPEC §2 header, §4 "Billing").
 *
 * ```
 * idle → START → creatingSession → opening → left
 * creatingSession, opening → idle (failure) ; opening, left → RETURNED → idle
 * ```
 * All but idle are `redirecting`: the page stands for a moment longer after the browser was told to leave it.
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
    forget: assign({ sessionId: null, failure: null }),
    // A session whose answer was lost is of no use to anyone: the next START makes another one.
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
    sayUnavailable: emit((_, { error }: Caught) => ({ type: 'unavailable', error })),
    sayReturned: emit({ type: 'returned' }),
  },
}).createMachine({
  id: 'billingCheckout',
  context: { sessionId: null, failure: null },
  initial: 'idle',
  states: {
    idle: { on: { START: { target: 'creatingSession', actions: 'forget' } } },
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
        onError: { target: 'idle', actions: { type: 'sayUnavailable', params: caught } },
      },
      on: { RETURNED: { target: 'idle', actions: 'sayReturned' } },
    },
    left: { tags: 'redirecting', on: { RETURNED: { target: 'idle', actions: 'sayReturned' } } },
  },
});

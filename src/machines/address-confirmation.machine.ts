import { assign, emit, setup } from 'xstate';
import { type Answer, type Failure, isOutcomeUnknown } from '@/contract';
import { type Caught, caught, failureOf, notProvided } from './failure';

interface AddressConfirmationInput {
  /** The token in the page's URL, `/confirm-address/{token}`. */
  readonly token: string;
}

interface AddressConfirmationContext extends AddressConfirmationInput {
  /** A try got no response, so the address may already be confirmed. */
  readonly unanswered: boolean;
  readonly failure: Failure | null;
}

type AddressConfirmationEvent = { readonly type: 'ASK' | 'CANCEL' | 'CONFIRM' };
type AddressConfirmationEmitted = { readonly type: 'confirmed' };

const addressConfirmation = setup({
  types: {} as {
    input: AddressConfirmationInput;
    context: AddressConfirmationContext;
    events: AddressConfirmationEvent;
    emitted: AddressConfirmationEmitted;
    tags: 'idle' | 'outcome-unknown' | 'dialog' | 'busy' | 'confirmed';
  },
  actors: {
    confirmAddress: notProvided<Answer<'confirmAddress'>, { token: string }>('confirmAddress'),
  },
  guards: { unanswered: ({ context }) => context.unanswered },
  actions: {
    clearFailure: assign({ failure: null }),
    fail: assign(({ context }, { error }: Caught) => ({
      failure: failureOf(error),
      unanswered: context.unanswered || isOutcomeUnknown(error),
    })),
  },
});

/** Shared by the states from which the confirmation dialog can be opened. */
const waiting = addressConfirmation.createStateConfig({ on: { ASK: 'dialog' } });

/**
 * Confirms the address, which creates the order (SPEC §2 "Confirm Your Address", §8 "Address confirm").
 *
 * ```
 * idle → ASK → dialog → CONFIRM → confirming → confirmed (ends)
 * dialog → CANCEL, confirming → notConfirmed → idle | outcomeUnknown (a response was ever lost) → ASK → dialog
 * ```
 * A link works only once: after a lost response, a rejection may mean that the address is already confirmed.
 */
export const addressConfirmationMachine = addressConfirmation.createMachine({
  id: 'addressConfirmation',
  context: ({ input }) => ({ ...input, unanswered: false, failure: null }),
  initial: 'idle',
  states: {
    idle: { ...waiting, tags: 'idle' },
    outcomeUnknown: { ...waiting, tags: ['idle', 'outcome-unknown'] },
    notConfirmed: { always: [{ guard: 'unanswered', target: 'outcomeUnknown' }, { target: 'idle' }] },
    dialog: {
      tags: 'dialog',
      on: { CANCEL: 'notConfirmed', CONFIRM: { target: 'confirming', actions: 'clearFailure' } },
    },
    confirming: {
      tags: ['dialog', 'busy'],
      invoke: {
        id: 'confirmAddress',
        src: 'confirmAddress',
        input: ({ context: { token } }) => ({ token }),
        onDone: { target: 'confirmed', actions: emit({ type: 'confirmed' }) },
        onError: { target: 'notConfirmed', actions: { type: 'fail', params: caught } },
      },
    },
    confirmed: { type: 'final', tags: 'confirmed' },
  },
});

import { assign, emit, setup } from 'xstate';
import { type Answer, type Failure, isOutcomeUnknown } from '@/contract';
import { type Caught, caught, failureOf, notProvided } from './failure';

interface AddressConfirmationInput {
  /** The token in the address of the page, `/confirm-address/{token}`. */
  readonly token: string;
}

interface AddressConfirmationContext extends AddressConfirmationInput {
  /** A try got no answer, so the address may be confirmed already. */
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

/** Where the question may be asked, for the first time or again. */
const waiting = addressConfirmation.createStateConfig({ on: { ASK: 'dialog' } });

/**
 * Confirming the address, which makes the order (SPEC §2 "Confirm Your Address", §8 "Address confirm").
 *
 * ```
 * idle → ASK → dialog → CONFIRM → confirming → confirmed (ends)
 * dialog → CANCEL, confirming → notConfirmed → idle | outcomeUnknown (an answer was lost, now or before) → ASK → dialog
 * ```
 * A link works once: after a lost answer its rejection may mean that the address is confirmed.
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

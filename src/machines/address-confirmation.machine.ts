import { assign, emit, setup } from 'xstate';
import type { Answer, Failure } from '@/contract';
import { caught, type DefectEvent, keepFailure, notProvided } from './failure';

interface AddressConfirmationInput {
  /** The token in the address of the page, `/confirm-address/{token}`. */
  readonly token: string;
}

interface AddressConfirmationContext extends AddressConfirmationInput {
  readonly failure: Failure | null;
}

type AddressConfirmationEvent = { readonly type: 'ASK' | 'CANCEL' | 'CONFIRM' };
type AddressConfirmationEmitted = { readonly type: 'confirmed' } | DefectEvent;

/**
 * Confirming the address, which makes the order (SPEC §2 "Confirm Your Address", §8 "Address confirm").
 *
 * ```
 * idle → ASK → dialog → CONFIRM → confirming → confirmed
 * dialog → CANCEL → idle ; confirming → idle (failure)
 * ```
 */
export const addressConfirmationMachine = setup({
  types: {} as {
    input: AddressConfirmationInput;
    context: AddressConfirmationContext;
    events: AddressConfirmationEvent;
    emitted: AddressConfirmationEmitted;
    tags: 'idle' | 'dialog' | 'busy' | 'confirmed';
  },
  actors: {
    confirmAddress: notProvided<Answer<'confirmAddress'>, { token: string }>('confirmAddress'),
  },
  actions: {
    clearFailure: assign({ failure: null }),
    fail: keepFailure(),
  },
}).createMachine({
  id: 'addressConfirmation',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'idle',
  states: {
    idle: { tags: 'idle', on: { ASK: { target: 'dialog', actions: 'clearFailure' } } },
    dialog: { tags: 'dialog', on: { CANCEL: 'idle', CONFIRM: 'confirming' } },
    confirming: {
      tags: ['dialog', 'busy'],
      invoke: {
        id: 'confirmAddress',
        src: 'confirmAddress',
        input: ({ context: { token } }) => ({ token }),
        onDone: 'confirmed',
        onError: { target: 'idle', actions: { type: 'fail', params: caught } },
      },
    },
    confirmed: { tags: 'confirmed', entry: emit({ type: 'confirmed' }) },
  },
});

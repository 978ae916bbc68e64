import { assign, emit, setup } from 'xstate';
import type { ClinicRequest, Failure } from '@/contract';
import { caught, type DefectEvent, keepFailure, notProvided } from './failure';

interface ClinicRequestContext {
  /** What is being sent, or was when the last try failed. */
  readonly request: ClinicRequest | null;
  readonly failure: Failure | null;
}

type ClinicRequestEvent =
  | { readonly type: 'SUBMIT'; readonly request: ClinicRequest }
  | { readonly type: 'OPEN' | 'CLOSE' };

type ClinicRequestEmitted = { readonly type: 'requested' } | DefectEvent;

/**
 * A patient asks for a clinic that is not there yet (SPEC §4 "Clinic request popup", §8 "Clinic request").
 *
 * ```
 * closed → OPEN → form → SUBMIT → sending → sent → CLOSE → requested
 * form → CLOSE → closed ; sending → form (failure, the request kept)
 * ```
 * One sign-up sends one request: `requested` has no way back.
 */
export const clinicRequestMachine = setup({
  types: {} as {
    context: ClinicRequestContext;
    events: ClinicRequestEvent;
    emitted: ClinicRequestEmitted;
    tags: 'dialog' | 'busy' | 'requested';
  },
  actors: {
    requestClinic: notProvided<unknown, ClinicRequest>('requestClinic'),
  },
  actions: {
    keepRequest: assign({
      request: (_, { request }: { request: ClinicRequest }) => request,
      failure: null,
    }),
    clearFailure: assign({ failure: null }),
    fail: keepFailure(),
  },
}).createMachine({
  id: 'clinicRequest',
  context: { request: null, failure: null },
  initial: 'closed',
  states: {
    closed: { on: { OPEN: { target: 'form', actions: 'clearFailure' } } },
    form: {
      tags: 'dialog',
      on: {
        SUBMIT: { target: 'sending', actions: { type: 'keepRequest', params: ({ event }) => event } },
        CLOSE: 'closed',
      },
    },
    sending: {
      tags: ['dialog', 'busy'],
      invoke: {
        id: 'requestClinic',
        src: 'requestClinic',
        input: ({ context: { request } }) => {
          if (request === null) throw new Error('A clinic request was sent that nobody wrote.');
          return request;
        },
        onDone: { target: 'sent', actions: emit({ type: 'requested' }) },
        onError: { target: 'form', actions: { type: 'fail', params: caught } },
      },
    },
    sent: { tags: ['dialog', 'requested'], on: { CLOSE: 'requested' } },
    requested: { tags: 'requested' },
  },
});

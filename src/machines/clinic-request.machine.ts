import { assign, emit, setup } from 'xstate';
import { type ClinicRequest, type Failure, isOutcomeUnknown, reportsDuplicate } from '@/contract';
import { type Caught, caught, failureOf, notProvided } from './failure';

interface ClinicRequestContext {
  /** The request being sent, or the one of the last failed try. */
  readonly request: ClinicRequest | null;
  /** A try got no response, so the request may have arrived. */
  readonly unanswered: boolean;
  readonly failure: Failure | null;
}

type ClinicRequestEvent =
  | { readonly type: 'SUBMIT'; readonly request: ClinicRequest }
  /** `CONTINUE`: the request may have arrived, so go on without sending it again. */
  | { readonly type: 'OPEN' | 'CLOSE' | 'CONTINUE' };

type ClinicRequestEmitted = { readonly type: 'requested' };

const clinicRequest = setup({
  types: {} as {
    context: ClinicRequestContext;
    events: ClinicRequestEvent;
    emitted: ClinicRequestEmitted;
    tags: 'dialog' | 'outcome-unknown' | 'busy' | 'requested';
  },
  actors: {
    requestClinic: notProvided<unknown, ClinicRequest>('requestClinic'),
  },
  guards: {
    unanswered: ({ context }) => context.unanswered,
    /** An earlier try without a response did arrive: the server rejects this one because the request exists. */
    sentBefore: ({ context }, { error }: Caught) => context.unanswered && reportsDuplicate(error),
  },
  actions: {
    keepRequest: assign({
      request: (_, { request }: { request: ClinicRequest }) => request,
      failure: null,
    }),
    clearFailure: assign({ failure: null }),
    announceRequest: emit({ type: 'requested' }),
    fail: assign(({ context }, { error }: Caught) => ({
      failure: failureOf(error),
      unanswered: context.unanswered || isOutcomeUnknown(error),
    })),
  },
});

/** The form can be submitted, for the first time or again. */
const form = clinicRequest.createStateConfig({
  tags: 'dialog',
  initial: 'ready',
  on: {
    SUBMIT: { target: 'sending', actions: { type: 'keepRequest', params: ({ event }) => event } },
    CLOSE: 'closed',
  },
  states: {
    ready: { always: { guard: 'unanswered', target: 'outcomeUnknown' } },
    outcomeUnknown: {
      tags: 'outcome-unknown',
      on: { CONTINUE: { target: '#clinicRequest.requested', actions: 'announceRequest' } },
    },
  },
});

/**
 * Sends a patient's request for a clinic that is not listed (SPEC §4 "Clinic request popup", §8 "Clinic request").
 *
 * ```
 * closed → OPEN → form → SUBMIT → sending → sent → CLOSE → requested (ends)
 * form → CLOSE → closed ; sending → form (failure, the request kept; after a lost response also CONTINUE → requested)
 * ```
 * A sign-up sends one request.
 */
export const clinicRequestMachine = clinicRequest.createMachine({
  id: 'clinicRequest',
  context: { request: null, unanswered: false, failure: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        OPEN: [
          { guard: 'unanswered', target: 'form' },
          { target: 'form', actions: 'clearFailure' },
        ],
      },
    },
    form,
    sending: {
      tags: ['dialog', 'busy'],
      invoke: {
        id: 'requestClinic',
        src: 'requestClinic',
        input: ({ context: { request } }) => {
          if (request === null) throw new Error('A clinic request was sent before the form was submitted.');
          return request;
        },
        onDone: { target: 'sent', actions: 'announceRequest' },
        onError: [
          {
            guard: { type: 'sentBefore', params: caught },
            target: 'sent',
            actions: [{ type: 'fail', params: caught }, 'announceRequest'],
          },
          { target: 'form', actions: { type: 'fail', params: caught } },
        ],
      },
    },
    sent: { tags: ['dialog', 'requested'], on: { CLOSE: 'requested' } },
    requested: { type: 'final', tags: 'requested' },
  },
});

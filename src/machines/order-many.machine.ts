import { type ActorRefFrom, assign, emit, enqueueActions, setup } from 'xstate';
import type { Answer, KitOrder } from '@/contract';
import {
  afterError,
  afterIndividualOrder,
  afterPlaced,
  choiceError,
  counted,
  currentOf,
  hasNext,
  isUnresolved,
  type KeptOrders,
  type KitChoice,
  type LeaveOutReason,
  leaveOutAll,
  leftOutIfWaiting,
  type ManyOrders,
  nothingPlanned,
  type OrderCounts,
  type OrderResult,
  type PatientToOrderFor,
  type PauseReason,
  planOf,
  sendNext,
  updated,
  updatedPlan,
  withBilling,
  withResults,
} from '@/domain/orders';
import { type Caught, caught, notProvided, type ValidationErrorEvent } from './failure';

type OrderManyEvent =
  /** Starts again with these patients. While earlier orders or an earlier selection remain, they are added to `next`. */
  | { readonly type: 'OPEN'; readonly patients: readonly PatientToOrderFor[] }
  | { readonly type: 'LEAVE_OUT'; readonly reason: LeaveOutReason; readonly leaveOut: boolean }
  /** Patients were authorized, or ordered for individually. Other patients may be included. */
  | { readonly type: 'PATIENTS_CHANGED'; readonly patients: readonly PatientToOrderFor[] }
  | { readonly type: 'BILLING_CHANGED'; readonly canOrder: boolean }
  | ({ readonly type: 'PLACE' } & KitChoice)
  /** `unknown`: the user has confirmed that these orders may be placed twice. */
  | { readonly type: 'RETRY'; readonly status: 'failed' | 'unknown' }
  /** Discards the results and starts again with `next`. */
  | { readonly type: 'ORDER_NEXT' }
  /** Discards the results. A selection to order for next is planned, so that it is not lost. */
  | { readonly type: 'DISMISS' }
  | { readonly type: 'AGREE' | 'DECLINE' | 'PAUSE' | 'RESUME' | 'LEAVE_REST' | 'CLEAR_NEXT' };

type OrderManyEmitted = { readonly type: 'finished'; readonly counts: OrderCounts } | ValidationErrorEvent;

/**
 * Orders the same kit for many patients, one call after another (§4 "Order flow", §5 "Order", §8 "Order"). It lives
 * as long as the account is signed in, so that its results outlive the screen.
 *
 * ```
 * starting → idle | paused | finished (orders of a session that ended, given as input)
 * idle → OPEN → planning (choosing → PLACE → terms → AGREE) → next
 * next → sending (the next waiting patient) | paused | finished (emits finished)
 * sending → next, whatever the answer was ; PAUSE there takes effect after the running call
 * paused → RESUME → next ; LEAVE_REST → finished
 * finished → RETRY (failed or unknown ones) → next ; DISMISS → idle | planning (`next`) ; ORDER_NEXT → planning (`next`)
 * finished → OPEN → planning, but only if no order failed or is unknown, and no one is left to order for next
 * ```
 * OPEN at any other time adds the patients to `next`, so that neither results nor a selection are lost. A new plan
 * considers the results: an order that was or may have been placed is not repeated unless the user includes the patient.
 * It pauses by itself when the user is no longer signed in, when two orders in a row got no response, and when the card or
 * the lab is gone. A patient whose order got no response is `unknown`; a retry that is rejected because the order exists
 * counts as placed, as in the order-kit machine.
 */
export const orderManyMachine = setup({
  types: {} as {
    input: KeptOrders | undefined;
    context: ManyOrders;
    events: OrderManyEvent;
    emitted: OrderManyEmitted;
    tags: 'form' | 'terms' | 'results' | 'busy' | 'paused' | 'finished';
  },
  actors: {
    placeOrder: notProvided<Answer<'requestAddressConfirmation'>, KitOrder>('placeOrder'),
  },
  guards: {
    billingIncomplete: ({ context }) => !context.canOrder,
    notOrderable: ({ context }, choice: KitChoice) => choiceError(context.canOrder, choice) !== null,
    noOrders: ({ context: { patients } }) => patients.length === 0,
    noneWaiting: ({ context: { counts } }) => counts.waiting === 0,
    noneWithStatus: ({ context: { counts } }, { status }: Pick<OrderResult, 'status'>) =>
      counts[status] === 0,
    noneNext: ({ context }) => !hasNext(context),
    unresolved: ({ context }) => isUnresolved(context.counts) || hasNext(context),
    /** The user has agreed to the terms for the patients planned before. */
    plansMore: ({ context }, { patients }: { patients: readonly PatientToOrderFor[] }) =>
      updatedPlan(context, patients).results.some(
        ({ status }, position) => status === 'waiting' && context.results[position]?.status !== 'waiting',
      ),
    pauseWanted: ({ context }) => context.pausedBy !== null,
  },
  actions: {
    open: assign(({ context }, { patients }: { patients: readonly PatientToOrderFor[] }) => ({
      ...nothingPlanned,
      ...planOf(withResults(patients, context), leaveOutAll),
    })),
    keepNext: assign(({ context }, { patients }: { patients: readonly PatientToOrderFor[] }) => ({
      next: [
        ...new Map([...context.next, ...patients].map((patient) => [patient.patientId, patient])).values(),
      ],
    })),
    clearNext: assign({ next: [] }),
    clear: assign(nothingPlanned),
    leaveOut: assign(({ context }, { reason, leaveOut }: { reason: LeaveOutReason; leaveOut: boolean }) => {
      const leftOut = new Set(context.leftOut);
      if (leaveOut) leftOut.add(reason);
      else leftOut.delete(reason);
      return { leftOut, ...planOf(context.patients, leftOut) };
    }),
    updatePlan: assign(({ context }, { patients }: { patients: readonly PatientToOrderFor[] }) =>
      updatedPlan(context, patients),
    ),
    updateRest: assign(({ context }, { patients }: { patients: readonly PatientToOrderFor[] }) => {
      const now = updated(context.patients, patients);
      const results = context.results.map((result, position) =>
        afterIndividualOrder(result, context.patients[position], now[position]),
      );
      return { ...counted(results), next: updated(context.next, patients) };
    }),
    rejectInput: enqueueActions(({ context, enqueue }, choice: KitChoice) => {
      const message = choiceError(context.canOrder, choice);
      if (message === null) return;
      enqueue.assign({ validationError: message });
      enqueue.emit({ type: 'validation-error', message });
    }),
    keepChoice: assign((_, { frequency, kitType }: KitChoice) => ({
      frequency,
      kitType,
      validationError: null,
    })),
    keepBilling: assign(({ context }, { canOrder }: { canOrder: boolean }) =>
      withBilling(context.validationError, canOrder),
    ),
    pause: assign((_, { by }: { by: PauseReason | null }) => ({ pausedBy: by })),
    start: assign({ position: 0, pausedBy: null, lostInARow: 0, validationError: null }),
    queueAgain: assign(({ context }, { status }: { status: 'failed' | 'unknown' }) => {
      const waiting = { status: 'waiting', unanswered: status === 'unknown' } as const;
      return counted(context.results.map((result) => (result.status === status ? waiting : result)));
    }),
    leaveRest: assign(({ context }) => counted(context.results.map(leftOutIfWaiting))),
    sendNext: assign(({ context }) => sendNext(context)),
    setAnswer: assign(({ context }, { message }: { message: string | null }) =>
      afterPlaced(context, message),
    ),
    setError: assign(({ context }, { error }: Caught) => afterError(context, error)),
    announceEnd: emit(({ context: { counts } }) => ({ type: 'finished', counts })),
  },
}).createMachine({
  id: 'orderMany',
  context: ({ input }) => ({
    ...nothingPlanned,
    canOrder: false,
    ...(input && { ...input, ...counted(input.results) }),
  }),
  initial: 'starting',
  on: {
    OPEN: { target: '.planning', actions: { type: 'open', params: ({ event }) => event } },
    BILLING_CHANGED: {
      actions: { type: 'keepBilling', params: ({ event }) => ({ canOrder: event.canOrder }) },
    },
  },
  states: {
    starting: {
      always: [
        { guard: 'noOrders', target: 'idle' },
        { guard: 'noneWaiting', target: 'finished' },
        { target: 'paused' },
      ],
    },
    idle: {},
    planning: {
      tags: 'form',
      initial: 'choosing',
      on: {
        LEAVE_OUT: { actions: { type: 'leaveOut', params: ({ event }) => event } },
        PATIENTS_CHANGED: { actions: { type: 'updatePlan', params: ({ event }) => event } },
      },
      states: {
        choosing: {
          on: {
            PLACE: [
              // All patients are left out, and the screen shows it.
              { guard: 'noneWaiting' },
              {
                guard: { type: 'notOrderable', params: ({ event }) => event },
                actions: { type: 'rejectInput', params: ({ event }) => event },
              },
              { target: 'terms', actions: { type: 'keepChoice', params: ({ event }) => event } },
            ],
          },
        },
        terms: {
          tags: 'terms',
          on: {
            AGREE: [
              { guard: 'noneWaiting', target: 'choosing' },
              {
                guard: 'billingIncomplete',
                target: 'choosing',
                actions: { type: 'rejectInput', params: ({ context }) => context },
              },
              { target: '#orderMany.next' },
            ],
            DECLINE: 'choosing',
            // If the guard fails, the handler of `planning` updates the plan.
            PATIENTS_CHANGED: {
              guard: { type: 'plansMore', params: ({ event }) => event },
              target: 'choosing',
              actions: { type: 'updatePlan', params: ({ event }) => event },
            },
          },
        },
      },
    },
    next: {
      always: [
        { guard: 'noneWaiting', target: 'finished', actions: 'announceEnd' },
        { guard: 'pauseWanted', target: 'paused' },
        {
          guard: 'billingIncomplete',
          target: 'paused',
          actions: [
            { type: 'pause', params: { by: 'billing' } },
            { type: 'rejectInput', params: ({ context }) => context },
          ],
        },
        { target: 'sending', actions: 'sendNext' },
      ],
    },
    sending: {
      tags: ['results', 'busy'],
      invoke: {
        id: 'placeOrder',
        src: 'placeOrder',
        input: ({ context }) => ({
          patientId: currentOf(context).patient.patientId,
          frequency: context.frequency,
          kitType: context.kitType,
        }),
        onDone: {
          target: 'next',
          actions: {
            type: 'setAnswer',
            params: ({ event }) => ({ message: event.output.message ?? null }),
          },
        },
        onError: { target: 'next', actions: { type: 'setError', params: caught } },
      },
      on: {
        OPEN: { actions: { type: 'keepNext', params: ({ event }) => event } },
        PATIENTS_CHANGED: { actions: { type: 'updateRest', params: ({ event }) => event } },
        CLEAR_NEXT: { actions: 'clearNext' },
        PAUSE: { actions: { type: 'pause', params: { by: 'user' } } },
        RESUME: { actions: { type: 'pause', params: { by: null } } },
      },
    },
    paused: {
      tags: ['results', 'paused'],
      always: { guard: 'noneWaiting', target: 'finished', actions: 'announceEnd' },
      on: {
        OPEN: { actions: { type: 'keepNext', params: ({ event }) => event } },
        PATIENTS_CHANGED: { actions: { type: 'updateRest', params: ({ event }) => event } },
        RESUME: { target: 'next', actions: 'start' },
        LEAVE_REST: { actions: 'leaveRest' },
        CLEAR_NEXT: { actions: 'clearNext' },
      },
    },
    finished: {
      tags: ['results', 'finished'],
      on: {
        PATIENTS_CHANGED: { actions: { type: 'updateRest', params: ({ event }) => event } },
        // If the guard fails, the root's OPEN plans these patients.
        OPEN: { guard: 'unresolved', actions: { type: 'keepNext', params: ({ event }) => event } },
        ORDER_NEXT: [
          { guard: 'noneNext' },
          {
            target: 'planning',
            actions: { type: 'open', params: ({ context }) => ({ patients: context.next }) },
          },
        ],
        RETRY: [
          { guard: { type: 'noneWithStatus', params: ({ event }) => event } },
          {
            guard: 'billingIncomplete',
            actions: { type: 'rejectInput', params: ({ context }) => context },
          },
          { target: 'next', actions: [{ type: 'queueAgain', params: ({ event }) => event }, 'start'] },
        ],
        DISMISS: [
          { guard: 'noneNext', target: 'idle', actions: 'clear' },
          {
            target: 'planning',
            actions: { type: 'open', params: ({ context }) => ({ patients: context.next }) },
          },
        ],
        CLEAR_NEXT: { actions: 'clearNext' },
      },
    },
  },
});

export type OrderManyActor = ActorRefFrom<typeof orderManyMachine>;

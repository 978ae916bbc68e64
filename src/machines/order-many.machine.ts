import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate';
import type { Answer, KitOrder } from '@/contract';
import type { KitChoice } from '@/domain/kit-choice';
import {
  afterError,
  afterIndividualOrders,
  afterPlaced,
  choiceError,
  counted,
  currentOf,
  hasNext,
  isCountTyped,
  isUnresolved,
  type LeaveOutReason,
  type ManyOrders,
  nothingPlanned,
  type OrderCounts,
  type PatientToOrderFor,
  planFor,
  sendNext,
  type UnfinishedOrders,
  updatedPlan,
  withBilling,
  withLeftOut,
  withNext,
  withoutWaiting,
  withRetried,
} from '@/domain/orders';
import { notProvided } from './failure';

type OrderManyEvent =
  /** Starts again with these patients. While earlier orders or an earlier selection remain, they are added to `next`. */
  | { readonly type: 'OPEN'; readonly patients: readonly PatientToOrderFor[] }
  | { readonly type: 'LEAVE_OUT'; readonly reason: LeaveOutReason; readonly leaveOut: boolean }
  /** Patients were authorized, or got an order in the Order Kit dialog. Other patients may be included. */
  | { readonly type: 'PATIENTS_CHANGED'; readonly patients: readonly PatientToOrderFor[] }
  | { readonly type: 'BILLING_CHANGED'; readonly canOrder: boolean }
  /** `typedCount`: the number of kits, which must be typed for many. */
  | ({ readonly type: 'PLACE'; readonly typedCount?: string } & KitChoice)
  /** `unknown`: the user has confirmed that these orders may be placed twice. */
  | { readonly type: 'RETRY'; readonly status: 'failed' | 'unknown' }
  /** Discards the results and starts again with `next`. */
  | { readonly type: 'ORDER_NEXT' }
  /** Discards the results. The patients in `next` are planned, so that the selection is not lost. */
  | { readonly type: 'DISMISS' }
  | { readonly type: 'AGREE' | 'DECLINE' | 'PAUSE' | 'RESUME' | 'LEAVE_REST' | 'CLEAR_NEXT' };

type OrderManyEmitted = { readonly type: 'finished'; readonly counts: OrderCounts };

/** Why nothing can be ordered now, as a message from §5. All events but PLACE are about the choice made before. */
const problemOf = ({ context, event }: { context: ManyOrders; event: OrderManyEvent }): string | null =>
  choiceError(context.canOrder, event.type === 'PLACE' ? event : context);

/**
 * Orders the same kit for many patients, one call after another (§4 "Order flow", §5 "Order", §8 "Order"). It lives
 * as long as the account is signed in, so that its results outlive the screen. Chart: docs/machines/order-many.md
 *
 * OPEN while orders or their results remain adds the patients to `next`, so that neither results nor a selection are
 * lost. A new plan considers the results: an order that was or may have been placed is not repeated unless the user
 * includes the patient. It pauses by itself when the user is no longer signed in, when two orders in a row got no
 * response, and when the card or the lab is gone. A patient whose order got no response is `unknown`; a retry that is
 * rejected because the order exists counts as placed, as in the order-kit machine.
 */
export const orderManyMachine = setup({
  types: {} as {
    input: UnfinishedOrders | undefined;
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
    notOrderable: (args) => problemOf(args) !== null,
    noOrders: ({ context: { patients } }) => patients.length === 0,
    countNotTyped: ({ context: { counts }, event }) =>
      event.type === 'PLACE' && !isCountTyped(event.typedCount ?? '', counts.waiting),
    noneWaiting: ({ context: { counts } }) => counts.waiting === 0,
    noneWithStatus: ({ context: { counts }, event }) => event.type === 'RETRY' && counts[event.status] === 0,
    noneNext: ({ context }) => !hasNext(context),
    unresolved: ({ context }) => isUnresolved(context.counts) || hasNext(context),
    /** The user has agreed to the terms for the patients planned before. */
    plansMore: ({ context, event }) =>
      event.type === 'PATIENTS_CHANGED' &&
      updatedPlan(context, event.patients).results.some(
        ({ status }, position) => status === 'waiting' && context.results[position]?.status !== 'waiting',
      ),
    pauseRequested: ({ context }) => context.pausedBy !== null,
  },
  actions: {
    planNext: assign(({ context }) => planFor(context, context.next)),
    addToNext: assign(({ context, event }) => {
      assertEvent(event, 'OPEN');
      return withNext(context, event.patients);
    }),
    clearNext: assign({ next: [] }),
    updatePlan: assign(({ context, event }) => {
      assertEvent(event, 'PATIENTS_CHANGED');
      return updatedPlan(context, event.patients);
    }),
    updateOrders: assign(({ context, event }) => {
      assertEvent(event, 'PATIENTS_CHANGED');
      return afterIndividualOrders(context, event.patients);
    }),
    rejectInput: assign((args) => ({ validationError: problemOf(args) })),
    start: assign({ position: 0, pausedBy: null, lostInARow: 0, validationError: null }),
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
    OPEN: {
      target: '.planning',
      actions: assign(({ context, event }) => planFor(context, event.patients)),
    },
    BILLING_CHANGED: {
      actions: assign(({ context, event }) => withBilling(context.validationError, event.canOrder)),
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
        LEAVE_OUT: { actions: assign(({ context, event }) => withLeftOut(context, event)) },
        PATIENTS_CHANGED: { actions: 'updatePlan' },
      },
      states: {
        choosing: {
          on: {
            PLACE: [
              // All patients are left out, and the screen shows it.
              { guard: 'noneWaiting' },
              { guard: 'notOrderable', actions: 'rejectInput' },
              // The form shows it beside its field.
              { guard: 'countNotTyped' },
              {
                target: 'terms',
                actions: assign(({ event: { frequency, kitType } }) => ({
                  frequency,
                  kitType,
                  validationError: null,
                })),
              },
            ],
          },
        },
        terms: {
          tags: 'terms',
          on: {
            AGREE: [
              { guard: 'noneWaiting', target: 'choosing' },
              { guard: 'billingIncomplete', target: 'choosing', actions: 'rejectInput' },
              { target: '#orderMany.next' },
            ],
            DECLINE: 'choosing',
            // If the guard fails, the handler of `planning` updates the plan.
            PATIENTS_CHANGED: { guard: 'plansMore', target: 'choosing', actions: 'updatePlan' },
          },
        },
      },
    },
    next: {
      always: [
        { guard: 'noneWaiting', target: 'finished', actions: 'announceEnd' },
        { guard: 'pauseRequested', target: 'paused' },
        {
          guard: 'billingIncomplete',
          target: 'paused',
          actions: [assign({ pausedBy: 'billing' }), 'rejectInput'],
        },
        { target: 'sending', actions: assign(({ context }) => sendNext(context)) },
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
          actions: assign(({ context, event }) => afterPlaced(context, event.output.message ?? null)),
        },
        onError: {
          target: 'next',
          actions: assign(({ context, event }) => afterError(context, event.error)),
        },
      },
      on: {
        OPEN: { actions: 'addToNext' },
        PATIENTS_CHANGED: { actions: 'updateOrders' },
        CLEAR_NEXT: { actions: 'clearNext' },
        // Takes effect after the running call.
        PAUSE: { actions: assign({ pausedBy: 'user' }) },
        RESUME: { actions: assign({ pausedBy: null }) },
      },
    },
    paused: {
      tags: ['results', 'paused'],
      always: { guard: 'noneWaiting', target: 'finished', actions: 'announceEnd' },
      on: {
        OPEN: { actions: 'addToNext' },
        PATIENTS_CHANGED: { actions: 'updateOrders' },
        CLEAR_NEXT: { actions: 'clearNext' },
        RESUME: { target: 'next', actions: 'start' },
        LEAVE_REST: { actions: assign(({ context }) => withoutWaiting(context)) },
      },
    },
    finished: {
      tags: ['results', 'finished'],
      on: {
        // If the guard fails, the root's OPEN plans these patients.
        OPEN: { guard: 'unresolved', actions: 'addToNext' },
        PATIENTS_CHANGED: { actions: 'updateOrders' },
        CLEAR_NEXT: { actions: 'clearNext' },
        ORDER_NEXT: [{ guard: 'noneNext' }, { target: 'planning', actions: 'planNext' }],
        RETRY: [
          { guard: 'noneWithStatus' },
          { guard: 'billingIncomplete', actions: 'rejectInput' },
          {
            target: 'next',
            actions: [assign(({ context, event }) => withRetried(context, event.status)), 'start'],
          },
        ],
        DISMISS: [
          { guard: 'noneNext', target: 'idle', actions: assign(nothingPlanned) },
          { target: 'planning', actions: 'planNext' },
        ],
      },
    },
  },
});

export type OrderManyActor = ActorRefFrom<typeof orderManyMachine>;

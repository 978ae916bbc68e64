import { assign, emit, enqueueActions, setup } from 'xstate';
import {
  type Answer,
  type Failure,
  isDenied,
  isOutcomeUnknown,
  type KitOrder,
  type PatientId,
} from '@/contract';
import { type Caught, caught, failureOf, notProvided, type ValidationErrorEvent } from './failure';
import { choiceError, type KitChoice, placedEarlier, withBilling } from './order-kit.machine';

/** A patient to order a kit for, and what the page knows about them. */
export interface PatientToOrderFor {
  readonly patientId: PatientId;
  readonly name: string;
  readonly authorized: boolean;
  /** The patient's address confirmation was requested since the user logged in. */
  readonly requested: boolean;
  /** An earlier order got no response, so it may have been placed. */
  readonly unanswered: boolean;
}

/** Why patients are left out unless the user includes them. */
export type LeaveOutReason = 'not-authorized' | 'requested' | 'unanswered';

/** `stopped`: the user left out the patients that were still waiting. */
export type OrderResult =
  | { readonly status: 'left-out'; readonly reason: LeaveOutReason | 'stopped' }
  | { readonly status: 'waiting' | 'sending' }
  /** `message`: the server's message, if it sent one. */
  | { readonly status: 'requested'; readonly message: string | null }
  /** `unknown`: the last try failed, and that try or an earlier one got no response, so it may have been placed. */
  | { readonly status: 'failed' | 'unknown'; readonly failure: Failure | null };

export interface PatientOrder extends PatientToOrderFor {
  readonly result: OrderResult;
}

/** `denied`: the server reported that the user is not signed in. */
export type PauseReason = 'user' | 'no-answer' | 'denied' | 'billing';

interface OrderManyContext extends KitChoice {
  /** In the order in which they are sent. */
  readonly orders: readonly PatientOrder[];
  /** Whether the clinic has stored both a card and a lab. */
  readonly canOrder: boolean;
  /** Patients with one of these reasons are left out. */
  readonly leftOut: ReadonlySet<LeaveOutReason>;
  /** Why the next order is not sent. While an order is being sent: why it will be the last one. */
  readonly pausedBy: PauseReason | null;
  /** Number of orders without a response since the last response. */
  readonly lostInARow: number;
  readonly validationError: string | null;
}

type OrderManyEvent =
  /** Starts again with these patients, unless orders are being sent or wait. */
  | { readonly type: 'OPEN'; readonly patients: readonly PatientToOrderFor[] }
  | { readonly type: 'LEAVE_OUT'; readonly reason: LeaveOutReason; readonly leaveOut: boolean }
  /** Patients were authorized, or ordered for individually. */
  | { readonly type: 'PATIENTS_CHANGED'; readonly patients: readonly PatientToOrderFor[] }
  | { readonly type: 'BILLING_CHANGED'; readonly canOrder: boolean }
  | ({ readonly type: 'PLACE' } & KitChoice)
  | { readonly type: 'AGREE' | 'DECLINE' | 'PAUSE' | 'RESUME' | 'LEAVE_REST' | 'RETRY_FAILED' | 'DISMISS' };

/** Numbers of patients. Those left out are not counted. */
export interface OrderCounts {
  readonly total: number;
  readonly waiting: number;
  readonly requested: number;
  /** Failed, or of unknown outcome. */
  readonly failed: number;
}

type OrderManyEmitted = ({ readonly type: 'finished' } & OrderCounts) | ValidationErrorEvent;

/** After this many orders in a row without a response the next one is not sent. */
const mostLostInARow = 2;

const isWaiting = ({ status }: OrderResult): boolean => status === 'waiting';
const isSending = ({ status }: OrderResult): boolean => status === 'sending';
const hasFailed = ({ status }: OrderResult): boolean => status === 'failed' || status === 'unknown';

/** Counts the orders by their results. */
export function countOrders(orders: readonly PatientOrder[]): OrderCounts {
  const count = (has: (result: OrderResult) => boolean) => orders.filter(({ result }) => has(result)).length;
  return {
    total: count(({ status }) => status !== 'left-out'),
    waiting: count(isWaiting),
    requested: count(({ status }) => status === 'requested'),
    failed: count(hasFailed),
  };
}

/** Returns the order that is being sent; throws an Error if there is none. */
function sendingOf(orders: readonly PatientOrder[]): PatientOrder {
  const found = orders.find(({ result }) => isSending(result));
  if (found === undefined) throw new Error('No order is being sent.');
  return found;
}

/** Why a patient is left out; null if they are ordered for. */
function reasonToLeaveOut(
  { authorized, requested, unanswered }: PatientToOrderFor,
  leftOut: ReadonlySet<LeaveOutReason>,
): LeaveOutReason | null {
  if (!authorized && leftOut.has('not-authorized')) return 'not-authorized';
  if (requested && leftOut.has('requested')) return 'requested';
  return unanswered && leftOut.has('unanswered') ? 'unanswered' : null;
}

/** The orders before anything is sent. */
const planOf = (
  patients: readonly PatientToOrderFor[],
  leftOut: ReadonlySet<LeaveOutReason>,
): readonly PatientOrder[] =>
  patients.map((patient) => {
    const reason = reasonToLeaveOut(patient, leftOut);
    return { ...patient, result: reason === null ? { status: 'waiting' } : { status: 'left-out', reason } };
  });

const byId = (patients: readonly PatientToOrderFor[]): ReadonlyMap<PatientId, PatientToOrderFor> =>
  new Map(patients.map((patient) => [patient.patientId, patient]));

/** Sets the result of every order that matches. */
const withResult = (
  orders: readonly PatientOrder[],
  matches: (result: OrderResult) => boolean,
  result: OrderResult,
): readonly PatientOrder[] => orders.map((order) => (matches(order.result) ? { ...order, result } : order));

/** A patient who was ordered for individually meanwhile is not ordered for again. */
function withoutOrderedMeanwhile(order: PatientOrder, now: PatientToOrderFor | undefined): PatientOrder {
  if (now === undefined || !(isWaiting(order.result) || hasFailed(order.result))) return order;
  return now.requested && !order.requested
    ? { ...order, ...now, result: { status: 'left-out', reason: 'requested' } }
    : { ...order, authorized: now.authorized, unanswered: order.unanswered || now.unanswered };
}

/** What an order's error means for it, and for those after it. */
function afterError(context: OrderManyContext, error: unknown): Partial<OrderManyContext> {
  const { unanswered } = sendingOf(context.orders);
  const earlier = placedEarlier(unanswered, error);
  if (earlier !== null) {
    const { message } = earlier;
    return { orders: withResult(context.orders, isSending, { status: 'requested', message }), lostInARow: 0 };
  }
  const failure = failureOf(error);
  const lost = isOutcomeUnknown(error);
  const lostInARow = lost ? context.lostInARow + 1 : 0;
  const result: OrderResult = { status: lost || unanswered ? 'unknown' : 'failed', failure };
  return {
    orders: context.orders.map((order) =>
      isSending(order.result) ? { ...order, unanswered: unanswered || lost, result } : order,
    ),
    lostInARow,
    pausedBy: isDenied(failure) ? 'denied' : lostInARow >= mostLostInARow ? 'no-answer' : context.pausedBy,
  };
}

const leaveOutAll: ReadonlySet<LeaveOutReason> = new Set(['not-authorized', 'requested', 'unanswered']);

/** The context before the first order and after one was dismissed. */
const nothingPlanned = {
  orders: [],
  leftOut: leaveOutAll,
  frequency: '',
  kitType: '',
  pausedBy: null,
  lostInARow: 0,
  validationError: null,
} satisfies Partial<OrderManyContext>;

/**
 * Orders the same kit for many patients, one call after another (SPEC §4 "Order flow", §5 "Order", §8 "Order"). It lives
 * as long as the account is signed in, so that its results outlive the screen.
 *
 * ```
 * idle → OPEN → planning (choosing → PLACE → terms → AGREE) → next
 * next → sending (the next waiting patient) | paused | finished (emits finished)
 * sending → next, whatever the answer was ; PAUSE there takes effect after the running call
 * paused → RESUME → next ; LEAVE_REST → finished
 * finished → RETRY_FAILED → next ; OPEN → planning ; DISMISS → idle
 * ```
 * It pauses by itself when the user is no longer signed in, when two orders in a row got no response, and when the card or
 * the lab is gone. A patient whose order got no response is `unknown`; a retry that is rejected because the order exists
 * counts as placed, as in the order-kit machine.
 */
export const orderManyMachine = setup({
  types: {} as {
    context: OrderManyContext;
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
    noneWaiting: ({ context }) => !context.orders.some(({ result }) => isWaiting(result)),
    noneFailed: ({ context }) => !context.orders.some(({ result }) => hasFailed(result)),
    pauseWanted: ({ context }) => context.pausedBy !== null,
  },
  actions: {
    open: assign((_, { patients }: { patients: readonly PatientToOrderFor[] }) => ({
      ...nothingPlanned,
      orders: planOf(patients, leaveOutAll),
    })),
    clear: assign(nothingPlanned),
    leaveOut: assign(({ context }, { reason, leaveOut }: { reason: LeaveOutReason; leaveOut: boolean }) => {
      const leftOut = new Set(context.leftOut);
      if (leaveOut) leftOut.add(reason);
      else leftOut.delete(reason);
      return { leftOut, orders: planOf(context.orders, leftOut) };
    }),
    updatePlan: assign(({ context }, { patients }: { patients: readonly PatientToOrderFor[] }) => {
      const now = byId(patients);
      const known = context.orders.map((order) => now.get(order.patientId) ?? order);
      return { orders: planOf(known, context.leftOut) };
    }),
    updateRest: assign(({ context }, { patients }: { patients: readonly PatientToOrderFor[] }) => {
      const now = byId(patients);
      return {
        orders: context.orders.map((order) => withoutOrderedMeanwhile(order, now.get(order.patientId))),
      };
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
    start: assign({ pausedBy: null, lostInARow: 0, validationError: null }),
    queueFailed: assign(({ context }) => ({
      orders: withResult(context.orders, hasFailed, { status: 'waiting' }),
    })),
    leaveRest: assign(({ context }) => ({
      orders: withResult(context.orders, isWaiting, { status: 'left-out', reason: 'stopped' }),
    })),
    markSending: assign(({ context }) => {
      const next = context.orders.findIndex(({ result }) => isWaiting(result));
      return {
        orders: context.orders.map((order, index) =>
          index === next ? { ...order, result: { status: 'sending' as const } } : order,
        ),
      };
    }),
    setAnswer: assign(({ context }, { message }: { message: string | null }) => ({
      orders: withResult(context.orders, isSending, { status: 'requested', message }),
      lostInARow: 0,
    })),
    setError: assign(({ context }, { error }: Caught) => afterError(context, error)),
    announceEnd: emit(({ context }) => ({ type: 'finished', ...countOrders(context.orders) })),
  },
}).createMachine({
  id: 'orderMany',
  context: { ...nothingPlanned, canOrder: false },
  initial: 'idle',
  on: {
    OPEN: { target: '.planning', actions: { type: 'open', params: ({ event }) => event } },
    BILLING_CHANGED: {
      actions: { type: 'keepBilling', params: ({ event }) => ({ canOrder: event.canOrder }) },
    },
  },
  states: {
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
              { target: '#orderMany.next', actions: 'start' },
            ],
            DECLINE: 'choosing',
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
        { target: 'sending', actions: 'markSending' },
      ],
    },
    sending: {
      tags: ['results', 'busy'],
      invoke: {
        id: 'placeOrder',
        src: 'placeOrder',
        input: ({ context: { orders, frequency, kitType } }) => ({
          patientId: sendingOf(orders).patientId,
          frequency,
          kitType,
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
        OPEN: {},
        PAUSE: { actions: { type: 'pause', params: { by: 'user' } } },
        RESUME: { actions: { type: 'pause', params: { by: null } } },
      },
    },
    paused: {
      tags: ['results', 'paused'],
      always: { guard: 'noneWaiting', target: 'finished', actions: 'announceEnd' },
      on: {
        OPEN: {},
        PATIENTS_CHANGED: { actions: { type: 'updateRest', params: ({ event }) => event } },
        RESUME: [
          {
            guard: 'billingIncomplete',
            actions: { type: 'rejectInput', params: ({ context }) => context },
          },
          { target: 'next', actions: 'start' },
        ],
        LEAVE_REST: { actions: 'leaveRest' },
      },
    },
    finished: {
      tags: ['results', 'finished'],
      on: {
        PATIENTS_CHANGED: { actions: { type: 'updateRest', params: ({ event }) => event } },
        RETRY_FAILED: [
          { guard: 'noneFailed' },
          {
            guard: 'billingIncomplete',
            actions: { type: 'rejectInput', params: ({ context }) => context },
          },
          { target: 'next', actions: ['queueFailed', 'start'] },
        ],
        DISMISS: { target: 'idle', actions: 'clear' },
      },
    },
  },
});

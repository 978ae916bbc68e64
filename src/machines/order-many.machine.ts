import { type ActorRefFrom, assign, emit, enqueueActions, setup } from 'xstate';
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
  /** `unanswered`: an earlier order got no response, so it may have been placed. */
  | { readonly status: 'waiting' | 'sending'; readonly unanswered: boolean }
  /** `message`: the server's message, if it sent one. */
  | { readonly status: 'requested'; readonly message: string | null }
  /** `unknown`: the last try failed, and that try or an earlier one got no response, so it may have been placed. */
  | { readonly status: 'failed' | 'unknown'; readonly failure: Failure | null };

/** Number of patients by result. */
export type OrderCounts = Readonly<Record<OrderResult['status'], number>>;

/** `denied`: the server reported that the user is not signed in. */
export type PauseReason = 'user' | 'no-answer' | 'denied' | 'billing';

interface OrderManyContext extends KitChoice {
  /** In the order in which they are sent. */
  readonly patients: readonly PatientToOrderFor[];
  /** The result of each of `patients`, by position. */
  readonly results: readonly OrderResult[];
  readonly counts: OrderCounts;
  /** The position of the order that is being sent or was sent last. */
  readonly position: number;
  /** Selected while the orders above waited or had results to resolve: the user may order for them next. */
  readonly next: readonly PatientToOrderFor[];
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

/** Orders of a session that has ended. */
export type KeptOrders = Pick<OrderManyContext, 'patients' | 'results' | 'frequency' | 'kitType' | 'next'>;

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

/** After this many orders in a row without a response the next one is not sent. */
const mostLostInARow = 2;

/** Whether orders failed or may have been placed: their results are kept until the user retries or dismisses them. */
export const isUnresolved = ({ failed, unknown }: OrderCounts): boolean => failed + unknown > 0;

const isUnanswered = (result: OrderResult): boolean =>
  result.status === 'unknown' || ('unanswered' in result && result.unanswered);

const noCounts: OrderCounts = {
  waiting: 0,
  sending: 0,
  requested: 0,
  failed: 0,
  unknown: 0,
  'left-out': 0,
};

type Counted = Pick<OrderManyContext, 'results' | 'counts'>;

function counted(results: readonly OrderResult[]): Counted {
  const counts = { ...noCounts };
  for (const { status } of results) counts[status] += 1;
  return { results, counts };
}

/** Adds what the results report of the patients, who may have been selected before. */
function withResults(
  selected: readonly PatientToOrderFor[],
  { patients, results }: Pick<OrderManyContext, 'patients' | 'results'>,
): readonly PatientToOrderFor[] {
  const known = new Map(patients.map(({ patientId }, position) => [patientId, results[position]]));
  return selected.map((patient) => {
    const result = known.get(patient.patientId);
    if (result === undefined) return patient;
    const reason = 'reason' in result ? result.reason : null;
    return {
      ...patient,
      requested: patient.requested || result.status === 'requested' || reason === 'requested',
      unanswered: patient.unanswered || isUnanswered(result) || reason === 'unanswered',
    };
  });
}

/**
 * Returns the patients who were selected to order for next, as the results are now. It leaves out those whose orders
 * still wait or are being sent.
 */
export function nextPatients({
  patients,
  results,
  next,
}: Pick<OrderManyContext, 'patients' | 'results' | 'next'>): readonly PatientToOrderFor[] {
  if (next.length === 0) return next;
  const inProgress = new Set(
    patients
      .filter((_, position) => ['waiting', 'sending'].includes(results[position]?.status ?? ''))
      .map(({ patientId }) => patientId),
  );
  return withResults(
    next.filter(({ patientId }) => !inProgress.has(patientId)),
    { patients, results },
  );
}

/** Whether patients are left to order for next: those who were asked meanwhile need no order. */
export const hasNext = (context: Pick<OrderManyContext, 'patients' | 'results' | 'next'>): boolean =>
  nextPatients(context).some(({ requested }) => !requested);

/**
 * Returns what to keep of the orders when their session ends without Logout; null if none waits, failed or is unknown, and
 * no one is left to order for next. An order that was being sent may have been placed.
 */
export function unresolvedOrders(context: OrderManyContext): KeptOrders | null {
  const { patients, results, counts, frequency, kitType, next } = context;
  if (counts.waiting + counts.sending === 0 && !isUnresolved(counts) && !hasNext(context)) return null;
  const ended = results.map(
    (result): OrderResult => (result.status === 'sending' ? { status: 'unknown', failure: null } : result),
  );
  return { patients, results: ended, frequency, kitType, next };
}

/** Returns the patient at the context's position and their result; throws an Error if there is none. */
function currentOf({
  patients,
  results,
  position,
}: Pick<OrderManyContext, 'patients' | 'results' | 'position'>) {
  const patient = patients[position];
  const result = results[position];
  if (patient === undefined || result === undefined) throw new Error(`There is no order ${position}.`);
  return { patient, result };
}

/** Sets the result of the current patient. The other results are not counted again, because there may be thousands. */
function withCurrent(context: OrderManyContext, result: OrderResult): Counted {
  const { results, counts, position } = context;
  const before = currentOf(context).result.status;
  const without = { ...counts, [before]: counts[before] - 1 };
  return {
    results: results.with(position, result),
    counts: { ...without, [result.status]: without[result.status] + 1 },
  };
}

/** Moves on to the next waiting patient: none waits before the current one. */
function sendNext(context: OrderManyContext): Partial<OrderManyContext> {
  const { results } = context;
  let { position } = context;
  while (position < results.length && results[position]?.status !== 'waiting') position += 1;
  const current = { ...context, position };
  const unanswered = isUnanswered(currentOf(current).result);
  return { position, ...withCurrent(current, { status: 'sending', unanswered }) };
}

const leaveOutReasons = ['not-authorized', 'requested', 'unanswered'] as const;

/** The reasons to leave a patient out, the first one first. */
const reasonsFor = ({ authorized, requested, unanswered }: PatientToOrderFor): readonly LeaveOutReason[] => {
  const applies = { 'not-authorized': !authorized, requested, unanswered };
  return leaveOutReasons.filter((reason) => applies[reason]);
};

/** The patients, and their results before anything is sent. */
function planOf(
  patients: readonly PatientToOrderFor[],
  leftOut: ReadonlySet<LeaveOutReason>,
): Counted & Pick<OrderManyContext, 'patients'> {
  const results = patients.map((patient): OrderResult => {
    const reason = reasonsFor(patient).find((applying) => leftOut.has(applying));
    return reason === undefined
      ? { status: 'waiting', unanswered: patient.unanswered }
      : { status: 'left-out', reason };
  });
  return { patients, ...counted(results) };
}

/** Returns the patients as they are now. */
function updated(
  patients: readonly PatientToOrderFor[],
  changed: readonly PatientToOrderFor[],
): readonly PatientToOrderFor[] {
  const now = new Map(changed.map((patient) => [patient.patientId, patient]));
  return patients.map((patient) => now.get(patient.patientId) ?? patient);
}

/**
 * The plan with the patients as they are now. A reason that applies to a patient only now leaves out all whom it applies
 * to: the user included the others only.
 */
function updatedPlan(context: OrderManyContext, changed: readonly PatientToOrderFor[]) {
  const patients = updated(context.patients, changed);
  const leftOut = new Set(context.leftOut);
  patients.forEach((patient, position) => {
    const before = context.patients[position];
    if (before === patient || before === undefined) return;
    const known = reasonsFor(before);
    for (const reason of reasonsFor(patient)) if (!known.includes(reason)) leftOut.add(reason);
  });
  return { leftOut, ...planOf(patients, leftOut) };
}

/**
 * The result of a patient whose order was not placed yet: who was ordered for individually meanwhile is left out. An order
 * that is being sent is the second one then, so the first one may have been placed if it fails.
 *
 * @param planned the patient as of the start of the orders
 * @param now the patient as of now
 */
function afterIndividualOrder(
  result: OrderResult,
  planned: PatientToOrderFor | undefined,
  now: PatientToOrderFor | undefined,
): OrderResult {
  const { status } = result;
  if (planned === undefined || now === undefined || status === 'requested' || status === 'left-out')
    return result;
  const requested = now.requested && !planned.requested;
  const unanswered = now.unanswered && !isUnanswered(result);
  if (!requested && !unanswered) return result;
  if (status === 'sending') return { status, unanswered: true };
  return { status: 'left-out', reason: requested ? 'requested' : 'unanswered' };
}

/** A waiting patient is left out, but an earlier order that may have been placed stays listed. */
function leftOutIfWaiting(result: OrderResult): OrderResult {
  if (result.status !== 'waiting') return result;
  return result.unanswered ? { status: 'unknown', failure: null } : { status: 'left-out', reason: 'stopped' };
}

/** The current order was placed, so its patient is not ordered for next: they may have been selected while it had failed. */
function afterPlaced(context: OrderManyContext, message: string | null): Partial<OrderManyContext> {
  const { patientId } = currentOf(context).patient;
  return {
    ...withCurrent(context, { status: 'requested', message }),
    next: context.next.filter((patient) => patient.patientId !== patientId),
    lostInARow: 0,
  };
}

/** What an order's error means for it, and for those after it. */
function afterError(context: OrderManyContext, error: unknown): Partial<OrderManyContext> {
  const unanswered = isUnanswered(currentOf(context).result);
  const earlier = placedEarlier(unanswered, error);
  if (earlier !== null) return afterPlaced(context, earlier.message);
  const failure = failureOf(error);
  const lost = isOutcomeUnknown(error);
  const lostInARow = lost ? context.lostInARow + 1 : 0;
  return {
    ...withCurrent(context, { status: lost || unanswered ? 'unknown' : 'failed', failure }),
    lostInARow,
    pausedBy: isDenied(failure) ? 'denied' : lostInARow >= mostLostInARow ? 'no-answer' : context.pausedBy,
  };
}

const leaveOutAll: ReadonlySet<LeaveOutReason> = new Set(leaveOutReasons);

/** The context before the first order and after one was dismissed. */
const nothingPlanned = {
  patients: [],
  results: [],
  counts: noCounts,
  position: 0,
  next: [],
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

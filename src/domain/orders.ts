import {
  type Failure,
  failureMessage,
  isBlank,
  isDenied,
  isFailure,
  isOutcomeUnknown,
  type PatientId,
  reportsDuplicate,
  validationMessages,
} from '@/contract';
import type { KitChoice } from './kit-choice';

/*
 * Orders, and how each event changes them, without the order of the steps: for the machines of one order and of many, and
 * for the screens that show them.
 */

/** The outcome of an order that was placed. */
export interface PlacedOrder {
  /** The server's message about the order. */
  readonly message: string | null;
  /** The order was placed by an earlier try without a response. */
  readonly placedBefore: boolean;
}

/** Returns why a choice can't be ordered, as a message from §5; null if it can. */
export function choiceError(canOrder: boolean, { frequency, kitType }: KitChoice): string | null {
  if (!canOrder) return validationMessages.billingIncomplete;
  return isBlank(frequency) || isBlank(kitType) ? validationMessages.requiredFields : null;
}

/** Returns the context after a change of card or lab: the message that asks for them is gone once both exist. */
export const withBilling = (validationError: string | null, canOrder: boolean) => ({
  canOrder,
  validationError:
    canOrder && validationError === validationMessages.billingIncomplete ? null : validationError,
});

/**
 * Returns the result of an order that an earlier try without a response has placed: the server rejects this try because
 * the order exists. Its message is the server's, or §8's for a 400, whatever the status was.
 *
 * @param unanswered an earlier order for the patient got no response
 * @param error why this try failed
 * @returns null if the error means anything else
 */
export const placedEarlier = (unanswered: boolean, error: unknown): PlacedOrder | null =>
  unanswered && reportsDuplicate(error)
    ? { message: failureMessage({ ...error, status: 400 }), placedBefore: true }
    : null;

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
  /**
   * `failed`: another try may succeed. `rejected`: it can't. `exists`: the patient has an order already. `unknown`: the
   * last try failed, and that try or an earlier one got no response, so it may have been placed.
   */
  | { readonly status: 'failed' | 'rejected' | 'exists' | 'unknown'; readonly failure: Failure | null };

/** Number of patients by result. */
export type OrderCounts = Readonly<Record<OrderResult['status'], number>>;

/** `denied`: the server reported that the user is not signed in. */
export type PauseReason = 'user' | 'no-answer' | 'denied' | 'billing';

/** The orders for many patients: the context of their machine. */
export interface ManyOrders extends KitChoice {
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

/** What is left of the orders when their session has ended. */
export type UnfinishedOrders = Pick<ManyOrders, 'patients' | 'results' | 'frequency' | 'kitType' | 'next'>;

/** After this many orders in a row without a response the next one is not sent. */
const mostLostInARow = 2;

/** Whether orders failed or may have been placed: their results are kept until the user retries or dismisses them. */
export const isUnresolved = ({ failed, rejected, unknown }: OrderCounts): boolean =>
  failed + rejected + unknown > 0;

/** The most kits that are ordered at once without typing their number. */
const mostKitsUntyped = 50;

/** Whether the user must type the number of kits before they are ordered. */
export const mustTypeCount = (kits: number): boolean => kits > mostKitsUntyped;

/** Whether the number of kits is typed where it must be; separators such as in "7,778" don't matter. */
export const isCountTyped = (typed: string, kits: number): boolean =>
  !mustTypeCount(kits) || typed.replaceAll(/\D/g, '') === String(kits);

const isUnanswered = (result: OrderResult): boolean =>
  result.status === 'unknown' || ('unanswered' in result && result.unanswered);

const noCounts: OrderCounts = {
  waiting: 0,
  sending: 0,
  requested: 0,
  exists: 0,
  failed: 0,
  rejected: 0,
  unknown: 0,
  'left-out': 0,
};

type Counted = Pick<ManyOrders, 'results' | 'counts'>;

export function counted(results: readonly OrderResult[]): Counted {
  const counts = { ...noCounts };
  for (const { status } of results) counts[status] += 1;
  return { results, counts };
}

/** Adds to each patient what an earlier result says of their order. */
export function withResults(
  selected: readonly PatientToOrderFor[],
  { patients, results }: Pick<ManyOrders, 'patients' | 'results'>,
): readonly PatientToOrderFor[] {
  const resultById = new Map(patients.map(({ patientId }, position) => [patientId, results[position]]));
  return selected.map((patient) => {
    const result = resultById.get(patient.patientId);
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
 * Returns the patients of the next orders, updated by the current results, without the patients whose order still waits
 * or is being sent.
 */
export function nextPatients({
  patients,
  results,
  next,
}: Pick<ManyOrders, 'patients' | 'results' | 'next'>): readonly PatientToOrderFor[] {
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

/** Whether a patient of the next orders still needs one: not who has been asked to confirm the address since. */
export const hasNext = (context: Pick<ManyOrders, 'patients' | 'results' | 'next'>): boolean =>
  nextPatients(context).some(({ requested }) => !requested);

/**
 * Returns what is left of the orders when their session ends without Logout; null if no order waits, failed or is unknown
 * and no patient needs a next one. An order that was being sent may have been placed.
 */
export function unresolvedOrders(context: ManyOrders): UnfinishedOrders | null {
  const { patients, results, counts, frequency, kitType, next } = context;
  if (counts.waiting + counts.sending === 0 && !isUnresolved(counts) && !hasNext(context)) return null;
  const ended = results.map(
    (result): OrderResult => (result.status === 'sending' ? { status: 'unknown', failure: null } : result),
  );
  return { patients, results: ended, frequency, kitType, next };
}

/** Returns the patient at the context's position and their result; throws an Error if there is none. */
export function currentOf({
  patients,
  results,
  position,
}: Pick<ManyOrders, 'patients' | 'results' | 'position'>) {
  const patient = patients[position];
  const result = results[position];
  if (patient === undefined || result === undefined) throw new Error(`There is no order ${position}.`);
  return { patient, result };
}

/** Sets the result of the current patient. The other results are not counted again, because there may be thousands. */
function withCurrent(context: ManyOrders, result: OrderResult): Counted {
  const { results, counts, position } = context;
  const before = currentOf(context).result.status;
  const without = { ...counts, [before]: counts[before] - 1 };
  return {
    results: results.with(position, result),
    counts: { ...without, [result.status]: without[result.status] + 1 },
  };
}

/** Moves on to the next waiting patient: none waits before the current one. */
export function sendNext(context: ManyOrders): Partial<ManyOrders> {
  const { results } = context;
  let { position } = context;
  while (position < results.length && results[position]?.status !== 'waiting') position += 1;
  const current = { ...context, position };
  const unanswered = isUnanswered(currentOf(current).result);
  return { position, ...withCurrent(current, { status: 'sending', unanswered }) };
}

const leaveOutReasons = ['not-authorized', 'requested', 'unanswered'] as const;

/** The reasons to leave a patient out; the first one counts. */
const reasonsFor = ({ authorized, requested, unanswered }: PatientToOrderFor): readonly LeaveOutReason[] => {
  const applies = { 'not-authorized': !authorized, requested, unanswered };
  return leaveOutReasons.filter((reason) => applies[reason]);
};

/** The patients, and their results before anything is sent. */
function planOf(
  patients: readonly PatientToOrderFor[],
  leftOut: ReadonlySet<LeaveOutReason>,
): Counted & Pick<ManyOrders, 'patients'> {
  const results = patients.map((patient): OrderResult => {
    const reason = reasonsFor(patient).find((applying) => leftOut.has(applying));
    return reason === undefined
      ? { status: 'waiting', unanswered: patient.unanswered }
      : { status: 'left-out', reason };
  });
  return { patients, ...counted(results) };
}

/** Returns the plan after the user has left out or included all patients with a reason. */
export function withLeftOut(
  { patients, leftOut }: ManyOrders,
  { reason, leaveOut }: { readonly reason: LeaveOutReason; readonly leaveOut: boolean },
) {
  const reasons = new Set(leftOut);
  if (leaveOut) reasons.add(reason);
  else reasons.delete(reason);
  return { leftOut: reasons, ...planOf(patients, reasons) };
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
 * Returns the plan with the current patients. If a reason is new for one of them, all patients with this reason are left
 * out: the user has included the others only.
 */
export function updatedPlan(context: ManyOrders, changed: readonly PatientToOrderFor[]) {
  const patients = updated(context.patients, changed);
  const leftOut = new Set(context.leftOut);
  patients.forEach((patient, position) => {
    const before = context.patients[position];
    if (before === patient || before === undefined) return;
    const reasonsBefore = reasonsFor(before);
    for (const reason of reasonsFor(patient)) if (!reasonsBefore.includes(reason)) leftOut.add(reason);
  });
  return { leftOut, ...planOf(patients, leftOut) };
}

/**
 * Returns a patient's result after an order in the Order Kit dialog: the patient is left out if nothing was sent yet. An
 * order that is being sent is then the second one: if it fails, the first one may still have been placed.
 *
 * @param planned the patient when the orders started
 * @param now the current patient
 */
export function afterIndividualOrder(
  result: OrderResult,
  planned: PatientToOrderFor | undefined,
  now: PatientToOrderFor | undefined,
): OrderResult {
  const { status } = result;
  if (planned === undefined || now === undefined || ['requested', 'exists', 'left-out'].includes(status))
    return result;
  const requested = now.requested && !planned.requested;
  const unanswered = now.unanswered && !isUnanswered(result);
  if (!requested && !unanswered) return result;
  if (status === 'sending') return { status, unanswered: true };
  return { status: 'left-out', reason: requested ? 'requested' : 'unanswered' };
}

/** Returns the orders after a change of their patients, some of whom may have an order by now. */
export function afterIndividualOrders(context: ManyOrders, changed: readonly PatientToOrderFor[]) {
  const now = updated(context.patients, changed);
  const results = context.results.map((result, position) =>
    afterIndividualOrder(result, context.patients[position], now[position]),
  );
  return { ...counted(results), next: updated(context.next, changed) };
}

/** Leaves out the waiting patients. An earlier order that may have been placed stays listed. */
export const withoutWaiting = ({ results }: ManyOrders): Counted =>
  counted(
    results.map((result) => {
      if (result.status !== 'waiting') return result;
      return result.unanswered
        ? { status: 'unknown', failure: null }
        : { status: 'left-out', reason: 'stopped' };
    }),
  );

/** The failed or unknown orders wait again. */
export function withRetried({ results }: ManyOrders, status: 'failed' | 'unknown'): Counted {
  const waiting = { status: 'waiting', unanswered: status === 'unknown' } as const;
  return counted(results.map((result) => (result.status === status ? waiting : result)));
}

/** Adds patients to the next orders. */
export const withNext = ({ next }: ManyOrders, patients: readonly PatientToOrderFor[]) => ({
  next: [...new Map([...next, ...patients].map((patient) => [patient.patientId, patient])).values()],
});

/** The current order was placed. Its patient leaves `next`, where an earlier failure may have put them. */
export function afterPlaced(context: ManyOrders, message: string | null): Partial<ManyOrders> {
  const { patientId } = currentOf(context).patient;
  return {
    ...withCurrent(context, { status: 'requested', message }),
    next: context.next.filter((patient) => patient.patientId !== patientId),
    lostInARow: 0,
  };
}

/** Rejections that may end by themselves: a login that has ended, and a server that is busy. */
const temporaryStatuses = [401, 408, 425, 429];

/** What a definite failure means for the order. */
function statusAfter(failure: Failure | null): 'exists' | 'rejected' | 'failed' {
  const status = failure?.kind === 'status' ? (failure.status ?? 0) : 0;
  if (reportsDuplicate(failure)) return 'exists';
  return status >= 400 && status < 500 && !temporaryStatuses.includes(status) ? 'rejected' : 'failed';
}

/** What an order's error means for it, and for those after it. */
export function afterError(context: ManyOrders, error: unknown): Partial<ManyOrders> {
  const unanswered = isUnanswered(currentOf(context).result);
  const earlier = placedEarlier(unanswered, error);
  if (earlier !== null) return afterPlaced(context, earlier.message);
  const failure = isFailure(error) ? error : null;
  const lost = isOutcomeUnknown(error);
  const lostInARow = lost ? context.lostInARow + 1 : 0;
  return {
    ...withCurrent(context, { status: lost || unanswered ? 'unknown' : statusAfter(failure), failure }),
    lostInARow,
    pausedBy: isDenied(failure) ? 'denied' : lostInARow >= mostLostInARow ? 'no-answer' : context.pausedBy,
  };
}

const leaveOutAll: ReadonlySet<LeaveOutReason> = new Set(leaveOutReasons);

/** The context before the first order and after one was dismissed. */
export const nothingPlanned = {
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
} satisfies Partial<ManyOrders>;

/** Returns a new plan for the patients. A patient with an order that was or may have been placed is left out. */
export const planFor = (context: ManyOrders, patients: readonly PatientToOrderFor[]) => ({
  ...nothingPlanned,
  ...planOf(withResults(patients, context), leaveOutAll),
});

/** Counts the orders that wait, are being sent, failed or may have been placed. */
export const countUnfinished = ({ results }: UnfinishedOrders): number =>
  results.filter(({ status }) => !['requested', 'exists', 'left-out'].includes(status)).length;

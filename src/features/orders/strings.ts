import { notLoaded, type RequiredLabField } from '@/contract';
import type { LeaveOutReason, OrderCounts, PauseReason } from '@/domain/orders';
import { counted, groupedCount } from '@/lib/grouped-count';

// From §2 and §4, exact: do not reword.
export const fixed = {
  /** The patient table of the Authenticate section. */
  picker: {
    authenticating: 'Authenticating',
    authenticate: 'Authenticate',
  },
  /** The Order Kit dialog. */
  order: {
    title: 'Order Kit',
    cancel: 'Cancel',
    placing: 'Placing Order...',
    place: 'Place Order',
    frequency: 'Frequency',
    kitType: 'Kit Type',
    price: (amount: string) => `Price: $${amount}`,
  },
  /** The page "Confirm Your Address". */
  confirmation: {
    title: 'Confirm Your Address',
    confirm: 'Confirm Address',
    dialogTitle: 'Confirm Action',
    question: 'Are you sure you?',
    confirmed: 'Address Confirmed',
  },
} as const;

/** What hides patients of the list. */
export interface HiddenBy {
  readonly search: boolean;
  readonly filter: boolean;
}

const hiding = ({ search, filter }: HiddenBy): string =>
  filter ? (search ? 'your search and filter' : 'your filter') : 'your search';

const patients = (count: number) => counted(count, 'patient');

const minute = (count: number) => (count === 1 ? '1 minute ago' : `${count} minutes ago`);
const hour = (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`);

/** The age of an event in minutes, such as "5 minutes ago". */
function ago(minutes: number): string {
  if (minutes < 1) return 'just now';
  return minutes < 60 ? minute(minutes) : hour(Math.floor(minutes / 60));
}

/** The same in a column. */
function agoInShort(minutes: number): string {
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** How many names a notice lists. */
const mostNames = 20;

/** "Ann Lee, Bo Chen and 3 more". */
function names(all: readonly string[]): string {
  const joined = all.slice(0, mostNames).join(', ');
  return all.length > mostNames ? `${joined} and ${groupedCount(all.length - mostNames)} more` : joined;
}

/** Why "Order Kits" sends nothing at the moment. */
const pausedBy: Readonly<Record<PauseReason, string>> = {
  user: 'Paused.',
  'no-answer': 'Paused: two orders in a row got no response.',
  denied: 'Paused: the server no longer accepts your login.',
  billing: 'Paused: your card details or lab details are missing.',
};

// Ours: free to reword.
export const strings = {
  /** The notice above the patients until orders can be placed. */
  readiness: {
    addCard: 'Add card details',
    addLab: 'Add lab details',
    unknown: 'We couldn’t check your card details and lab details.',
    missing: (parts: readonly string[]) => `Still missing: ${parts.join(' and ')}.`,
    card: 'card details',
    lab: 'lab details',
    labFields: (fields: readonly string[]) => `lab details (${fields.join(', ')})`,
    labField: {
      lab_name: 'lab name',
      lab_id_no: 'lab identification number',
      lab_phone: 'phone',
      lab_street: 'street',
      lab_city: 'city',
      lab_postal_code: 'postal code',
      lab_state: 'state',
      lab_country: 'country',
      instructions: 'sample drop-off instructions',
    } satisfies Record<RequiredLabField, string>,
  },
  /** The patient table of the Authenticate section. */
  picker: {
    table: 'Patients to authenticate',
    emptyHint:
      'Here you authenticate your patients, order their kits and book appointments. Add the first ones to begin.',
    selectAll: 'Select all',
    selectedCount: (count: number) => `${groupedCount(count)} selected`,
    hiddenCount: (count: number, by: HiddenBy) => `, ${groupedCount(count)} hidden by ${hiding(by)}`,
    filter: 'Filter by status',
    all: 'All',
    /** The question before hidden patients are authenticated. */
    authenticateTitle: (count: number) =>
      count === 1 ? 'Authenticate 1 patient?' : `Authenticate ${groupedCount(count)} patients?`,
    authenticateHidden: (hidden: number, count: number, by: HiddenBy) => {
      if (count === 1) return `This patient is hidden by ${hiding(by)}.`;
      if (hidden === count) return `All of them are hidden by ${hiding(by)}.`;
      return `${groupedCount(hidden)} of them ${hidden === 1 ? 'is' : 'are'} hidden by ${hiding(by)}.`;
    },
    authenticateAll: (count: number) => `Authenticate ${groupedCount(count)}`,
    authenticateVisible: (count: number) => `Only the ${groupedCount(count)} shown`,
    orderKits: 'Order kits',
  },
  /** Its columns and row actions. */
  columns: {
    selected: 'Select',
    status: 'Status',
    authorized: 'Authorized',
    notAuthorized: 'Not authorized',
    actions: 'Actions',
    select: (name: string) => `Select ${name}`,
    book: 'Book appointment',
    bookFor: (name: string) => `Book appointment for ${name}`,
    order: 'Order kit',
    orderFor: (name: string) => `Order kit for ${name}`,
  },
  /** The Order Kit dialog. */
  order: {
    name: 'Name',
    email: 'Email',
    age: 'Age',
    chooseFrequency: 'Choose a frequency',
    noKits: 'No kits are available right now.',
    chooseKit: 'Choose a kit',
    missing: {
      frequency: 'Choose a frequency.',
      kitType: 'Choose a kit.',
    },
    kitsNotLoaded: notLoaded('the kits'),
    status: 'Status',
    kitWithPrice: (name: string, amount: string) => `${name}, $${amount}`,
    differs:
      'These patients weren’t all saved with the same kit and frequency. Choose for all of them, or order for each in the list.',
    count: 'Number of kits',
    typeCount: (count: number) => `Type ${groupedCount(count)} to confirm how many kits you order.`,
    forEach: (count: number, total: string | null) =>
      ` for each of ${patients(count)}${total === null ? '' : `, $${total} in total`}`,
    notAuthorized: (name: string) =>
      `${name} isn’t authorized yet, so the server may reject this order. Authenticate this patient first.`,
  },
  /** Beside the status of a patient whose order was rejected because of this. */
  hasOrder: 'Has an order',
  /** A patient's last order, for as long as the page knows it. */
  requested: (minutes: number) => `Address confirmation requested, ${ago(minutes)}`,
  asked: (minutes: number) => `Asked ${agoInShort(minutes)}`,
  /** The Order Kits dialog, for many patients. */
  many: {
    title: 'Order Kits',
    toOrder: (count: number) => {
      if (count === 0) return 'All selected patients are left out. Include some to order kits.';
      return count === 1
        ? 'You’re ordering a kit for 1 patient.'
        : `You’re ordering a kit for each of ${patients(count)}.`;
    },
    group: {
      'not-authorized': (all: readonly string[]) =>
        `Not authorized (${groupedCount(all.length)}): ${names(all)}.`,
      requested: (all: readonly string[]) =>
        `Address confirmation already requested (${groupedCount(all.length)}): ${names(all)}.`,
      unanswered: (all: readonly string[]) =>
        `We didn’t get a response to an earlier order, which may have been placed (${groupedCount(all.length)}): ${names(all)}. Check with the patient or your lab before you order again. All sales are final.`,
    } satisfies Record<LeaveOutReason, (all: readonly string[]) => string>,
    leaveOut: {
      'not-authorized': (count: number) =>
        count === 1
          ? 'Leave out the patient who isn’t authorized'
          : `Leave out the ${groupedCount(count)} patients who aren’t authorized`,
      requested: (count: number) =>
        count === 1
          ? 'Leave out the patient who was already asked'
          : `Leave out the ${groupedCount(count)} patients who were already asked`,
      unanswered: (count: number) =>
        count === 1
          ? 'Leave out the patient whose order may have been placed'
          : `Leave out the ${groupedCount(count)} patients whose orders may have been placed`,
    } satisfies Record<LeaveOutReason, (count: number) => string>,
    ordering: 'Ordering kits',
    progress: (done: number, total: number) => `${groupedCount(done)} of ${groupedCount(total)}`,
    now: (name: string) => `Ordering for ${name}`,
    pause: 'Pause',
    pausing: 'Pausing...',
    resume: 'Resume',
    done: 'Done',
    leaveRest: (count: number) =>
      count === 1 ? 'Leave out the last patient' : `Leave out the other ${patients(count)}`,
    retry: (count: number) => `Try again for ${patients(count)}`,
    paused: (by: PauseReason, waiting: number) => `${pausedBy[by]} ${patients(waiting)} still waiting.`,
    /** After the last order. */
    summary: ({ requested, exists, failed, rejected, unknown }: OrderCounts) => {
      const notPlaced = failed + rejected;
      const total = requested + exists + notPlaced + unknown;
      if (requested === total) return `Address confirmation requested for ${patients(total)}.`;
      return [
        `Address confirmation requested for ${groupedCount(requested)} of ${patients(total)}.`,
        ...(exists === 0
          ? []
          : [`${groupedCount(exists)} already ${exists === 1 ? 'has' : 'have'} an order.`]),
        ...(notPlaced === 0 ? [] : [`${groupedCount(notPlaced)} failed.`]),
        ...(unknown === 0 ? [] : [`${groupedCount(unknown)} may or may not have been placed.`]),
      ].join(' ');
    },
    /** Orders without a response, and sending them again. */
    unknown: (all: readonly string[]) =>
      `We didn’t get a response (${groupedCount(all.length)}): ${names(all)}. A placed order emails the patient to confirm the address, so check with the patient or your lab before you order again.`,
    orderAgain: (count: number) => `Order again for ${patients(count)}`,
    orderAgainTitle: 'Order a second time?',
    orderAgainConfirm: 'Order again',
    orderAgainRisk: (count: number) =>
      count === 1
        ? 'We may have placed the first order although we got no response. If we did, a second kit may be ordered and charged. All sales are final.'
        : 'We may have placed some of the first orders although we got no response. For each of those, a second kit may be ordered and charged. All sales are final.',
    /** Patients who were selected while these orders waited or had results to resolve. */
    theseFirst: 'Finish these orders first: resume them, or leave out the patients still waiting.',
    next: (all: readonly string[]) =>
      `Selected to order for next (${groupedCount(all.length)}): ${names(all)}.`,
    orderNext: (count: number) => `Order for ${patients(count)}`,
    clearNext: 'Clear this selection',
    dismissAndOrderNext: (count: number) => `Dismiss results and order for ${patients(count)}`,
    pausedNotice: (waiting: number) => `Ordering kits is paused. ${patients(waiting)} still waiting.`,
    show: 'Show results',
    dismiss: 'Dismiss',
    /** The table of results. */
    results: 'Results',
    patient: 'Patient',
    result: 'Result',
    waiting: 'Waiting',
    notPlaced: 'We couldn’t place this order.',
    leftOut: {
      'not-authorized': 'Left out: not authorized',
      requested: 'Left out: address confirmation already requested',
      unanswered: 'Left out: an earlier order may have been placed',
      stopped: 'Left out',
    } satisfies Record<LeaveOutReason | 'stopped', string>,
  },
  /** The page "Confirm Your Address". */
  confirmation: {
    description:
      'Your clinic wants to send you a kit. The email with this link shows your clinic and the address: check it, then confirm.',
    wrong: 'This is wrong',
    whatIsWrong:
      'Don’t confirm it. Contact the clinic that ordered the kit for you: it can correct the address and order again.',
    follow: 'To follow your kit, log in, or sign up with the email address that got this link.',
    logIn: 'Log In',
    signUp: 'Sign Up',
    mayBeConfirmed:
      'We didn’t get a response, so your address may already be confirmed. If your order isn’t on its way soon, ask your clinic.',
    whatNext: 'Your order is being processed. You can close this page now.',
    confirmedBefore:
      'You have already confirmed your address with this link, and your order is being processed. You can close this page now.',
    again: 'Confirm again',
  },
} as const;

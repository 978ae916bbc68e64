import { notLoaded } from '@/contract';
import { groupedCount } from '@/lib/grouped-count';
import { patientList } from '@/lib/patient-list';
import type { HiddenBy } from './patient-selection';

// From SPEC §2 and §4, exact: do not reword.
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

const hiding = ({ search, filter }: HiddenBy): string =>
  filter ? (search ? 'your search and filter' : 'your filter') : 'your search';

// Ours: free to reword.
export const strings = {
  /** The notice above the patients until orders can be placed. */
  readiness: {
    addCard: 'Add card details',
    addLab: 'Add lab details',
    unknown: 'We couldn’t check your card details and lab details.',
  },
  /** The patient table of the Authenticate section. */
  picker: {
    ...patientList,
    table: 'Patients to authenticate',
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
    authenticateShown: (count: number) => `Only the ${groupedCount(count)} shown`,
  },
  /** Its columns and row actions. */
  columns: {
    selected: 'Select',
    name: 'Name',
    email: 'Email',
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
    noKits: 'There are no kits to order at the moment.',
    loadingKits: 'Loading...',
    chooseKit: 'Choose a kit',
    kitsNotLoaded: notLoaded('the kits'),
  },
  /** The page "Confirm Your Address". */
  confirmation: {
    description: 'Your clinic would like to send a kit to the address that it has on file for you.',
    mayBeConfirmed:
      'We didn’t get a response, so your address may already be confirmed. If your order isn’t on its way soon, ask your clinic.',
    whatNext: 'Your order is being processed. You can close this page now.',
  },
} as const;

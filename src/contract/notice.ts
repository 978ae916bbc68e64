// Each block names its source: texts from the specification are exact and must not be reworded, ours are free to reword.

/** Shown when input is rejected before any call is made. From §5, exact: do not reword. */
export const validationMessages = {
  requiredFields: 'Please enter all the required fields.',
  addPatients: 'Please enter all the details of patient.',
  updatePatient: 'Please enter all the details of the patient.',
  noPatientSelected: 'No patients selected for authorization update.',
  passwordMismatch: 'Passwords do not match',
  billingIncomplete: 'Please add your card details and lab details before placing orders.',
  profileIncomplete:
    'Please complete your profile to be authenticated by clinics and receive your test kits.',
} as const;

/** Shown by the two payment pages. From §2 and §8, exact: do not reword. */
export const paymentMessages = {
  saved: 'Payment method saved successfully!',
  wentWrong: 'Something Went Wrong',
  failed: 'Failed to process payment!',
  cancelled: 'Payment Cancelled',
  missingSession: 'Missing session ID',
  cancellationFailed: 'Failed to process cancellation!',
} as const;

/** The chat bot's reply to a patient. From §4, exact: do not reword. */
export const onlyProviders = 'Right now, we are only onboarding providers';

/** Shown beside a field. Ours: free to reword. */
export const fieldMessages = {
  email: 'Enter an email address such as name@example.com.',
  age: 'Enter an age from 0 to 120.',
  meetLink: 'Enter a link that starts with https:// or http://.',
} as const;

/** Shown where a fetch failed and §8 has no text. `what`: for example "your patients". Ours: free to reword. */
export const notLoaded = (what: string): string => `We couldn’t load ${what}.`;

const mayBeSaved = 'We didn’t get a response, so this may or may not have been saved.';

/** Shown beside the specification's message when a write failed but may have been processed. Ours: free to reword. */
export const outcomeUnknown = {
  /** Above data that was fetched again. */
  refetched: `${mayBeSaved} What you see below is what the server has now.`,
  /** Above or inside a form that keeps the typed values. */
  typed: `${mayBeSaved} Your changes are still here: you can save them again.`,
  /** When fetching again failed, too. */
  unchecked: mayBeSaved,
  order:
    'We didn’t get a response, so your order may or may not have been placed. Check with the patient or your lab before you place it again.',
  invitation:
    'We didn’t get a response, so your invitation may or may not have been sent. Check the booked appointments before you send it again.',
} as const;

/** Shown where a save sent nothing: the record is fetched again first (§Notes "Dashboard"). Ours: free to reword. */
export const notSent = {
  changedByBoth: 'Someone else has changed this, too. Choose what to keep, then save again.',
  saveAgain: 'Nothing was sent yet. Check what you see here, then save again.',
  notFetched:
    'We couldn’t check for newer changes, so nothing was sent. Your changes are still here: try again.',
  /** An earlier save may have been processed. */
  unchecked:
    'We couldn’t check whether this was saved, so nothing was sent again. Your changes are still here: try again.',
} as const;

/** Shown on a row whose save failed without a message in §8. Ours: free to reword. */
export const notSaved = 'Not saved. Try again.';

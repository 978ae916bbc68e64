// Each says whose words they are: the specification's are byte for byte and never reworded (a translation may only stand
// beside them), ours are free to reword.

/** What the user reads when input is refused before any call is made: SPEC §5, byte for byte. */
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

/** What the two payment pages say: SPEC §2 and §8, byte for byte. */
export const paymentMessages = {
  saved: 'Payment method saved successfully!',
  wentWrong: 'Something Went Wrong',
  failed: 'Failed to process payment!',
  cancelled: 'Payment Cancelled',
  missingSession: 'Missing session ID',
  cancellationFailed: 'Failed to process cancellation!',
} as const;

/** What the chat's bot would say to a patient (SPEC §4, byte for byte). */
export const onlyProviders = 'Right now, we are only onboarding providers';

/** Shown beside a field. Ours: free to reword. */
export const fieldMessages = {
  required: 'This field is required.',
  email: 'Enter an email address such as name@example.com.',
  age: 'Enter an age from 0 to 120.',
  clinic: 'Choose your provider.',
  terms: 'Please read and agree to the terms.',
  meetLink: 'Enter a link that starts with https:// or http://.',
} as const;

/** Stands where something could not be fetched and SPEC §8 is silent; takes what it is, such as "your patients". Ours: free to reword. */
export const notLoaded = (what: string): string => `We couldn’t load ${what}.`;

const mayBeSaved = 'We got no answer, so this may or may not have been saved.';

/** Shown beside SPEC's message where a write may have been done although its call failed. Ours: free to reword. */
export const outcomeUnknown = {
  /** Above what was read again. */
  listed: `${mayBeSaved} What you see below is what the server has now.`,
  /** Above or in a form that keeps what was typed. */
  typed: `${mayBeSaved} Your changes are still here: you can save them again.`,
  /** Where the server could not be asked either. */
  unchecked: mayBeSaved,
  order:
    'We got no answer, so your order may or may not have been placed. You can place it again without ordering twice.',
  invitation:
    'We got no answer, so your invitation may or may not have been sent. Check the booked appointments before you send it again.',
} as const;

/** Shown at a row whose saving failed without a message in SPEC §8. Ours: free to reword. */
export const notSaved = 'Not saved. Try again.';

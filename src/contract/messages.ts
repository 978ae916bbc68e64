/** What the user reads when input is refused before any call is made (SPEC §5), and the pages' own messages (SPEC §2). */

export const validationMessages = {
  requiredFields: 'Please enter all the required fields.',
  addPatients: 'Please enter all the details of patient.',
  updatePatient: 'Please enter all the details of the patient.',
  nobodySelected: 'No patients selected for authorization update.',
  passwordMismatch: 'Passwords do not match',
  billingIncomplete: 'Please add your card details and lab details before placing orders.',
  profileIncomplete:
    'Please complete your profile to be authenticated by clinics and receive your test kits.',
} as const;

export const paymentMessages = {
  saved: 'Payment method saved successfully!',
  wentWrong: 'Something Went Wrong',
  failed: 'Failed to process payment!',
  cancelled: 'Payment Cancelled',
  missingSession: 'Missing session ID',
  cancellationFailed: 'Failed to process cancellation!',
} as const;

/** What the chat's bot would say to a patient (SPEC §4). */
export const onlyProviders = 'Right now, we are only onboarding providers';

/** Shown beside a field; SPEC leaves the words to us. */
export const fieldMessages = {
  required: 'This field is required.',
  email: 'Enter an email address such as name@example.com.',
  age: 'Enter an age from 0 to 120.',
  clinic: 'Choose your provider.',
  terms: 'Please read and agree to the terms.',
  meetLink: 'Enter a link that starts with https:// or http://.',
} as const;

/** Stands where something could not be fetched and SPEC §8 is silent; takes what it is, such as "your patients". */
export const notLoaded = (what: string): string => `We couldn’t load ${what}.`;

/** Stands at a row whose saving got no answer: SPEC §8 only logs it. */
export const notSaved = 'Not saved. Try again.';

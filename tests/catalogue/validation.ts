import { type ExpectedMessage, inPage, toast } from './rows';

/**
 * Messages shown before any call: §5 and the page messages of §2. Written by hand, like the rest of the
 * catalogue.
 */
export const validation = {
  'Add Patients with nothing complete': inPage('Please enter all the details of patient.'),
  'Update Patients with a gap': inPage('Please enter all the details of the patient.'),
  'Authenticate with no patient selected': inPage('No patients selected for authorization update.'),
  'Place Order without a card and a lab': inPage(
    'Please add your card details and lab details before placing orders.',
  ),
  'Place Order without a choice': inPage('Please enter all the required fields.'),
  'Send Invitation from Authenticate with gaps': inPage('Please enter all the required fields.'),
  'Send Invitation from Booking with gaps': inPage('Please enter all the required fields.'),
  'Save a lab with gaps': inPage('Please enter all the required fields.'),
  'Update the clinic profile with a gap': inPage('Please enter all the required fields.'),
  'Update the patient profile with a gap': inPage('Please enter all the required fields.'),
  'Sign up with two passwords that differ': inPage('Passwords do not match'),
  'Choose two passwords that differ': inPage('Passwords do not match'),
  'Come back from the checkout without a session': toast('Missing session ID'),
  'Cancel a checkout without a session': toast('Missing session ID'),
  'Cancel a checkout': inPage('Payment Cancelled'),
  'Cancel a checkout that cannot be': inPage('Failed to process cancellation!'),
  'Look at a clinic that cannot order yet': inPage(
    'Please add your card details and lab details before placing orders.',
  ),
  'Look at a profile with gaps': inPage(
    'Please complete your profile to be authenticated by clinics and receive your test kits.',
  ),
} as const satisfies Readonly<Record<string, ExpectedMessage>>;

export type UserAction = keyof typeof validation;

/** The live list of §5, in order. */
export const passwordRules = [
  'Password must be at least 8 characters long.',
  'Password must contain at least one uppercase letter.',
  'Password must contain at least one lowercase letter.',
  'Password must contain at least one number.',
  'Password must contain at least one special character from @$!%*?&.',
];

import { notLoaded } from '@/contract';

// From SPEC §2 and §4, exact: do not reword.
export const fixed = {
  /** The clinic request popup. */
  popup: {
    sent: 'Your request has been sent!',
    canSignUp: 'You can sign up now',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The clinic request popup. */
  popup: {
    title: 'Request your clinic',
    description: 'Tell us about your clinic, and we’ll invite it to join.',
    continue: 'Continue',
    cancel: 'Cancel',
    sending: 'Sending request...',
    send: 'Send Request',
    mayBeSent:
      'We didn’t get a response, so your request may have been sent. Send it again, or continue without it.',
    goOn: 'Continue without it',
    name: 'Clinic Name',
    email: 'Clinic Email',
    address: 'Clinic Address',
    phone: 'Clinic Phone',
    missing: {
      clinicName: 'Enter your clinic’s name.',
      clinicEmail: 'Enter your clinic’s email.',
      clinicAddress: 'Enter your clinic’s address.',
      clinicPhone: 'Enter your clinic’s phone number.',
    },
  },
  /** The provider select and the checkbox below it. */
  choice: {
    requested: 'You requested your clinic, so you can leave this blank.',
    request: 'My clinic isn’t in the list: request clinic onboarding',
    provider: 'Provider',
    providersNotLoaded: notLoaded('the providers'),
    choose: 'Choose a provider',
    missing: 'Choose your provider.',
  },
} as const;

import { notLoaded } from '@/contract';

// From §2 and §4, exact: do not reword.
export const fixed = {
  /** The section around form and tracking. */
  section: {
    title: 'Profile & Kit Setup',
  },
  form: {
    frequency: 'Frequency',
    updating: 'Updating...',
    update: 'Update',
    kitType: 'Kit Type',
  },
  /** Kit Tracking Status. */
  tracking: {
    title: 'Kit Tracking Status',
    loading: 'Loading...',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The section around form and tracking. */
  section: {
    notLoaded: notLoaded('your profile'),
    missing: (fields: readonly string[]) => `Still missing: ${fields.join(', ')}.`,
  },
  /** The names of missing fields, as they are listed. */
  fields: {
    name: 'name',
    phone: 'phone',
    age: 'age',
    street: 'street',
    city: 'city',
    postalCode: 'postal code',
    state: 'state',
    country: 'country',
    addressLine2: 'address line 2',
    shippingType: 'shipping type',
    frequency: 'frequency',
    kitType: 'kit type',
    clinicId: 'provider',
  },
  /** The groups of the form. */
  groups: {
    you: 'You',
    delivery: 'Delivery',
    kit: 'Your next kit',
  },
  form: {
    name: 'Name',
    age: 'Age',
    shippingType: 'Shipping Type',
    chooseShippingType: 'Choose a shipping type',
    chooseFrequency: 'Choose a frequency',
    phone: 'Phone',
    provider: 'Provider',
    chooseProvider: 'Choose a provider',
    providersNotLoaded: notLoaded('the providers'),
    chooseKit: 'Choose a kit',
    kitsNotLoaded: notLoaded('the kits'),
    aboutKits: 'About the kits',
  },
  /** Required fields that are blank. */
  missing: {
    name: 'Enter your name.',
    phone: 'Enter your phone number.',
    age: 'Enter your age.',
    shippingType: 'Choose a shipping type.',
    frequency: 'Choose a frequency.',
    kitType: 'Choose a kit.',
  },
  /** The confirmation before the profile is sent. */
  confirm: {
    title: 'Update your profile?',
    description: 'Your clinic sees these details, and we send your next kit to this address.',
    confirm: 'Update',
  },
  /** Hints about a phone number while it is typed. */
  phone: {
    askForCode: 'Include the country code, such as +1.',
    startWithCode: 'Start with the country code, such as +1.',
  },
  /** Kit Tracking Status. */
  tracking: {
    refresh: 'Refresh',
    notLoaded: 'We couldn’t load the status. Refresh to try again.',
    reached: ' (reached)',
    next: 'What happens next',
    now: 'What you need to do now',
    order: 'Order',
  },
  /** Before a kit is ordered. */
  notOrdered: {
    next: 'Your clinic orders a kit for you. You then get an email with a link to confirm your address.',
    now: 'Check that your details below are complete and your address is right.',
  },
  /** The stations of a kit. */
  stations: {
    ordered: {
      label: 'Order placed',
      next: 'We ship your kit to you, in plain packaging.',
      now: 'You don’t need to do anything.',
    },
    shipped: {
      label: 'Kit shipped',
      next: 'Your kit arrives in plain packaging, at the address you confirmed.',
      now: 'You don’t need to do anything until your kit arrives.',
    },
    delivered: {
      label: 'Kit delivered',
      next: 'The lab tests your sample as soon as it arrives there.',
      now: 'Take your sample as the instructions in the box show, and send it back in the prepaid envelope.',
    },
    received: {
      label: 'Sample received',
      next: 'The lab tests your sample, and your clinic gets your results.',
      now: 'You don’t need to do anything.',
    },
    ready: {
      label: 'Results ready',
      next: 'Your clinic goes through your results with you.',
      now: 'Contact your clinic to get your results.',
    },
  },
} as const;

// From SPEC §2, exact: do not reword.
export const fixed = {
  frame: {
    title: 'Dashboard',
  },
  sidebar: {
    support: 'Support',
    patients: 'Patients',
    orders: 'Booking / Order Kits',
    profile: 'Profile & Kit Setup',
  },
  /** The greeting and its dropdown. */
  account: {
    kits: 'Kits Information',
    profile: 'Profile',
    logout: 'Logout',
    greeting: (name: string) => `Hey, ${name}`,
  },
  /** Titles of the browser tab. */
  titles: {
    patients: 'Patients',
    orders: 'Booking / Order Kits',
    booking: 'Booked Appointments',
    kits: 'Kit Information',
    profile: 'Profile & Kit Setup',
    support: 'Support',
  },
  /** The tabs between the two sections of "Booking / Order Kits". */
  booking: {
    title: 'Booking / Order Kits',
    booked: 'Booked Appointments',
  },
} as const;

// Ours: free to reword.
export const strings = {
  frame: {
    openNavigation: 'Open navigation',
    navigation: 'Navigation',
    navigationNotLoaded: 'The navigation didn’t load. Try again.',
  },
  sidebar: {
    name: 'Dashboard',
    newTab: '(opens in a new tab)',
  },
  /** Titles of the browser tab. */
  titles: {
    reporting: 'Reporting',
    clinic: 'Clinic Profile',
  },
  /** The tabs between the two sections of "Booking / Order Kits". */
  booking: {
    authenticate: 'Authenticate & Order Kits',
  },
  /** Reporting and Support. */
  placeholders: {
    reporting: 'Reporting',
    noReports: 'Reports will appear here.',
    support: 'Support',
    supportHint: 'Tell us what worked and what didn’t.',
    feedback: 'Open the feedback form',
  },
} as const;

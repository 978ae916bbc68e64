/** SPEC §2, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  /** The frame around the open section. */
  frame: {
    title: 'Dashboard',
  },
  /** The sidebar's entries. */
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
  /** What the tab of the browser is called while a section is open. */
  titles: {
    patients: 'Patients',
    orders: 'Booking / Order Kits',
    booking: 'Booked Appointments',
    kits: 'Kit Information',
    profile: 'Profile & Kit Setup',
    support: 'Support',
  },
  /** The tab strip between the two sections of "Booking / Order Kits". */
  booking: {
    title: 'Booking / Order Kits',
    booked: 'Booked Appointments',
  },
} as const;

/** Ours: free to reword. */
export const strings = {
  /** The frame around the open section. */
  frame: {
    openNavigation: 'Open navigation',
    navigation: 'Navigation',
    navigationNotLoaded: 'The navigation could not be loaded. Please try again.',
  },
  /** The sidebar's entries. */
  sidebar: {
    name: 'Dashboard',
    newTab: '(opens in a new tab)',
  },
  /** What the tab of the browser is called while a section is open. */
  titles: {
    reporting: 'Reporting',
    clinic: 'Clinic Profile',
  },
  /** The tab strip between the two sections of "Booking / Order Kits". */
  booking: {
    authenticate: 'Authenticate & Order Kits',
  },
  /** Reporting and Support. */
  placeholders: {
    reporting: 'Reporting',
    noReports: 'Reports will appear here.',
    support: 'Support',
    supportHint: 'Tell us what went well and what did not.',
    feedback: 'Open the feedback form',
  },
} as const;

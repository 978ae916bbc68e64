import { groupedCount } from '@/lib/grouped-count';

// From §2, exact: do not reword.
export const fixed = {
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
    greeting: (name: string) => (name.trim() === '' ? 'Hey' : `Hey, ${name}`),
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
  retrying: 'That didn’t work, trying again.',
  /** The question before a logout that discards unsaved work. */
  logoutUnsaved: 'Log out without saving?',
  frame: {
    commands: 'Go to or find',
    commandsNotLoaded: 'The commands didn’t load. Try again, or reload the page.',
    openNavigation: 'Open navigation',
    navigation: 'Navigation',
    navigationNotLoaded: 'The navigation didn’t load. Try again, or reload the page.',
  },
  /** The toast that leads to orders of a session that ended. */
  unfinishedOrders: {
    text: (patients: number) =>
      patients === 1
        ? 'You have an unfinished order for 1 patient.'
        : `You have unfinished orders for ${groupedCount(patients)} patients.`,
    show: 'Show orders',
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
  /** The day's figures, above the patients. Each is a figure and what it counts. */
  pulse: {
    name: 'At a glance',
    authorized: (authorized: number, all: number) =>
      [`${groupedCount(authorized)} of ${groupedCount(all)}`, 'authorized'] as const,
    appointments: (count: number, isExact: boolean) =>
      [
        isExact ? groupedCount(count) : `At least ${groupedCount(count)}`,
        `${count === 1 ? 'appointment' : 'appointments'} today`,
      ] as const,
    orders: 'Orders of earlier visits are not listed by the server.',
  },
} as const;

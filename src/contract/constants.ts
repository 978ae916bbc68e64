/** Business constants and limits (§9). */

export const roles = { patient: '0', provider: '1' } as const;

export const frequencyOptions = [
  { value: '3 Months', label: 'Every 3 Months' },
  { value: '1 Month', label: 'Every 1 Month' },
  { value: 'Yearly', label: 'Every Year' },
  { value: '1 Time', label: '1 Time' },
] as const;

export const shippingTypes = ['USPS', 'Overnight'] as const;

export const estimatedPatientCounts = ['1-50', '1-100', '1-500', '1-1000', '1000+'] as const;

/** The clinic id of a patient who has no clinic yet; such a patient may choose one (§6). */
export const noClinicId = 'C000';

/**
 * The shape of an email address: text, an @, and text with a dot inside; no two dots together, no part of the host that
 * begins or ends with a hyphen, no punctuation of a list. No part can match the same characters as the next one, so a long
 * text costs no more than one pass.
 */
export const emailPattern =
  /^[^\s@.,;:<>"()]+(?:\.[^\s@.,;:<>"()]+)*@[^\s@.,;:<>"()-]+(?:-+[^\s@.,;:<>"()-]+)*(?:\.[^\s@.,;:<>"()-]+(?:-+[^\s@.,;:<>"()-]+)*)+$/;

export const defaultInsuranceOption = 'yes';

export const providerPhoneMaxLength = 15;

export const patientAge = { min: 0, max: 120 } as const;

/** Number of blank rows in a new Add Patients grid. */
export const initialGridRows = 10;

/** Delay before the page scrolls to a row added by the plus button, in milliseconds. */
export const scrollToNewRowDelay = 100;

export const importLimits = { maxBytes: 10 * 1024 * 1024, maxRows: 10_000 } as const;

/** How long a toast is shown, in milliseconds. */
export const toastAutoClose = 5000;

/** Delay before a verification code may be sent again, in milliseconds (§Notes). */
export const resendCodeAfter = 30_000;

/** Time without activity until the warning, and from the warning until the session ends, in milliseconds. */
export const idleLimits = { warnAfter: 15 * 60_000, stayWithin: 60_000 } as const;

/** How long unsaved work is kept in memory after a session ended without Logout, in milliseconds (§Notes). */
export const unsavedLifetime = 15 * 60_000;

export const chatWindow = {
  default: { width: 320, height: 480 },
  min: { width: 200, height: 300 },
} as const;

/** The landing page's service carousel on phones; times in milliseconds. */
export const serviceCarousel = { autoplay: 3000, speed: 600 } as const;

/** The longest texts of a server that are shown, in characters. */
export const longest = { message: 500, name: 200, chatReply: 10_000 } as const;

/** Sections of the dashboard by role, by the keys that `activeOption` stores; the first one is the default (§2, §6). */
export const sectionsByRole = {
  [roles.provider]: [
    'patients',
    'authenticate',
    'booking',
    'reporting',
    'clinicProfile',
    'kitsInfo',
    'supportInfo',
  ],
  [roles.patient]: ['patientProfile', 'kitsInfo', 'reporting', 'supportInfo'],
} as const;

export type DashboardSection = (typeof sectionsByRole)[keyof typeof sectionsByRole][number];

export const dashboardSections: readonly DashboardSection[] = [
  ...new Set(Object.values(sectionsByRole).flat()),
];

export const patientTabs = ['Add Patients', 'Update Patients'] as const;
export const clinicTabs = ['Profile', 'Sample Testing Lab'] as const;

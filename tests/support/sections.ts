type Row = readonly [key: string, heading: string, sidebar: string | null];

/**
 * The dashboard's sections by role, by hand from §2 and §6: the stored key, the heading, and the section's entry in the
 * sidebar (null if it is opened otherwise). The first one is the default.
 */
export const specSections: Readonly<Record<'provider' | 'patient', readonly Row[]>> = {
  provider: [
    ['patients', 'Patients', 'Patients'],
    ['authenticate', 'Booking / Order Kits', 'Booking / Order Kits'],
    ['booking', 'Booking / Order Kits', null],
    ['reporting', 'Reporting', null],
    ['clinicProfile', 'Clinic Profile', null],
    ['kitsInfo', 'Kit Information', null],
    ['supportInfo', 'Support', null],
  ],
  patient: [
    ['patientProfile', 'Profile & Kit Setup', 'Profile & Kit Setup'],
    ['kitsInfo', 'Kit Information', null],
    ['reporting', 'Reporting', null],
    ['supportInfo', 'Support', null],
  ],
};

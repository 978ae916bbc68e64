import { type DashboardSection, type Role, roles } from '@/contract';

type Sections = readonly [DashboardSection, ...DashboardSection[]];

/** What a role may open; it lands on the first one (SPEC §2, §6). */
const sectionsByRole: Readonly<Record<Role, Sections>> = {
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
};

/** Takes a role; gives the dashboard sections it may open, the default one first (SPEC §2, §6). */
export const sectionsOf = (role: Role): Sections => sectionsByRole[role];

/** Takes a role; gives the section it lands on when nothing is saved (SPEC §6). */
export const defaultSectionOf = (role: Role): DashboardSection => sectionsOf(role)[0];

/** Takes a role and what was saved; gives the section to open. One that the role does not have is ignored. */
export const openingSectionOf = (role: Role, saved: DashboardSection | null): DashboardSection =>
  saved !== null && sectionsOf(role).includes(saved) ? saved : defaultSectionOf(role);

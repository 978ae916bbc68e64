import { type DashboardSection, type Role, roles } from '@/contract';

const sectionsByRole: Readonly<Record<Role, readonly DashboardSection[]>> = {
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
export const sectionsOf = (role: Role): readonly DashboardSection[] => sectionsByRole[role];

/** Takes a role; gives the section it lands on when nothing is saved (SPEC §6). */
export const defaultSectionOf = (role: Role): DashboardSection =>
  role === roles.provider ? 'patients' : 'patientProfile';

/** Takes a role and what was saved; gives the section to open. One that the role does not have is ignored. */
export const openingSectionOf = (role: Role, saved: DashboardSection | null): DashboardSection =>
  saved !== null && sectionsOf(role).includes(saved) ? saved : defaultSectionOf(role);

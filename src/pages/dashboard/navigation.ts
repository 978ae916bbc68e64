import { CalendarHeart, LifeBuoy, type LucideIcon, PackageCheck, UserRound, UsersRound } from 'lucide-react';
import { type DashboardSection, type Role, roles } from '@/contract';

/** An entry of the sidebar (SPEC §2, SPEC-NOTES "Dashboard"). */
export interface SidebarEntry {
  readonly label: string;
  readonly Icon: LucideIcon;
  /** What it opens; Support is a link to a form instead. */
  readonly opens: DashboardSection | 'support-form';
  /** Sections during which the entry counts as the active one. */
  readonly activeIn: readonly DashboardSection[];
}

const support: SidebarEntry = { label: 'Support', Icon: LifeBuoy, opens: 'support-form', activeIn: [] };

const entries: Readonly<Record<Role, readonly SidebarEntry[]>> = {
  [roles.provider]: [
    { label: 'Patients', Icon: UsersRound, opens: 'patients', activeIn: ['patients'] },
    {
      label: 'Booking / Order Kits',
      Icon: CalendarHeart,
      opens: 'authenticate',
      activeIn: ['authenticate', 'booking'],
    },
    support,
  ],
  [roles.patient]: [
    { label: 'Profile & Kit Setup', Icon: UserRound, opens: 'patientProfile', activeIn: ['patientProfile'] },
    support,
  ],
};

/** The sidebar of a role. */
export const sidebarOf = (role: Role): readonly SidebarEntry[] => entries[role];

export const kitsInformation = { label: 'Kits Information', Icon: PackageCheck } as const;

/** What the tab of the browser is called while a section is open. */
export const sectionTitles: Readonly<Record<DashboardSection, string>> = {
  patients: 'Patients',
  authenticate: 'Booking / Order Kits',
  booking: 'Booked Appointments',
  reporting: 'Reporting',
  clinicProfile: 'Clinic Profile',
  kitsInfo: 'Kit Information',
  patientProfile: 'Profile & Kit Setup',
  supportInfo: 'Support',
};

import { CalendarHeart, LifeBuoy, type LucideIcon, PackageCheck, UserRound, UsersRound } from 'lucide-react';
import { type DashboardSection, type Role, roles } from '@/contract';
import { fixed, strings } from './strings';

/** An entry of the sidebar (SPEC §2, SPEC-NOTES "Dashboard"). */
export interface SidebarEntry {
  readonly label: string;
  readonly Icon: LucideIcon;
  /** The section it opens; Support is a link to a form instead. */
  readonly opens: DashboardSection | 'support-form';
  /** Sections in which the entry is active. */
  readonly activeIn: readonly DashboardSection[];
}

const support: SidebarEntry = {
  label: fixed.sidebar.support,
  Icon: LifeBuoy,
  opens: 'support-form',
  activeIn: [],
};

const entries: Readonly<Record<Role, readonly SidebarEntry[]>> = {
  [roles.provider]: [
    { label: fixed.sidebar.patients, Icon: UsersRound, opens: 'patients', activeIn: ['patients'] },
    {
      label: fixed.sidebar.orders,
      Icon: CalendarHeart,
      opens: 'authenticate',
      activeIn: ['authenticate', 'booking'],
    },
    support,
  ],
  [roles.patient]: [
    { label: fixed.sidebar.profile, Icon: UserRound, opens: 'patientProfile', activeIn: ['patientProfile'] },
    support,
  ],
};

/** The sidebar of a role. */
export const sidebarOf = (role: Role): readonly SidebarEntry[] => entries[role];

export const kitsInformation = { label: fixed.account.kits, Icon: PackageCheck } as const;

/** The title of the browser tab for each section. */
export const sectionTitles: Readonly<Record<DashboardSection, string>> = {
  patients: fixed.titles.patients,
  authenticate: fixed.titles.orders,
  booking: fixed.titles.booking,
  reporting: strings.titles.reporting,
  clinicProfile: strings.titles.clinic,
  kitsInfo: fixed.titles.kits,
  patientProfile: fixed.titles.profile,
  supportInfo: fixed.titles.support,
};

import { CalendarHeart, LifeBuoy, type LucideIcon, PackageCheck, UserRound, UsersRound } from 'lucide-react';
import { type ComponentType, memo } from 'react';
import { type DashboardSection, type Role, roles } from '@/contract';
import { lazyWithRetry } from '@/lib/lazy';
import type { SectionProps } from '@/pages/dashboard/sections/section-props';
import { Loading } from '@/ui/feedback/loading';
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

const lazySection = (load: () => Promise<ComponentType<SectionProps>>) =>
  lazyWithRetry(load, { fallback: <Loading /> });

/** The title of the browser tab for each section, and its component. Each section is a separate chunk. */
const sections: Readonly<Record<DashboardSection, { title: string; Section: ComponentType<SectionProps> }>> =
  {
    patients: {
      title: fixed.titles.patients,
      Section: lazySection(async () => (await import('./sections/patients')).PatientsPane),
    },
    authenticate: {
      title: fixed.titles.orders,
      Section: lazySection(async () => (await import('./sections/orders')).OrdersPane),
    },
    booking: {
      title: fixed.titles.booking,
      Section: lazySection(async () => (await import('./sections/booking')).BookingPane),
    },
    clinicProfile: {
      title: strings.titles.clinic,
      Section: lazySection(async () => (await import('./sections/clinic')).ClinicPane),
    },
    kitsInfo: {
      title: fixed.titles.kits,
      Section: lazySection(async () => (await import('./sections/kits')).KitsPane),
    },
    patientProfile: {
      title: fixed.titles.profile,
      Section: lazySection(async () => (await import('./sections/patient-profile')).PatientProfilePane),
    },
    reporting: {
      title: strings.titles.reporting,
      Section: lazySection(async () => (await import('./sections/placeholder')).ReportingPane),
    },
    supportInfo: {
      title: fixed.titles.support,
      Section: lazySection(async () => (await import('./sections/placeholder')).SupportPane),
    },
  };

export const titleOf = (section: DashboardSection): string => sections[section].title;

interface SectionViewProps extends SectionProps {
  section: DashboardSection;
}

export const SectionView = memo(function SectionView({ section, onOpen }: SectionViewProps) {
  const { Section } = sections[section];
  return <Section onOpen={onOpen} />;
});

import {
  Building2,
  CalendarHeart,
  ChartColumn,
  LifeBuoy,
  type LucideIcon,
  PackageCheck,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { type ComponentType, memo, useEffect, useMemo } from 'react';
import { type DashboardSection, type Role, roles, sectionsByRole } from '@/contract';
import { lazyWithRetry } from '@/lib/lazy';
import { mayPrefetch } from '@/lib/when-idle';
import type { SectionProps } from '@/pages/dashboard/sections/section-props';
import { Loading } from '@/ui/feedback/loading';
import { fixed, strings } from './strings';

/** An entry of the sidebar (§2, §Notes "Dashboard"). */
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
  activeIn: ['supportInfo'],
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

export const kitsInformation = { label: fixed.account.kits, Icon: PackageCheck } as const;

const lazySection = (load: () => Promise<ComponentType<SectionProps>>) =>
  lazyWithRetry(load, { fallback: <Loading /> });

const BookingTabs = lazyWithRetry(async () => (await import('./sections/booking-tabs')).BookingTabs, {
  fallback: <Loading />,
});

interface SectionEntry {
  /** The title of the browser tab. */
  readonly title: string;
  readonly Section: ReturnType<typeof lazySection>;
}

/** Each section is a separate chunk. */
const sections: Readonly<Record<DashboardSection, SectionEntry>> = {
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

/** The icons of sections that the menu opens. */
const menuIcons: Readonly<Partial<Record<DashboardSection, LucideIcon>>> = {
  clinicProfile: Building2,
  kitsInfo: kitsInformation.Icon,
  reporting: ChartColumn,
};

/** The sidebar of a role. A section that it does not list is added while it is open: it shows where the user is. */
export function sidebarOf(role: Role, section: DashboardSection): readonly SidebarEntry[] {
  const ofRole = entries[role];
  const Icon = menuIcons[section];
  if (Icon === undefined || ofRole.some(({ activeIn }) => activeIn.includes(section))) return ofRole;
  return [...ofRole, { label: titleOf(section), Icon, opens: section, activeIn: [section] }];
}

export const titleOf = (section: DashboardSection): string => sections[section].title;

const preloaderOf =
  (role: Role) =>
  async (signal: AbortSignal): Promise<void> => {
    const parts = sectionsByRole[role].map((section) => sections[section].Section);
    for (const part of role === roles.provider ? [...parts, BookingTabs] : parts) {
      // One after another: parallel fetches would keep a slow phone busy.
      if (signal.aborted || !mayPrefetch()) return;
      await part.preload();
    }
  };

/** Preloads all sections of a role, so that switching between them works without a connection. */
export const preloadSections: Readonly<Record<Role, (signal: AbortSignal) => Promise<void>>> = {
  [roles.provider]: preloaderOf(roles.provider),
  [roles.patient]: preloaderOf(roles.patient),
};

interface SectionViewProps extends SectionProps {
  section: DashboardSection;
  /** The section that was chosen last, which may not be rendered yet. */
  chosen: DashboardSection;
}

export const SectionView = memo(function SectionView({ section, chosen, onOpen }: SectionViewProps) {
  const { Section } = sections[section];
  // At the same time as the tabs around it.
  useEffect(() => void Section.preload(), [Section]);
  // Not rendered again when only `chosen` changes.
  const content = useMemo(() => <Section onOpen={onOpen} />, [Section, onOpen]);
  return section === 'authenticate' || section === 'booking' ? (
    <BookingTabs section={section} chosen={chosen} onOpen={onOpen}>
      {content}
    </BookingTabs>
  ) : (
    content
  );
});

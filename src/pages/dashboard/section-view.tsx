import { type ComponentType, memo } from 'react';
import type { DashboardSection } from '@/contract';
import { lazyWithRetry } from '@/lib/lazy';
import type { SectionProps } from '@/pages/dashboard/sections/section-props';
import { Loading } from '@/ui/feedback/loading';

const inItsFile = (load: () => Promise<ComponentType<SectionProps>>) =>
  lazyWithRetry(load, { fallback: <Loading /> });

/** Each section is a separate chunk. */
const sections: Readonly<Record<DashboardSection, ComponentType<SectionProps>>> = {
  patients: inItsFile(async () => (await import('./sections/patients')).PatientsPane),
  authenticate: inItsFile(async () => (await import('./sections/orders')).OrdersPane),
  booking: inItsFile(async () => (await import('./sections/booking')).BookingPane),
  clinicProfile: inItsFile(async () => (await import('./sections/clinic')).ClinicPane),
  kitsInfo: inItsFile(async () => (await import('./sections/kits')).KitsPane),
  patientProfile: inItsFile(async () => (await import('./sections/patient-profile')).PatientProfilePane),
  reporting: inItsFile(async () => (await import('./sections/placeholder')).ReportingPane),
  supportInfo: inItsFile(async () => (await import('./sections/placeholder')).SupportPane),
};

interface SectionViewProps extends SectionProps {
  section: DashboardSection;
}

export const SectionView = memo(function SectionView({ section, onOpen }: SectionViewProps) {
  const Section = sections[section];
  return <Section onOpen={onOpen} />;
});

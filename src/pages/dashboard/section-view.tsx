import { type ComponentType, lazy, Suspense } from 'react';
import type { DashboardSection } from '@/contract';
import { Loading } from '@/shared/ui/loading';
import type { SectionProps } from './sections/section-props';

/** Each section is a chunk of its own. */
const sections: Readonly<Record<DashboardSection, ComponentType<SectionProps>>> = {
  patients: lazy(async () => ({ default: (await import('./sections/patients')).PatientsPane })),
  authenticate: lazy(async () => ({ default: (await import('./sections/orders')).OrdersPane })),
  booking: lazy(async () => ({ default: (await import('./sections/booking')).BookingPane })),
  clinicProfile: lazy(async () => ({ default: (await import('./sections/clinic')).ClinicPane })),
  kitsInfo: lazy(async () => ({ default: (await import('./sections/kits')).KitsPane })),
  patientProfile: lazy(async () => ({
    default: (await import('./sections/patient-profile')).PatientProfilePane,
  })),
  reporting: lazy(async () => ({ default: (await import('./sections/placeholder')).ReportingPane })),
  supportInfo: lazy(async () => ({ default: (await import('./sections/placeholder')).SupportPane })),
};

interface SectionViewProps extends SectionProps {
  section: DashboardSection;
}

/** The open section. */
export function SectionView({ section, onOpen }: SectionViewProps) {
  const Section = sections[section];
  return (
    <Suspense fallback={<Loading />}>
      <Section onOpen={onOpen} />
    </Suspense>
  );
}

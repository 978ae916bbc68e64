import { PatientProfileSection } from '@/features/patient-profile/patient-profile-section';
import type { SectionProps } from '@/pages/dashboard/section-view';

export function PatientProfilePane({ onOpen }: SectionProps) {
  return <PatientProfileSection onOpenKits={() => onOpen('kitsInfo')} />;
}

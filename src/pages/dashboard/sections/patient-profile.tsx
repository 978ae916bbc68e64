import { PatientProfileSection } from '@/features/patient-profile/patient-profile-section';
import type { SectionProps } from '@/pages/dashboard/sections/section-props';

export function PatientProfilePane({ onOpen }: SectionProps) {
  return <PatientProfileSection onOpenKits={() => onOpen('kitsInfo')} />;
}

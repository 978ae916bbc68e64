import { PatientProfileSection } from '@/features/patient-profile/patient-profile-section';
import type { SectionProps } from './section-props';

export function PatientProfilePane({ onOpen }: SectionProps) {
  return <PatientProfileSection onOpenKits={() => onOpen('kitsInfo')} />;
}

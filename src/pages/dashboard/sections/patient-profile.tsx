import { useChosenKit } from '@/features/kits/chosen-kit';
import { PatientProfileSection } from '@/features/patient-profile/patient-profile-section';
import type { SectionProps } from './section-props';

/** The patient's profile, with a button that opens the chosen kit in Kit Information. */
export function PatientProfilePane({ onOpen }: SectionProps) {
  const chosenKit = useChosenKit();
  const openKit = (kitId: string) => {
    chosenKit.choose(kitId);
    onOpen('kitsInfo');
  };
  return <PatientProfileSection onOpenKits={openKit} />;
}

import { PatientsSection } from '@/features/patients/patients-section';
import { FirstSteps } from './first-steps';
import { PulseStrip } from './pulse-strip';
import type { SectionProps } from './section-props';

/** The Patients section, with the day's figures beside its title and the steps of a clinic's first day. */
export function PatientsPane({ onOpen }: SectionProps) {
  return <PatientsSection figures={<PulseStrip />} intro={<FirstSteps onOpen={onOpen} />} />;
}

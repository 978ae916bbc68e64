import { PatientsSection } from '@/features/patients/patients-section';
import { lazyWithRetry } from '@/lib/lazy';
import type { SectionProps } from './section-props';

/** The page is complete without these two: they are loaded after the grid, and left out where they can't be. */
const optional = { onFailure: () => undefined };
const FirstSteps = lazyWithRetry(async () => (await import('./first-steps')).FirstSteps, optional);
const PulseStrip = lazyWithRetry(async () => (await import('./pulse-strip')).PulseStrip, optional);

/** The Patients section, with the day's figures beside its title and the steps of a clinic's first day. */
export function PatientsPane({ onOpen }: SectionProps) {
  return <PatientsSection figures={<PulseStrip />} intro={<FirstSteps onOpen={onOpen} />} />;
}

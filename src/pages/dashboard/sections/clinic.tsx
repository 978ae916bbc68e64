import { api } from '@/app/api';
import { ClinicSection } from '@/features/clinic/clinic-section';
import { lazyWithRetry } from '@/lib/lazy';
import type { SectionProps } from './section-props';

/** The page is complete without it: it is loaded after the forms, and left out where it can't be. */
const NextStep = lazyWithRetry(async () => (await import('./first-steps')).NextStep, {
  onFailure: () => undefined,
});

/**
 * The Clinic Profile section, with the next step of a clinic's first day below its forms. Before the lab is fetched it
 * would ask again for a lab that could not be loaded.
 */
export function ClinicPane({ onOpen }: SectionProps) {
  const { data: lab } = api.useFetchLabsQuery();
  return <ClinicSection outro={lab === undefined ? null : <NextStep onOpen={onOpen} />} />;
}

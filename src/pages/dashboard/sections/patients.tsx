import { useEffect, useState } from 'react';
import { PatientsSection } from '@/features/patients/patients-section';
import { lazyWithRetry } from '@/lib/lazy';
import { Loading } from '@/ui/feedback/loading';
import { FirstSteps, useFirstSteps } from './first-steps';
import type { SectionProps } from './section-props';

/** The section is complete without it: it is loaded after the grid, and left out where it can't be. */
const PulseStrip = lazyWithRetry(async () => (await import('./pulse-strip')).PulseStrip, {
  onFailure: () => undefined,
});

/** How long the section waits for what is above its tabs, in milliseconds. */
const longestWait = 1000;

/**
 * The Patients section, with the day's figures and the steps of a clinic's first day. Whether it has the steps is decided
 * before it is first shown: they would push down what the user has begun to read or type.
 */
export function PatientsPane({ onOpen }: SectionProps) {
  const firstSteps = useFirstSteps();
  /** Null until it is decided. */
  const [hasSteps, setHasSteps] = useState<boolean | null>(null);
  if (hasSteps === null && !firstSteps.pending) setHasSteps(firstSteps.steps !== null);
  useEffect(() => {
    const timer = setTimeout(() => setHasSteps((decided) => decided ?? false), longestWait);
    return () => clearTimeout(timer);
  }, []);
  if (hasSteps === null) return <Loading />;
  return (
    <PatientsSection
      figures={<PulseStrip />}
      intro={hasSteps ? <FirstSteps state={firstSteps} onOpen={onOpen} /> : null}
    />
  );
}

import { useEffect, useState } from 'react';
import { PatientsSection } from '@/features/patients/patients-section';
import { lazyWithRetry } from '@/lib/lazy';
import { Loading } from '@/ui/feedback/loading';
import type { SectionProps } from './section-props';
import { useFirstSteps } from './use-first-steps';

/** The section is complete without these two: they are left out where they can't be loaded. */
const optional = { onFailure: () => undefined };
const PulseStrip = lazyWithRetry(async () => (await import('./pulse-strip')).PulseStrip, optional);
const FirstSteps = lazyWithRetry(async () => (await import('./first-steps')).FirstSteps, optional);

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
  const isAsked = firstSteps.steps !== null;
  if (hasSteps === null && !firstSteps.pending && !isAsked) setHasSteps(false);
  useEffect(() => {
    if (isAsked) void FirstSteps.preload().then(() => setHasSteps((decided) => decided ?? true));
  }, [isAsked]);
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

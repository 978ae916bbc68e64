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

/** How long the section waits for the steps, in milliseconds. */
const longestWait = 1000;

/**
 * Where the steps of a clinic's first day are: nowhere yet while the section waits for them, then above the tabs, at the
 * end of the section, or nowhere. `late`: the section is shown, and it is not known yet whether it has steps.
 */
type Place = 'waiting' | 'late' | 'above' | 'below' | 'none';

/** Where the steps go if they are known now. They never move, because that would move the rest. */
const placeOfSteps = (now: Place): Place => (now === 'waiting' ? 'above' : now === 'late' ? 'below' : now);

/**
 * The Patients section, with the day's figures and the steps of a clinic's first day. The steps are above the tabs only
 * if they come before the section is first shown: later they would push down what the user has begun to read or type.
 */
export function PatientsPane({ onOpen }: SectionProps) {
  const firstSteps = useFirstSteps();
  const [place, setPlace] = useState<Place>('waiting');
  const hasSteps = firstSteps.steps !== null;
  const isOpen = place === 'waiting' || place === 'late';
  if (isOpen && !firstSteps.pending && !hasSteps) setPlace('none');
  useEffect(() => {
    if (!hasSteps || !isOpen) return;
    void FirstSteps.preload().then(() => setPlace(placeOfSteps));
  }, [hasSteps, isOpen]);
  useEffect(() => {
    const timer = setTimeout(() => setPlace((now) => (now === 'waiting' ? 'late' : now)), longestWait);
    return () => clearTimeout(timer);
  }, []);
  if (place === 'waiting') return <Loading />;
  const steps = <FirstSteps state={firstSteps} onOpen={onOpen} />;
  return (
    <PatientsSection
      // Below the tabs they are under the steps, which would push them down.
      figures={<PulseStrip besideTitleOnly={isOpen} />}
      intro={place === 'above' ? steps : null}
      outro={place === 'below' ? steps : null}
    />
  );
}

import { useEffect, useRef } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ActorWatch } from '@/mocks/inspector/actor-watch';
import { mountInspector } from '@/mocks/inspector/inspector-view';

interface MachinesTabProps {
  /** The product's live actors. */
  actors: ActorWatch;
  /** Loads all machines of the product. */
  loadMachines?: (() => Promise<Iterable<AnyStateMachine>>) | undefined;
}

/** The inspector of the page's actors, in the product's colors. */
export function MachinesTab({ actors, loadMachines }: MachinesTabProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Without them, the tab shows those that run.
    loadMachines?.().then(actors.addMachines, () => undefined);
  }, [actors, loadMachines]);
  useEffect(() => (box.current ? mountInspector(actors, box.current) : undefined), [actors]);
  return (
    <div
      ref={box}
      className="[--inspector-accent-soft:var(--color-plum-soft)] [--inspector-accent:var(--color-plum)] [--inspector-field:var(--color-field)] [--inspector-ink:var(--color-ink)] [--inspector-line:var(--color-line)] [--inspector-on-accent:var(--color-on-plum)] [--inspector-soft-ink:var(--color-ink-2)] [--inspector-sunken:var(--color-sunken)] [--inspector-surface:var(--color-surface)] [--inspector-taken:var(--color-teal)]"
    />
  );
}

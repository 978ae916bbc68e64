import { useEffect, useRef } from 'react';
import type { PanelContext } from './panel-context';

/** An inspector of the page's machines, in the colors of the control room. */
export function MachinesTab({ context: { mountMachines } }: { context: PanelContext }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const mounted = Promise.resolve(mountMachines?.(element)).catch(() => {
      element.textContent = 'The inspector could not be loaded. Load the page again to retry.';
    });
    return () => void mounted.then((remove) => remove?.());
  }, [mountMachines]);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm text-ink-2">
        The product’s screens and dialogs follow these charts: the filled box is where one is now, and each
        arrow is something that can happen next.
      </p>
      <div
        ref={box}
        className="[--inspector-accent-soft:var(--color-plum-soft)] [--inspector-accent:var(--color-plum)] [--inspector-field:var(--color-field)] [--inspector-ink:var(--color-ink)] [--inspector-line:var(--color-line)] [--inspector-on-accent:var(--color-on-plum)] [--inspector-soft-ink:var(--color-ink-2)] [--inspector-sunken:var(--color-sunken)] [--inspector-surface:var(--color-surface)] [--inspector-taken:var(--color-teal)]"
      />
    </div>
  );
}

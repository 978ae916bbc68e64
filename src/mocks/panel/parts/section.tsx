import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a tab, with a heading of its own. */
export function Section({ title, hint, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {hint ? <p className="-mt-2 text-caption text-ink-2">{hint}</p> : null}
      {children}
    </section>
  );
}

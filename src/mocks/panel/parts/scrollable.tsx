import type { ReactNode, Ref } from 'react';

interface ScrollableProps {
  /** What is in it, for screen readers. */
  label: string;
  className: string;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** A box that scrolls both ways, also by keys: without a control in it, it has to take the focus itself. */
export function Scrollable({ label, className, children, ref }: ScrollableProps) {
  const byKeys = { tabIndex: 0, role: 'group', 'aria-label': label };
  return (
    <div ref={ref} {...byKeys} className={className}>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

/** Words for screen readers alone, where the eye has them from the layout. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}

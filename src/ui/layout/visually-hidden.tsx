import type { ReactNode } from 'react';

/** Text for screen readers only, where the layout already conveys it visually. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}

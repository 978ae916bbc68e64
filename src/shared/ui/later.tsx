import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { whenAvailable } from '@/shared/when-available';

/**
 * A part of a page whose code may come after the rest. A prerendered page shows it from the start, and React takes it
 * over when its code is there, however long that takes: a page without it is still a page.
 *
 * @param fallback what keeps its place where the page is drawn in the browser
 * @returns an element to be made once, outside a component: while it stays the same, a change around it never makes
 * React throw away what it has not yet taken over
 */
export function later(load: () => Promise<ComponentType>, fallback: ReactNode = null): ReactElement {
  const Part = lazy(async () => ({ default: await whenAvailable(load) }));
  return (
    <Suspense fallback={fallback}>
      <Part />
    </Suspense>
  );
}

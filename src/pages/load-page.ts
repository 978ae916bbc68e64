import { matchRoutes } from 'react-router-dom';
import { basename, routes } from './router';

const matchesOf = (pathname: string) => matchRoutes(routes, pathname, basename) ?? [];

/** Prefetches the code of the page at a path. Rejects if it can't be loaded. */
async function prefetchPage(pathname: string): Promise<void> {
  await Promise.all(
    matchesOf(pathname).map(({ route }) => (typeof route.lazy === 'function' ? route.lazy() : undefined)),
  );
}

/**
 * Loads the code of the page at a path into its routes, so that a router created afterwards renders it synchronously
 * and prerendered markup can be hydrated. Rejects if the code can't be loaded.
 */
export async function loadPage(pathname: string): Promise<void> {
  await Promise.all(
    matchesOf(pathname).map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const loaded = await route.lazy();
      delete route.lazy;
      Object.assign(route, loaded);
    }),
  );
}

/** Hovering, touching or focusing a link usually precedes following it. */
const signsOfIntent = ['pointerover', 'touchstart', 'focusin'] as const;

/** Prefetches a page's code on intent. Listens on the document to include links not yet hydrated. */
export function prefetchOnIntent(): void {
  const prefetched = new Set<string>();
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== location.origin || prefetched.has(link.pathname)) return;
    prefetched.add(link.pathname);
    // After a failure, following the link fetches the page again.
    prefetchPage(link.pathname).catch(() => prefetched.delete(link.pathname));
  };
  for (const sign of signsOfIntent) document.addEventListener(sign, prefetch, { passive: true });
}

import { matchRoutes } from 'react-router-dom';
import { basename, routes } from './router';

const matchesOf = (pathname: string) => matchRoutes(routes, pathname, basename) ?? [];

/** Fetches the code of the page at a path ahead of a visit. Rejects where it can't be loaded. */
async function prefetchPage(pathname: string): Promise<void> {
  await Promise.all(
    matchesOf(pathname).map(({ route }) => (typeof route.lazy === 'function' ? route.lazy() : undefined)),
  );
}

/**
 * Puts the code of the page at a path into its routes, so that a router made afterwards draws it at once: markup that
 * was rendered at build time is then taken over as it stands. Rejects where the code can't be loaded.
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

/** Somebody points at a link, touches it or moves the focus to it: most often they are about to follow it. */
const signsOfIntent = ['pointerover', 'touchstart', 'focusin'] as const;

/**
 * Fetches a page's code as soon as somebody is about to open it. Listens once for the whole document, so that links in
 * parts of the page that React has not reached yet count too.
 */
export function prefetchOnIntent(): void {
  const asked = new Set<string>();
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== location.origin || asked.has(link.pathname)) return;
    asked.add(link.pathname);
    // A page that can't be fetched now is asked for again by the click.
    prefetchPage(link.pathname).catch(() => asked.delete(link.pathname));
  };
  for (const sign of signsOfIntent) document.addEventListener(sign, prefetch, { passive: true });
}

import { matchRoutes, type To } from 'react-router-dom';
import { basename, routes } from './router';

const routesTo = (page: To) => (matchRoutes(routes, page, basename) ?? []).map(({ route }) => route);

/** Whether the code of a page is loaded, so that it renders synchronously. */
export const isLoaded = (page: To): boolean =>
  routesTo(page).every(({ lazy, Component }) => lazy === undefined || Component);

/** Loads the code of a page into its routes. Rejects if it can't be loaded. */
export async function loadPage(page: To): Promise<void> {
  await Promise.all(
    routesTo(page).map(async (route) => {
      if (typeof route.lazy === 'function' && !route.Component) Object.assign(route, await route.lazy());
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
    loadPage(link.pathname).catch(() => prefetched.delete(link.pathname));
  };
  for (const sign of signsOfIntent) document.addEventListener(sign, prefetch, { passive: true });
}

import { matchRoutes } from 'react-router-dom';
import { basename, routes } from './router';

const matchesOf = (pathname: string) => matchRoutes(routes, pathname, basename) ?? [];

/** Fetches the code of the page at a path ahead of a visit. Rejects where it can't be loaded. */
export async function prefetchPage(pathname: string): Promise<void> {
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

import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  type Location,
  Router,
  type To,
  useLocation,
  useRoutes,
} from 'react-router-dom';
import { report } from '@/lib/report';
import { LoadingDashboard } from '@/pages/dashboard/loading-dashboard';
import { historyChanged } from '@/ui/dialog/surface';
import { ErrorBoundary } from '@/ui/feedback/error-boundary';
import { isLoaded, loadPage } from './load-page';
import { RootLayout, RouteError } from './root-layout';
import { basename, routes } from './router';
import { ScrollRestoration } from './scroll-restoration';
import * as strings from './strings';

type History = ReturnType<typeof createBrowserHistory>;

interface OpenPage {
  readonly location: Location;
  /** Why the page's code could not be loaded. */
  readonly error?: unknown;
}

/** Whether both are of the same entry of the history. */
const isSameEntry = (a: Location, b: Location) => a.key === b.key && createPath(a) === createPath(b);

/** Opens pages. While a page's code is fetched, the former page stays and, except after Back and Forward, its address. */
function createNavigator(history: History, setPage: (page: OpenPage) => void) {
  const { createHref, createURL, encodeLocation, go } = history;
  let latest = 0;
  const open = (to: To, enter?: () => void) => {
    latest += 1;
    const attempt = latest;
    const arrive = (failure?: { readonly error: unknown }) => {
      if (attempt !== latest) return;
      enter?.();
      historyChanged();
      startTransition(() => setPage({ location: history.location, ...failure }));
    };
    if (isLoaded(to)) arrive();
    else
      loadPage(to).then(
        () => arrive(),
        (error: unknown) => arrive({ error }),
      );
  };
  return {
    createHref,
    createURL,
    encodeLocation,
    go,
    open,
    push: (to: To, state: unknown) => open(to, () => history.push(to, state)),
    replace: (to: To, state: unknown) => open(to, () => history.replace(to, state)),
  };
}

/** Plain, because it is part of the entry and only shown briefly. */
const CodeOnItsWay = () =>
  useLocation().pathname === '/dashboard' ? (
    <LoadingDashboard />
  ) : (
    <p role="status" className="py-16 text-center text-ink-2">
      {strings.loading}
    </p>
  );

/** The page at the address of the router around it. Its code must be loaded. */
export const Page = () => useRoutes([{ element: <RootLayout />, children: routes }]);

interface PagesProps {
  history: History;
  isPrerendered?: boolean;
}

/** The pages by their address in a history. */
export function Pages({ history, isPrerendered = false }: PagesProps) {
  const [firstPage] = useState<OpenPage | null>(() =>
    isLoaded(history.location) ? { location: history.location } : null,
  );
  const [page, setPage] = useState(firstPage);
  const [navigator] = useState(() => createNavigator(history, setPage));
  useLayoutEffect(() => {
    // Back may have led to another page while the first was hydrated.
    if (firstPage === null || !isSameEntry(firstPage.location, history.location))
      navigator.open(history.location);
    return history.listen(({ location }) => navigator.open(location));
  }, [history, navigator, firstPage]);
  // Nothing beside the page, whose ids React derives from the places in the tree: they must be those of the prerendered page.
  return (
    <Router basename={basename} location={page?.location ?? history.location} navigator={navigator}>
      {page === null ? (
        <CodeOnItsWay />
      ) : (
        <ScrollRestoration location={page.location} isPrerendered={isPrerendered}>
          <ErrorBoundary
            resetKey={page.location.key}
            homeUrl={import.meta.env.BASE_URL}
            onError={(error) => report('the frame of the pages broke', { error: String(error) })}
          >
            {'error' in page ? <RouteError error={page.error} /> : <Page />}
          </ErrorBoundary>
        </ScrollRestoration>
      )}
    </Router>
  );
}

interface AppProps {
  /** Whether the page was prerendered and is only hydrated. */
  isPrerendered: boolean;
  /** Called after mount. */
  onMount: () => void;
}

/** The root component. */
export function App({ isPrerendered, onMount }: AppProps) {
  const [history] = useState(() => {
    const { pathname, search, hash } = location;
    // Mail programs and templates join links with two slashes; no route has them.
    const tidyPath = pathname.replaceAll(/\/{2,}/g, '/');
    if (tidyPath !== pathname)
      window.history.replaceState(window.history.state, '', `${tidyPath}${search}${hash}`);
    return createBrowserHistory();
  });
  useEffect(() => onMount(), [onMount]);
  return <Pages history={history} isPrerendered={isPrerendered} />;
}

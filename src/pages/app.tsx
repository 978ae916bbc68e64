import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
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

/** The address of the shown page. */
interface Shown {
  readonly location: Location;
  /** Why the page's code could not be loaded. */
  readonly error?: unknown;
}

/** Opens pages. While a page's code is fetched, the former page and its address stay. */
function createNavigator(history: History, show: (shown: Shown) => void) {
  let latest = 0;
  const open = (page: To, enter?: () => void) => {
    latest += 1;
    const opened = latest;
    const arrive = (failure?: { readonly error: unknown }) => {
      if (opened !== latest) return;
      enter?.();
      historyChanged();
      startTransition(() => show({ location: history.location, ...failure }));
    };
    if (isLoaded(page)) arrive();
    else
      loadPage(page).then(
        () => arrive(),
        (error: unknown) => arrive({ error }),
      );
  };
  return {
    ...history,
    open,
    push: (page: To, state: unknown) => open(page, () => history.push(page, state)),
    replace: (page: To, state: unknown) => open(page, () => history.replace(page, state)),
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
  const [isFirstLoaded] = useState(() => isLoaded(history.location));
  const [shown, setShown] = useState<Shown | null>(isFirstLoaded ? { location: history.location } : null);
  const [navigator] = useState(() => createNavigator(history, setShown));
  useLayoutEffect(() => {
    if (!isFirstLoaded) navigator.open(history.location);
    return history.listen(({ location }) => navigator.open(location));
  }, [history, navigator, isFirstLoaded]);
  // Nothing beside the page, whose ids React derives from the places in the tree: they must be those of the prerendered page.
  return (
    <Router basename={basename} location={shown?.location ?? history.location} navigator={navigator}>
      {shown === null ? (
        <CodeOnItsWay />
      ) : (
        <ScrollRestoration location={shown.location} isPrerendered={isPrerendered}>
          <ErrorBoundary
            resetKey={shown.location.key}
            homeUrl={import.meta.env.BASE_URL}
            onError={(error) => report('the frame of the pages broke', { error: String(error) })}
          >
            {'error' in shown ? <RouteError error={shown.error} /> : <Page />}
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

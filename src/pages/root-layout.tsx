import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { report } from '@/shared/report';
import { LiveRegion } from '@/shared/ui/announce';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { FocusOnRouteChange } from '@/shared/ui/focus-on-route-change';
import { later } from '@/shared/ui/later';
import { SingleEnter } from '@/shared/ui/single-enter';
import { useDocumentTitle } from '@/shared/ui/use-document-title';

// Toasts wait for the one who draws them.
const toaster = later(async () => (await import('@/shared/ui/lazy-toaster')).LazyToaster);
// Fetched right after the page, so that it is there when the connection goes.
const offlineNotice = later(async () => (await import('@/shared/ui/offline-notice')).OfflineNotice);

/** What every page has: title, focus on navigation, toasts, what to do without a connection, a boundary for what breaks. */
export function RootLayout() {
  const { pathname } = useLocation();
  const title = useRouteTitle();
  useDocumentTitle(title);
  return (
    <>
      <ScrollRestoration />
      <FocusOnRouteChange />
      <SingleEnter />
      <ErrorBoundary
        resetKey={pathname}
        homeUrl={import.meta.env.BASE_URL}
        // By its title: the path of some pages holds a secret.
        onError={(error) => report('a page broke', { title, error: String(error) })}
      >
        <Outlet />
      </ErrorBoundary>
      {offlineNotice}
      <LiveRegion />
      {toaster}
    </>
  );
}

/** The title that the innermost route declares in its handle. */
function useRouteTitle(): string | undefined {
  const handle = useMatches().at(-1)?.handle;
  return typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    typeof handle.title === 'string'
    ? handle.title
    : undefined;
}

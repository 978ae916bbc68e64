import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { keepTrying, lazyWithRetry } from '@/shared/lazy';
import { report } from '@/shared/report';
import { LiveRegion } from '@/shared/ui/announce';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { FocusOnRouteChange } from '@/shared/ui/focus-on-route-change';
import { SingleEnter } from '@/shared/ui/single-enter';
import { useDocumentTitle } from '@/shared/ui/use-document-title';

// Fetched right after the page, so that they are there when the connection goes.
const Toaster = lazyWithRetry(() => keepTrying(async () => (await import('@/shared/ui/toaster')).Toaster));
const OfflineNotice = lazyWithRetry(() =>
  keepTrying(async () => (await import('@/shared/ui/offline-notice')).OfflineNotice),
);

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
      <OfflineNotice />
      <LiveRegion />
      <Toaster />
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

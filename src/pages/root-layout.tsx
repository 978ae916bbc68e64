import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { useFocusHeadingOn } from '@/ui/layout/use-focus-heading-on';
import { keepTrying, lazyWithRetry } from '@/lib/lazy';
import { report } from '@/lib/report';
import { LiveRegion } from '@/ui/feedback/announce';
import { ErrorBoundary } from '@/ui/feedback/error-boundary';
import { useDocumentTitle } from '@/ui/layout/use-document-title';

/**
 * A held Enter counts once, in the whole product. Browsers repeat the key: a form that was sent closes its dialog, the
 * focus goes back to the button that opened it, and the next repetition would open it again, or send something else.
 * Writing several lines at once stays possible.
 */
export function SingleEnter() {
  useEffect(() => {
    const stop = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', stop, { capture: true });
    return () => window.removeEventListener('keydown', stop, { capture: true });
  }, []);
  return null;
}

/** Moves the focus to the new page's h1 after a change of path. */
export function FocusOnRouteChange() {
  useFocusHeadingOn(useLocation().pathname);
  return null;
}

// Fetched right after the page, so that they are there when the connection goes.
const Toaster = lazyWithRetry(() => keepTrying(async () => (await import('@/ui/feedback/toaster')).Toaster));
const OfflineNotice = lazyWithRetry(() =>
  keepTrying(async () => (await import('@/ui/feedback/offline-notice')).OfflineNotice),
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

import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useRouteError } from 'react-router-dom';
import { keepTrying, lazyWithRetry } from '@/lib/lazy';
import { report } from '@/lib/report';
import * as strings from '@/pages/strings';
import { LiveRegion } from '@/ui/feedback/announce';
import { BrokenPage, ErrorBoundary } from '@/ui/feedback/error-boundary';
import { buttonClass } from '@/ui/form/button';
import { useDocumentTitle } from '@/ui/layout/use-document-title';
import { useFocusHeadingOn } from '@/ui/layout/use-focus-heading-on';

/** A page whose code could not be loaded, most often because the connection broke or a new version went live. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => report('a route could not be loaded', { error: String(error) }), [error]);
  return (
    <main id="main" className="mx-auto max-w-xl px-5 py-24">
      <BrokenPage title={strings.notLoaded} onRetry={() => window.location.reload()}>
        <p>{strings.checkConnection}</p>
        <a href={import.meta.env.BASE_URL} className={buttonClass({ variant: 'link', className: 'mt-3' })}>
          {strings.toStart}
        </a>
      </BrokenPage>
    </main>
  );
}

/**
 * A held Enter counts once, in the whole product. Browsers repeat the key: a form that was sent closes its dialog, the
 * focus goes back to the button that opened it, and the next repetition would open it again, or send something else.
 * Writing several lines at once stays possible.
 */
function SingleEnter() {
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

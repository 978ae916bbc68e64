import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { lazyWithRetry } from '@/lib/lazy';
import { connectNavigation } from '@/lib/navigate';
import { report } from '@/lib/report';
import { LiveRegion } from '@/ui/feedback/announce';
import { BrokenPage, ErrorBoundary } from '@/ui/feedback/error-boundary';
import { OfflineNotice } from '@/ui/feedback/offline-notice';
import { toast } from '@/ui/feedback/toast';
import { buttonClass } from '@/ui/form/button-class';
import { focusHeading, useFocusHeadingOn } from '@/ui/layout/focus';
import { useDocumentTitle } from '@/ui/layout/page-title';
import { reload } from '@/ui/strings';
import { titleOf } from './router';
import * as strings from './strings';

/** Shown when a page's code could not be loaded, usually because the connection broke or a new version was deployed. */
export function RouteError({ error }: { error: unknown }) {
  useDocumentTitle(strings.notLoadedTitle);
  useEffect(() => {
    report('a route could not be loaded', { error: String(error) });
    // It replaces the root layout, which otherwise moves the focus after a navigation.
    focusHeading();
  }, [error]);
  return (
    <main id="main" className="mx-auto max-w-xl px-5 py-24">
      <BrokenPage
        title={strings.notLoaded}
        isPageTitle
        retryLabel={reload}
        onRetry={() => window.location.reload()}
      >
        <p>{strings.checkConnection}</p>
        <a href={import.meta.env.BASE_URL} className={buttonClass({ variant: 'link', className: 'mt-3' })}>
          {strings.toStart}
        </a>
      </BrokenPage>
    </main>
  );
}

/**
 * Ignores key repeats of Enter everywhere except in text areas. Otherwise, after a submit closes its dialog and the
 * focus returns to the button that opened it, the next repeat would open it again or submit something else.
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

/** A file that is dropped where none is taken: by default the browser opens it, and the page with all input is gone. */
function RefuseFiles() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type === 'drop') toast(strings.filesRefused, { tone: 'warning' });
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  return null;
}

/** Moves the focus to the new page's h1 after a change of path. */
export function FocusOnRouteChange() {
  useFocusHeadingOn(useLocation().pathname);
  return null;
}

// Loaded after the page, so that it is available offline.
const Toaster = lazyWithRetry(async () => (await import('@/ui/feedback/toaster')).Toaster, {
  isOptional: true,
});

/** Common to every page: title, focus on navigation, toasts, offline notice, error boundary. */
export function RootLayout() {
  const { pathname } = useLocation();
  const title = titleOf(pathname);
  useDocumentTitle(title);
  const navigate = useNavigate();
  useEffect(() => connectNavigation((path) => void navigate(path)), [navigate]);
  return (
    <>
      <FocusOnRouteChange />
      <SingleEnter />
      <RefuseFiles />
      <ErrorBoundary
        resetKey={pathname}
        homeUrl={import.meta.env.BASE_URL}
        // Reports the title, because the path of some pages contains a secret.
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

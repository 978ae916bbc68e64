import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { UNSAFE_createMemoryHistory as createMemoryHistory, MemoryRouter } from 'react-router-dom';
import { getApp } from '@/app/app';
import { AppProvider } from '@/app/app-provider';
import { navigate } from '@/lib/navigate';
import { App, Pages } from '@/pages/app';
import { loadPage as fetchPage } from '@/pages/load-page';
import { Toaster } from '@/ui/feedback/toaster';
import { phoneLibrary } from '@/ui/form/phone-field';
import { waitForCode } from './running-test';

await phoneLibrary.load();

const loadedLater = import.meta.glob('../../src/{pages,features,ui/site}/**/*.tsx');

const isOfSignedIn = /^\/(dashboard|login|[a-z]+-signup|(forgot|reset)-password|payment-|confirm-address)/;

const preloaded = new Map<boolean, Promise<unknown>>();

/** Fetches the pages that a visitor of this address may see, and what they fetch, so that no query waits for it. */
function preload(path: string): void {
  const isPublic = !isOfSignedIn.test(path);
  const load = () =>
    Promise.all(
      Object.entries(loadedLater)
        .filter(([file]) => /\/(marketing|chat|site)\//.test(file) === isPublic)
        .map(([, fetchPart]) => fetchPart()),
    );
  const code = preloaded.get(isPublic) ?? load();
  preloaded.set(isPublic, code);
  waitForCode(code);
}

/** Renders the product's real pages at a path. Start a mock server first. */
export function renderApp(path: string) {
  preload(path);
  const history = createMemoryHistory({ initialEntries: [path] });
  const view = render(<Pages history={history} />);
  const router = {
    get state() {
      return { location: history.location, historyAction: history.action };
    },
    /** Leads elsewhere as a link does, or by as many entries of the history. */
    async navigate(to: string | number) {
      if (typeof to === 'number') return history.go(to);
      await fetchPage(to);
      navigate(to);
    },
  };
  return { ...view, user: userEvent.setup(), router };
}

/** Renders the product's real pages at the window's address, as the browser does when it loads a page. */
export function loadPage() {
  preload(location.pathname);
  const { unmount } = render(<App isPrerendered={false} onMount={() => undefined} />);
  return { unload: unmount };
}

/** Renders one part of a page with what every page provides: the app, router, toasts. */
export function renderPart(part: ReactNode, app = getApp()) {
  const view = render(
    <AppProvider app={app}>
      <MemoryRouter>{part}</MemoryRouter>
      <Toaster />
    </AppProvider>,
  );
  return { ...view, user: userEvent.setup(), store: app.store };
}

/** The wrapper for a part that makes no call and has no URL. */
export const WithApp = ({ children }: { children: ReactNode }) => (
  <AppProvider app={getApp()}>{children}</AppProvider>
);

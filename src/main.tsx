import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { setAppClock } from '@/lib/clock';
import { keepTrying } from '@/lib/lazy';
import { backendReady, setActorObserver, setBackendReady, setDemoAccounts } from '@/lib/mock-build';
import { report } from '@/lib/report';
import { App } from '@/pages/app';
import { captureInput } from '@/pages/early-input';
import { loadPage, prefetchOnIntent } from '@/pages/load-page';
import { dropRepeatedPresses } from '@/ui/dialog/surface';
import '@/styles/app.css';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');

/**
 * Starts the mock backend. Returns true if this is one of its own pages, such as the hosted checkout.
 *
 * @param rendersAfter whether the page renders only once the mock has started
 */
async function startMocks(rendersAfter = false): Promise<boolean> {
  const mocks = await import('@/mocks/browser');
  if (mocks.renderMockPage(container)) return true;
  setDemoAccounts(mocks.demoAccounts);
  setActorObserver(mocks.observeActors);
  setAppClock(mocks.productClock);
  const loadMachines = async () => (await import('@/all-machines')).allMachines;
  setBackendReady(mocks.startMocks({ rendersAfter, loadMachines }));
  return false;
}

const renderApp = (isPrerendered: boolean, onShown: () => void) => (
  <StrictMode>
    <App isPrerendered={isPrerendered} onShown={onShown} />
  </StrictMode>
);

/** Whether the content is of this URL. A host may serve the landing page for unknown paths, and Back leads to others. */
const isOfThisPage = ({ dataset }: HTMLElement): boolean =>
  dataset.prerendered === location.pathname.replace(/(?<=.)\/$/, '');

/** The page stays as it is; `before-app.ts` shows a notice once the user presses or types something. */
function reportFailure(error: unknown): void {
  report('the page could not be loaded', { error: String(error) });
  dispatchEvent(new Event('app-failed'));
}

/** Removes the notice that `before-app.ts` shows while the app is missing. */
const removeMissingNotice = () => document.getElementById('app-missing')?.remove();

/** Hydrates a prerendered page. Does not wait for the mock backend: only API calls do. */
async function hydrate(root: HTMLElement): Promise<void> {
  if (__MOCKS__) {
    (await import('@/mocks/hosts/frame')).enterFrame();
    setDemoAccounts((await import('@/mocks/kitwell/seeds/demo-accounts')).demoAccounts);
    setBackendReady(startMocks().then(backendReady));
  }
  await loadPage(location.pathname).catch((error: unknown) => {
    reportFailure(error);
    return keepTrying(() => loadPage(location.pathname));
  });
  if (!isOfThisPage(root)) return renderFresh(root);
  const replayInput = captureInput(root);
  root.dataset.prerendered = 'taken-over';
  const takeOver = () => {
    // StrictMode runs the effect twice.
    if (root.dataset.prerendered === undefined) return;
    delete root.dataset.prerendered;
    removeMissingNotice();
    replayInput();
  };
  // In a transition, React hydrates in slices, so that scrolling and typing stay possible.
  startTransition(() => {
    hydrateRoot(
      root,
      // In a new task, after the event that may have forced hydration.
      renderApp(true, () => setTimeout(takeOver)),
    );
  });
}

/** Renders the page in the browser, unless it is one of the mock backend's own. */
async function render(root: HTMLElement): Promise<void> {
  if (__MOCKS__) {
    (await import('@/mocks/hosts/frame')).enterFrame();
    const parameters = new URLSearchParams(location.search);
    const signsIn =
      parameters.has('mock.as') || parameters.has('mock.story') || location.hash.startsWith('#mock=');
    if (await startMocks(signsIn)) return;
    // If the user is signed in before the first render, the page need not be loaded again.
    if (signsIn) await backendReady();
  }
  renderFresh(root);
}

function renderFresh(root: HTMLElement): void {
  delete root.dataset.prerendered;
  root.replaceChildren();
  removeMissingNotice();
  createRoot(root).render(renderApp(false, () => undefined));
}

// Not awaited: pages import from the chunk that contains this module, and a top-level await would deadlock.
(isOfThisPage(container) ? hydrate : render)(container).catch(reportFailure);
prefetchOnIntent();
dropRepeatedPresses();

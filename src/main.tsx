import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { StorageKey } from '@/domain/storage-keys';
import { setAppClock } from '@/lib/clock';
import { backendReady, setActorObserver, setBackendReady, setDemoAccounts } from '@/lib/mock-build';
import { report } from '@/lib/report';
import { App } from '@/pages/app';
import { loadPage, prefetchOnIntent } from '@/pages/load-page';
import { dropRepeatedPresses } from '@/ui/dialog/surface';
import { focusPressedControls } from '@/ui/layout/focus';
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
  if (mocks.renderMockPage()) return true;
  setDemoAccounts(mocks.demoAccounts);
  setActorObserver(mocks.observeActors);
  setAppClock(mocks.productClock);
  const loadMachines = async () => (await import('@/all-machines')).allMachines;
  setBackendReady(mocks.startMocks({ rendersAfter, loadMachines }));
  return false;
}

/** Starts the application where this tab has unsaved input: it removes that when another tab ends the session. */
async function startIfUnsaved(): Promise<void> {
  try {
    if (sessionStorage.getItem('formDrafts' satisfies StorageKey) === null) return;
    // The clock of a demo is the mock backend's.
    await backendReady();
    const { getApp } = await import('@/app/app');
    getApp();
  } catch {
    // Blocked storage has no input, and without the application nothing is restored from it.
  }
}

/** Also on a page that needs no application, and one that Back has brought back. */
function watchUnsavedInput(): void {
  void startIfUnsaved();
  addEventListener('pageshow', ({ persisted }) => persisted && void startIfUnsaved());
}

const renderApp = (isPrerendered: boolean, onMount: () => void) => (
  <StrictMode>
    <App isPrerendered={isPrerendered} onMount={onMount} />
  </StrictMode>
);

/** The content belongs to this URL and visitor; otherwise `until-hydrated.ts` has hidden it. */
const isHydratable = ({ dataset, hidden }: HTMLElement): boolean =>
  dataset.prerendered !== undefined && !hidden;

/** Hydrates a prerendered page. Does not wait for the mock backend: only API calls do. */
async function hydrate(root: HTMLElement): Promise<void> {
  if (__MOCKS__) {
    (await import('@kitwell/mock-engine/hosts/frame')).enterFrame();
    setDemoAccounts((await import('@/mocks/kitwell/seeds/demo-accounts')).demoAccounts);
    setBackendReady(startMocks().then(backendReady));
  }
  await loadPage(location.pathname);
  // Back may have led to another page meanwhile.
  if (!isHydratable(root)) return renderFresh(root);
  const takeOver = () => {
    delete root.dataset.prerendered;
    // Back may have hidden the page while React hydrated it.
    root.hidden = false;
    // A field reports what was typed into it before in a microtask.
    queueMicrotask(() => dispatchEvent(new Event('hydrated')));
  };
  const hydrateContent = () => hydrateRoot(root, renderApp(true, takeOver));
  // `until-hydrated.ts` undoes what others have changed. They may change it again as soon as they can.
  const isUnchanged = dispatchEvent(new Event('hydrate', { cancelable: true }));
  // In a transition, React hydrates in slices, so that scrolling and typing stay possible.
  if (isUnchanged) startTransition(() => void hydrateContent());
  else flushSync(hydrateContent);
  watchUnsavedInput();
}

/** Renders the page in the browser, unless it is one of the mock backend's own. */
async function render(root: HTMLElement): Promise<void> {
  if (__MOCKS__) {
    (await import('@kitwell/mock-engine/hosts/frame')).enterFrame();
    // While the mock starts. What can't be loaded is reported when it is rendered.
    loadPage(location.pathname).catch(() => undefined);
    const parameters = new URLSearchParams(location.search);
    const signsIn =
      parameters.has('mock.as') || parameters.has('mock.story') || location.hash.startsWith('#mock=');
    if (await startMocks(signsIn)) return;
    // If the user is signed in before the first render, the page need not be loaded again.
    if (signsIn) await backendReady();
  }
  renderFresh(root);
  watchUnsavedInput();
}

function renderFresh(root: HTMLElement): void {
  delete root.dataset.prerendered;
  root.hidden = false;
  document.querySelector('#app-missing')?.remove();
  root.replaceChildren();
  createRoot(root).render(renderApp(false, () => undefined));
}

// Not awaited: pages import from the chunk that contains this module, and a top-level await would deadlock.
(isHydratable(container) ? hydrate : render)(container).catch((error: unknown) => {
  report('the page could not be loaded', { error: String(error) });
  // The prerendered page stays as it is; `until-hydrated.ts` shows a notice.
  dispatchEvent(new Event('error'));
});
prefetchOnIntent();
dropRepeatedPresses();
focusPressedControls();

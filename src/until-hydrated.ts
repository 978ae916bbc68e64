/**
 * What a prerendered page does until React has hydrated it. The build inlines this file into those pages, so it imports
 * nothing.
 */

/** What was pressed last: it is pressed again once the app runs. */
let pressed: HTMLElement | undefined;

/** The content, until it is hydrated. */
const findRoot = () => document.querySelector<HTMLElement>('#root[data-prerendered]');
const findMissing = () => document.querySelector<HTMLElement>('#app-missing');

/** Marketing pages have the app's code in a template, where it is neither fetched nor run; pages with a form run it at once. */
function loadApp(): void {
  if (document.readyState === 'loading') return;
  const code = document.querySelector<HTMLTemplateElement>('#app-code');
  if (code) document.head.append(code.content);
}

function loadWhenIdle(): void {
  // The app removes this tab's unsaved input when another tab ends its session.
  if (navigator.connection?.saveData && !isStored('formDrafts')) return;
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === 'undefined') setTimeout(loadApp, 1000);
  else requestIdleCallback(loadApp, { timeout: 2000 });
}

function pressLater(event: Event, element: HTMLElement): void {
  // The browser would send the form by itself, and tick a box that opens a dialog.
  event.preventDefault();
  pressed?.removeAttribute('aria-busy');
  pressed = element;
  element.setAttribute('aria-busy', 'true');
  loadApp();
}

function onClick(event: Event): void {
  if (!findRoot() || !(event.target instanceof Element)) return;
  if (event.target.closest('#app-missing a')) {
    // Unlike the link, a reload keeps what was typed.
    event.preventDefault();
    location.reload();
    return;
  }
  // The browser opens menus by itself. A form can be submitted without its button, so only its own event counts.
  const control = event.target.closest<HTMLElement>(
    'button:not([popovertarget], [type="submit"]), [type="checkbox"]',
  );
  if (control) pressLater(event, control);
}

function onSubmit(event: Event): void {
  if (findRoot() && event.target instanceof HTMLFormElement) pressLater(event, event.target);
}

/** Code that can't be fetched or throws, and no image or font. Errors of elements do not bubble. */
function onError({ target }: Event): void {
  if (findRoot() && (target === window || target instanceof HTMLScriptElement)) {
    findMissing()?.removeAttribute('hidden');
  }
}

/** What others have changed in the content: translations replace texts, and extensions insert elements beside fields. */
let changes: MutationObserver | undefined;

function watchContent(): void {
  const root = findRoot();
  if (!root || changes) return;
  const records: MutationRecord[] = [];
  changes = new MutationObserver((added) => records.push(...added));
  changes.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
  });
  // React could not hydrate changed content: it would render the page again, without what was typed into it.
  addEventListener('hydrate', (event) => {
    records.push(...(changes?.takeRecords() ?? []));
    changes?.disconnect();
    if (records.length === 0) return;
    event.preventDefault();
    const focused = document.activeElement;
    for (const record of records.reverse()) undo(record);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  });
}

function undo({ target, addedNodes, removedNodes, nextSibling, oldValue }: MutationRecord): void {
  if (target instanceof CharacterData) target.data = oldValue ?? '';
  for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
  const next = nextSibling?.parentNode === target ? nextSibling : null;
  for (const node of removedNodes) target.insertBefore(node, next);
}

function onHydrated(): void {
  findMissing()?.remove();
  pressed?.removeAttribute('aria-busy');
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
  else pressed?.click();
}

function isStored(key: string | undefined): boolean {
  try {
    return key !== undefined && sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/**
 * Hides content that is not what this visitor should see, and leaves the page to the app: a host may serve the landing page for
 * unknown paths, Back may lead to another page, and a sign-up may have been started in this tab.
 */
function hideOtherPage(): void {
  const root = findRoot();
  if (!root) return;
  const isThisPage = root.dataset.prerendered === location.pathname.replace(/(?<=.)\/$/, '');
  if (isThisPage && !isStored(root.dataset.unlessStored)) return;
  root.hidden = true;
  loadApp();
}

for (const sign of ['pointerdown', 'focusin', 'keydown']) addEventListener(sign, loadApp);
addEventListener('load', loadWhenIdle);
addEventListener('click', onClick);
addEventListener('submit', onSubmit);
addEventListener('hydrated', onHydrated);
// Unlike DOMContentLoaded, it comes before the app's script runs.
document.addEventListener('readystatechange', hideOtherPage);
document.addEventListener('readystatechange', watchContent);
document.addEventListener('readystatechange', () => pressed && loadApp());
addEventListener('popstate', hideOtherPage);
addEventListener('error', onError, { capture: true });

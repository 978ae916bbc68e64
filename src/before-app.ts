/**
 * Inlined into the prerendered pages (docs/decisions/0022). It is the only code that runs before the app takes the page
 * over: it loads the app on the first sign of intent, switches the theme, and queues presses for the app.
 */

import { applyThemeChoice, nextThemeChoice, readThemeChoice, themeLabels } from '@/lib/theme/theme';
import { mayPrefetch, whenIdle } from '@/lib/when-idle';
import { loading } from '@/pages/strings';

declare global {
  interface Window {
    /** Buttons pressed and forms submitted before the app ran, in order. */
    earlyPresses?: readonly HTMLElement[];
  }
}

/** When to load the app without user intent; `scripts/build/load-on-intent.ts` sets these attributes. */
const { load, loadWith, opensWith } = document.currentScript?.dataset ?? {};

// Queried each time: the script runs in the head, before the body is parsed, so that it misses no press.
const findRoot = () => document.querySelector<HTMLElement>('#root');
/** A template with the app's scripts and styles; a template's content is neither fetched nor run. */
const findCode = () => document.querySelector<HTMLTemplateElement>('#app-code');
const findMissing = () => document.querySelector<HTMLElement>('#app-missing');

const presses: HTMLElement[] = [];
window.earlyPresses = presses;

const INTERACTIVE = 'a, button, input, select, textarea, label, [tabindex="0"]';
/** Events that signal intent, and the selector that their target must match. */
const SIGNS: Readonly<Record<string, string>> = {
  pointerover: INTERACTIVE,
  touchstart: INTERACTIVE,
  focusin: 'form *',
  keydown: '*',
  click: '*',
};
const signsHandled = new AbortController();

/** In milliseconds; equal to the app's own request timeout. */
const TIME_LIMIT = 20_000;

let isWanted = false;
let isLoading = false;
let hasFailed = false;
/** Whether the user is waiting for the app: something was pressed or typed, or the page is empty without it. */
let isNeeded = false;

/** Once React hydrates, it handles presses itself and hydrates the pressed part first. */
function isWaiting(): boolean {
  const state = findRoot()?.dataset.prerendered;
  return state !== undefined && state !== 'taken-over';
}

function loadApp(): void {
  isWanted = true;
  const code = findCode();
  // The document may still be loading, and the template with it.
  if (isLoading || !code || document.readyState === 'loading') return;
  isLoading = true;
  signsHandled.abort();
  for (const script of code.content.querySelectorAll('script')) script.addEventListener('error', fail);
  // Code that fails to parse, or throws, also leaves the page without the app.
  addEventListener('error', () => isWaiting() && fail());
  document.head.append(code.content);
}

/** Offline, the page stays readable, and its links and menus still work. */
function fail(): void {
  hasFailed = true;
  showMissingNotice();
}

function needApp(): void {
  isNeeded = true;
  loadApp();
  showMissingNotice();
}

function showMissingNotice(): void {
  if (hasFailed && isNeeded) findMissing()?.removeAttribute('hidden');
}

function queuePress(element: HTMLElement): void {
  presses.push(element);
  element.setAttribute('aria-busy', 'true');
  setTimeout(() => isWaiting() && fail(), TIME_LIMIT);
  needApp();
}

function labelThemeSwitches(): void {
  const label = themeLabels[readThemeChoice()];
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-switch]')) {
    button.title = label;
    button.setAttribute('aria-label', label);
  }
}

/** Prerendered pages name no year, because a build does not depend on its date. SPEC §2: the current year. */
function writeCopyrightYear(): void {
  const year = new Date().getFullYear();
  for (const line of document.querySelectorAll('[data-copyright]'))
    line.textContent = line.textContent.replace('©', `© ${year}`);
}

function onClick({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button || !isWaiting()) return;
  // The browser opens popover menus by itself. Forms can be submitted without a button, so the submit event counts.
  if (button.hasAttribute('popovertarget') || button.type === 'submit') return;
  if (button.dataset.themeSwitch === undefined) {
    queuePress(button);
    return;
  }
  applyThemeChoice(nextThemeChoice(readThemeChoice()));
  labelThemeSwitches();
}

function onSubmit(event: Event): void {
  if (event.defaultPrevented || !isWaiting() || !(event.target instanceof HTMLElement)) return;
  // The browser would put a password into the URL.
  event.preventDefault();
  if (!presses.includes(event.target)) queuePress(event.target);
}

function onSign({ type, target }: Event): void {
  if (target instanceof Element && target.closest(SIGNS[type] ?? '*')) loadApp();
}

/** The whole style sheet; the page only inlines the part it needs. */
const styles = () => findCode()?.content.querySelectorAll('link[rel=stylesheet]') ?? [];

/** Milliseconds. */
const soon = { timeout: 2000, fallbackDelay: 0 };

/** Prefetches files one at a time: parallel fetches would keep a slow phone busy. */
function prefetch([element, ...others]: readonly Element[]): void {
  if (isLoading || element === undefined) return;
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.as = 'script';
  link.crossOrigin = element.getAttribute('crossorigin');
  link.href = element.getAttribute(element.matches('script') ? 'src' : 'href') ?? '';
  for (const end of ['load', 'error']) link.addEventListener(end, () => prefetch(others));
  document.head.append(link);
}

/** Prefetches the app's code, unless Save-Data is on or the connection is slow. */
function prefetchApp(): void {
  document.head.append(...styles());
  if (mayPrefetch()) prefetch([...(findCode()?.content.children ?? [])]);
}

/** Runs `work` after the first paint, or at once in a hidden page, which is never painted. */
function afterFirstPaint(work: () => void): void {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    work();
    return;
  }
  const run = () => {
    observer.disconnect();
    clearTimeout(timer);
    work();
  };
  const observer = new PerformanceObserver(run);
  observer.observe({ type: 'paint', buffered: true });
  const timer = setTimeout(run, 1000);
}

/** Reads storage without `lib/storage`, which would add the schemas of all keys to this script. */
function isStored(key: string | undefined): boolean {
  if (key === undefined) return false;
  try {
    return (localStorage.getItem(key) ?? sessionStorage.getItem(key)) !== null;
  } catch {
    return false;
  }
}

/**
 * Removes unsaved input of an account that another tab has logged out, or replaced by another account. The app does so
 * itself, once it runs. A tab that logs in removes the account for a moment before it stores it.
 */
function clearFormDrafts(): void {
  try {
    const account = localStorage.getItem('account');
    // The keys of the drafts begin with the account; see `formDraftKey`.
    const isOwn = account === null || sessionStorage.getItem('formDrafts')?.includes(`"${account} `);
    if (localStorage.getItem('token') === null || !isOwn) sessionStorage.removeItem('formDrafts');
  } catch {
    // Blocked storage has nothing to clear.
  }
}

/** Replaces the prerendered content with a loading message when it is not what this visitor should see. */
function leaveToApp(): void {
  const waiting = document.createElement('p');
  waiting.className = 'py-16 text-center text-ink-2';
  waiting.role = 'status';
  waiting.textContent = loading;
  findRoot()?.replaceChildren(waiting);
  // Marks the page as not hydratable: the app only hydrates what was rendered for this URL.
  findRoot()?.setAttribute('data-prerendered', '');
  needApp();
}

/** Whether the content was prerendered for another URL. A host may serve the landing page for unknown paths. */
const isOtherPage = () => findRoot()?.dataset.prerendered !== location.pathname.replace(/(?<=.)\/$/, '');

/** Runs once the document is parsed. */
function start(): void {
  // In most browsers a reload keeps typed input; a link to the same page does not.
  findMissing()
    ?.querySelector('a')
    ?.addEventListener('click', (event) => {
      event.preventDefault();
      location.reload();
    });
  labelThemeSwitches();
  if (!isWaiting()) return;
  writeCopyrightYear();
  // A sign-up already started in this tab opens the app with its stored state.
  if (isOtherPage() || isStored(opensWith)) leaveToApp();
  else if (isWanted) loadApp();
  // With a stored token only the app knows what to show next to the form, such as a failed session check. Storage is
  // read after the first paint because the first access is slow.
  else if (load === 'at-once' || loadWith !== undefined)
    afterFirstPaint(() => {
      if (load === 'at-once' || isStored(loadWith)) loadApp();
    });
}

addEventListener('click', onClick);
addEventListener('submit', onSubmit);
addEventListener('input', () => isWaiting() && needApp());
addEventListener('app-failed', fail);
// After a reload, Back may lead to a page of the app that this document was not loaded for.
addEventListener('popstate', () => isWaiting() && isOtherPage() && leaveToApp());
for (const sign of Object.keys(SIGNS))
  addEventListener(sign, onSign, { passive: true, signal: signsHandled.signal });
// Later, because a running app first reads them, to restore them after a login as the same account.
for (const type of ['storage', 'pageshow']) addEventListener(type, () => setTimeout(clearFormDrafts));
addEventListener('DOMContentLoaded', start);
if (load !== 'at-once') addEventListener('load', () => whenIdle(prefetchApp, soon));

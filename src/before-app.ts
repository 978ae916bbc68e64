/**
 * Built into the prerendered pages (docs/decisions/0022). Until the app has taken the page over, this is all the code that
 * runs: it loads the app on the first sign of intent, changes the theme, and queues presses for the app.
 */

import * as themeStrings from '@/lib/theme/strings';
import { applyThemeChoice, nextThemeChoice, readThemeChoice } from '@/lib/theme/theme-cookie';
import { whenIdle } from '@/lib/when-idle';
import { loading } from '@/pages/strings';

declare global {
  interface Window {
    /** Buttons that were pressed and forms that were sent before the app ran, in that order. */
    earlyPresses?: readonly HTMLElement[];
  }
  interface Navigator {
    /** Chromium's only. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** When the app is loaded without being asked for, as `scripts/build/load-on-intent.ts` says on this script's own element. */
const { load, loadWith, opensWith } = document.currentScript?.dataset ?? {};

// Queried each time: the script is in the head, so that it misses no press, and the body is not parsed yet.
const findRoot = () => document.querySelector<HTMLElement>('#root');
/** What is needed to run the app: neither fetched nor run where it is. */
const findCode = () => document.querySelector<HTMLTemplateElement>('#app-code');
const findMissing = () => document.querySelector<HTMLElement>('#app-missing');

const presses: HTMLElement[] = [];
window.earlyPresses = presses;

const INTERACTIVE = 'a, button, input, select, textarea, label, [tabindex="0"]';
/** Events that are a sign of intent, and the selector that their target has to match. */
const SIGNS: Readonly<Record<string, string>> = {
  pointerover: INTERACTIVE,
  touchstart: INTERACTIVE,
  focusin: 'form *',
  keydown: '*',
  click: '*',
};
const signsHandled = new AbortController();

/** Milliseconds; as long as the app waits for an answer. */
const PATIENCE = 20_000;

let isWanted = false;
let isLoading = false;
let hasFailed = false;
/** Whether the user waits for the app: something was pressed or typed, or the page is empty without it. */
let isNeeded = false;

/** Presses after that go to React, which finishes the part that they are for first. */
function isWaiting(): boolean {
  const state = findRoot()?.dataset.prerendered;
  return state !== undefined && state !== 'taken-over';
}

function loadApp(): void {
  isWanted = true;
  const code = findCode();
  // The page may have arrived in part, and so may what is needed.
  if (isLoading || !code || document.readyState === 'loading') return;
  isLoading = true;
  signsHandled.abort();
  for (const script of code.content.querySelectorAll('script')) script.addEventListener('error', fail);
  // Code that can't be parsed or throws leaves the page where it is, too.
  addEventListener('error', () => isWaiting() && fail());
  document.head.append(code.content);
}

/** Without a connection the page can still be read, and its links and menus work. */
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
  setTimeout(() => isWaiting() && fail(), PATIENCE);
  needApp();
}

function labelThemeSwitches(): void {
  const label = themeStrings.labels[readThemeChoice()];
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-switch]')) {
    button.title = label;
    button.setAttribute('aria-label', label);
  }
}

function onClick({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button || !isWaiting()) return;
  // The browser itself opens menus; and a form is sent by other ways as well, so it is its own event that counts.
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
  // The browser would put a password into the address.
  event.preventDefault();
  if (!presses.includes(event.target)) queuePress(event.target);
}

function onSign({ type, target }: Event): void {
  if (target instanceof Element && target.closest(SIGNS[type] ?? '*')) loadApp();
}

/** The whole style sheet; the page holds what it needs of it. */
const styles = () => findCode()?.content.querySelectorAll('link[rel=stylesheet]') ?? [];

/** In milliseconds. */
const soon = { timeout: 2000, fallbackDelay: 0 };

/** Prefetches files one after the other: fetching all of them at once would keep a slow phone busy. */
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

/** Prefetches the code into the cache, unless the browser saves data or the line is slow. */
function prefetchApp(): void {
  document.head.append(...styles());
  const line = navigator.connection;
  if (!line?.saveData && (line?.effectiveType ?? '4g') === '4g')
    prefetch([...(findCode()?.content.children ?? [])]);
}

/** Runs `work` after the first paint; a hidden page is not painted, so there it runs at once. */
function afterFirstPaint(work: () => void): void {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    work();
    return;
  }
  new PerformanceObserver(work).observe({ type: 'paint', buffered: true });
  setTimeout(work, 1000);
}

/** Reads storage without `lib/storage`, which would bring the schemas of all keys into this script. */
function isStored(key: string | undefined): boolean {
  if (key === undefined) return false;
  try {
    return (localStorage.getItem(key) ?? sessionStorage.getItem(key)) !== null;
  } catch {
    return false;
  }
}

/** What was rendered at build time is not what this visitor is to see. */
function leaveToApp(): void {
  const waiting = document.createElement('p');
  waiting.className = 'py-16 text-center text-ink-2';
  waiting.role = 'status';
  waiting.textContent = loading;
  findRoot()?.replaceChildren(waiting);
  // The app takes over only what was rendered for this address.
  findRoot()?.setAttribute('data-prerendered', '');
  needApp();
}

/** The page has arrived as a whole. */
function start(): void {
  // A reload keeps what was typed, in most browsers; a link to the same page would not.
  findMissing()
    ?.querySelector('a')
    ?.addEventListener('click', (event) => {
      event.preventDefault();
      location.reload();
    });
  labelThemeSwitches();
  if (!isWaiting()) return;
  // A host may answer an unknown path with the start page.
  const isOtherPage = findRoot()?.dataset.prerendered !== location.pathname.replace(/(?<=.)\/$/, '');
  // A sign-up that was begun before in this tab opens with that.
  if (isOtherPage || isStored(opensWith)) leaveToApp();
  else if (isWanted) loadApp();
  // With a token stored, only the app knows what to show beside the form, such as that the log-in could not be checked.
  // Storage is asked after the paint: the first time takes long.
  else if (load === 'at-once' || loadWith !== undefined)
    afterFirstPaint(() => {
      if (load === 'at-once' || isStored(loadWith)) loadApp();
    });
}

addEventListener('click', onClick);
addEventListener('submit', onSubmit);
addEventListener('input', () => isWaiting() && needApp());
addEventListener('app-failed', fail);
for (const sign of Object.keys(SIGNS))
  addEventListener(sign, onSign, { passive: true, signal: signsHandled.signal });
addEventListener('DOMContentLoaded', start);
if (load !== 'at-once') addEventListener('load', () => whenIdle(prefetchApp, soon));

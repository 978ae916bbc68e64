import { type MouseEvent as ReactMouseEvent, useLayoutEffect, useRef } from 'react';

/** A press within this time, in milliseconds, and distance, in CSS pixels, belongs to the gesture of the one before it. */
const repeatedWithin = 500;
const reach = (pointerType: string): number => (pointerType === 'touch' ? 24 : 8);
/** No gesture lasts longer, in milliseconds: later presses are intended. */
const longestGesture = 1000;

interface Surface {
  /** Null while it can't be closed. */
  close: (() => void) | null;
}

/** The surfaces in front of the page: dialogs, questions and menus; the top one is the last. */
const openSurfaces: Surface[] = [];

type Press = Pick<PointerEvent, 'pointerType' | 'timeStamp' | 'clientX' | 'clientY'>;
/** The last press that had an effect; null if a key was pressed since. */
let last: Press | null = null;
/** The press by which a surface last opened or closed; null if a key was pressed since. */
let changing: Press | null = null;
/** Whether the last press repeats `changing`. */
let repeats = false;
/** Whether the last press repeats `changing` if the browser counts a double click. */
let mayRepeat = false;
let touched = false;

/** Whether a dialog, a question or a menu is open, so that the page must not react to keys. */
export const isPageCovered = (): boolean => openSurfaces.length > 0;

/** Whether the user's last press was on a touch screen. */
export const isTouched = (): boolean => touched;

/** Call it when a surface has opened or closed. */
export function surfaceChanged(): void {
  changing = last;
}

/**
 * Registers a surface in front of the page while it is open. The browser's Back closes the top one.
 *
 * @param close closes it without losing input; null while it can't be closed. Need not be stable
 */
export function useSurface(open: boolean, close: Surface['close']): void {
  const { current: surface } = useRef<Surface>({ close });
  useLayoutEffect(() => {
    surface.close = close;
  });
  useLayoutEffect(() => {
    if (!open) return;
    openSurfaces.push(surface);
    surfaceChanged();
    addHistoryEntry();
    return () => {
      openSurfaces.splice(openSurfaces.indexOf(surface), 1);
      surfaceChanged();
    };
  }, [open, surface]);
}

/** An entry of the browser's history. */
interface HistoryEntry {
  /** The router's number of the page. */
  readonly page: unknown;
  /** How many surfaces were open on the page. */
  readonly surfaces: number;
}

function readHistoryEntry(): HistoryEntry {
  const { idx = null, surfaces = 0 } = (globalThis.window?.history.state ?? {}) as Record<string, unknown>;
  return { page: idx, surfaces: Number(surfaces) };
}

let entry = readHistoryEntry();

/** Call it when the page has added or replaced an entry of the history. */
export function historyChanged(): void {
  entry = readHistoryEntry();
}

/**
 * Each open surface has an entry of the same page. One that closes without Back leaves its entry, because going back is
 * asynchronous and could undo a navigation that comes meanwhile: the next surface takes it, or Back and Forward skip it.
 */
function addHistoryEntry(): void {
  const { length } = openSurfaces;
  if (readHistoryEntry().surfaces < length)
    window.history.pushState({ ...window.history.state, surfaces: length }, '');
  historyChanged();
}

function onPopState(event: PopStateEvent): void {
  const before = entry;
  historyChanged();
  const steps = entry.surfaces - before.surfaces;
  if (entry.page !== before.page || steps === 0) return;
  // The router's page is the same.
  event.stopImmediatePropagation();
  const above = openSurfaces.slice(entry.surfaces);
  if (steps > 0) {
    if (openSurfaces.length < entry.surfaces) window.history.forward();
  } else if (above.length === 0) {
    window.history.back();
  } else if (above.some(({ close }) => close === null)) {
    window.history.go(-steps);
  } else {
    for (const { close } of above.reverse()) close?.();
  }
}

// Before the router's listener.
globalThis.window?.addEventListener('popstate', onPopState, true);

/** For a press beside a dialog that stays open: the browser would move the focus from the dialog to the body. */
export function preserveFocus(event: ReactMouseEvent): void {
  const { target } = event;
  if (target instanceof Element && target.closest('.dialog-popup') === null) event.preventDefault();
}

function onPointerDown(event: PointerEvent): void {
  if (!event.isTrusted || !event.isPrimary || event.button !== 0) return;
  const { pointerType, timeStamp, clientX, clientY } = event;
  touched = pointerType === 'touch';
  mayRepeat = repeats || changing === last;
  repeats =
    changing !== null &&
    timeStamp - changing.timeStamp < repeatedWithin &&
    Math.hypot(clientX - changing.clientX, clientY - changing.clientY) < reach(pointerType);
  if (!repeats) last = { pointerType, timeStamp, clientX, clientY };
}

function onKeyDown({ isTrusted }: KeyboardEvent): void {
  if (!isTrusted) return;
  last = null;
  changing = null;
}

/** Not the pointer and touch events: what follows them may be scrolling. */
function onMouseEvent(event: MouseEvent): void {
  // Keys and assistive technology click without a count.
  if (!event.isTrusted || event.detail === 0 || event.button !== 0) return;
  // Counted by the browser, whose users may have chosen a longer time.
  if (event.type === 'mousedown' && event.detail > 1) repeats ||= mayRepeat;
  if (!repeats || changing === null || event.timeStamp - changing.timeStamp > longestGesture) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Ignores the second press of a double click or double tap whose first press opened or closed a surface: it would hit what
 * is there instead. (`RootLayout` ignores the repeats of a held key.)
 */
export function dropRepeatedPresses(): void {
  window.addEventListener('pointerdown', onPointerDown, true);
  window.addEventListener('keydown', onKeyDown, true);
  for (const type of ['mousedown', 'mouseup', 'click', 'dblclick'] as const)
    window.addEventListener(type, onMouseEvent, true);
}

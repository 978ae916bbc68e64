import { type MouseEvent as ReactMouseEvent, useLayoutEffect } from 'react';

/** A press within this time, in milliseconds, and distance, in CSS pixels, belongs to the gesture of the one before it. */
const repeatedWithin = 500;
const reach = (pointerType: string): number => (pointerType === 'touch' ? 24 : 8);
/** No gesture lasts longer, in milliseconds: later presses are intended. */
const longestGesture = 1000;

/** The number of surfaces in front of the page: dialogs, questions and menus. */
let openSurfaces = 0;

type Press = Pick<PointerEvent, 'pointerType' | 'timeStamp' | 'clientX' | 'clientY'>;
/** The last press that had an effect; null if a key was pressed since. */
let last: Press | null = null;
/** The press by which a surface last opened or closed; null if a key was pressed since. */
let changing: Press | null = null;
/** Whether the last press repeats that one. */
let repeats = false;
/** Whether it does if the browser counts it as a double click. */
let mayRepeat = false;
let touched = false;

/** Whether a dialog, a question or a menu is open, so that the page must not react to keys. */
export const isPageCovered = (): boolean => openSurfaces > 0;

/** Whether the user's last press was on a touch screen. */
export const isTouched = (): boolean => touched;

/** Call it when a surface has opened or closed. */
export function surfaceChanged(): void {
  changing = last;
}

/** Registers a surface in front of the page while it is open. */
export function useSurface(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return;
    openSurfaces += 1;
    surfaceChanged();
    return () => {
      openSurfaces -= 1;
      surfaceChanged();
    };
  }, [open]);
}

/** For a press beside a dialog that stays open: the browser would move the focus from the dialog to the body. */
export function keepFocus(event: ReactMouseEvent): void {
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
 * From now on, a press that opens or closes a surface is all that its gesture does: the second press of a double click or
 * a double tap does not reach what is then in its place. (`RootLayout` ignores the repeats of a held key.)
 */
export function dropRepeatedPresses(): void {
  window.addEventListener('pointerdown', onPointerDown, true);
  window.addEventListener('keydown', onKeyDown, true);
  for (const type of ['mousedown', 'mouseup', 'click', 'dblclick'] as const)
    window.addEventListener(type, onMouseEvent, true);
}

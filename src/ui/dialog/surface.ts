import { type MouseEvent as ReactMouseEvent, useLayoutEffect } from 'react';

/** Presses within this time, in milliseconds, and distance, in CSS pixels, are one gesture such as a double click. */
const repeatedWithin = 500;
const reach = (pointerType: string): number => (pointerType === 'touch' ? 24 : 8);

/** The number of surfaces in front of the page: dialogs, questions and menus. */
let openSurfaces = 0;

/** The presses are numbered. */
let press = 0;
/** The first press of the gesture that the last one belongs to, and that of the press before it. */
let gesture = 0;
let gestureBefore = 0;
/** The press during which a surface last opened or closed. */
let changedIn = -1;

type Pressed = Pick<PointerEvent, 'pointerType' | 'timeStamp' | 'clientX' | 'clientY'>;
let last: Pressed | null = null;

/** Whether a dialog, a question or a menu is open, so that the page must not react to keys. */
export const isPageCovered = (): boolean => openSurfaces > 0;

/** Whether the user's last press was on a touch screen. */
export const isTouched = (): boolean => last?.pointerType === 'touch';

/** Call it when a surface has opened or closed. */
export function surfaceChanged(): void {
  changedIn = press;
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
  const isRepeated =
    last !== null &&
    timeStamp - last.timeStamp < repeatedWithin &&
    Math.hypot(clientX - last.clientX, clientY - last.clientY) < reach(pointerType);
  last = { pointerType, timeStamp, clientX, clientY };
  press += 1;
  gestureBefore = gesture;
  if (!isRepeated) gesture = press;
}

/** Not the pointer and touch events: what follows them may be scrolling. */
function onMouseEvent(event: MouseEvent): void {
  // Keys and assistive technology click without a count.
  if (!event.isTrusted || event.detail === 0 || event.button !== 0) return;
  // Counted by the browser, whose users may have chosen a longer time.
  if (event.type === 'mousedown' && event.detail > 1) gesture = gestureBefore;
  if (press === gesture || changedIn < gesture) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * From now on, a press that opens or closes a surface is all that its gesture does: the second press of a double click or
 * a double tap does not reach what is then in its place. (`RootLayout` ignores the repeats of a held key.)
 */
export function dropRepeatedPresses(): void {
  window.addEventListener('pointerdown', onPointerDown, true);
  for (const type of ['mousedown', 'mouseup', 'click', 'dblclick'] as const)
    window.addEventListener(type, onMouseEvent, true);
}

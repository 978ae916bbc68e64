import { chatWindow } from '@/contract/constants';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The visible part of the page, in CSS pixels. */
export interface Viewport extends Size {
  /** Height hidden at the bottom by an on-screen keyboard. */
  readonly hiddenBelow: number;
}

/** Space between the window and the edges of the viewport, in pixels. */
export const gap = 16;
/** On narrow screens the window is higher, to leave room for the controls at the lower edge of phones. */
const narrowGapBelow = 48;
const narrowUpTo = 640;

export const gapBelow = ({ width }: Size): number => (width < narrowUpTo ? narrowGapBelow : gap);

/** The largest size that stays inside the viewport. */
export const largestIn = (viewport: Viewport): Size => ({
  width: Math.max(0, viewport.width - 2 * gap),
  height: Math.max(0, viewport.height - gap - gapBelow(viewport)),
});

const within = (value: number, least: number, most: number): number =>
  Math.round(Math.min(Math.max(value, least), most));

/** Returns the nearest allowed size: at least the minimum of SPEC §9, but never larger than the viewport allows. */
export function allowedSize(wanted: Size, viewport: Viewport): Size {
  const largest = largestIn(viewport);
  return {
    width: within(wanted.width, chatWindow.min.width, largest.width),
    height: within(wanted.height, chatWindow.min.height, largest.height),
  };
}

const step = 16;
const bigStep = 64;

/**
 * Returns the new length of one side of the window for a key.
 *
 * @param grow the arrow key that moves the edge outwards; `shrink` moves it back
 * @returns the new length, or null for any other key. Home is the smallest, End the largest.
 */
export function lengthByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { length, grow, shrink }: { length: number; grow: string; shrink: string },
): number | null {
  const by = shiftKey ? bigStep : step;
  if (key === grow) return length + by;
  if (key === shrink) return length - by;
  if (key === 'Home') return 0;
  if (key === 'End') return Number.MAX_SAFE_INTEGER;
  return null;
}

import { useEffect, useRef } from 'react';
import type { Subject } from '@/mocks/kitwell/stories/story';
import { isInRoom } from '@/mocks/panel/page/page-element';
import { reserveStory } from '@/mocks/panel/page-room';
import { findSubject } from './stage';

/** Distance between the subject and its frame, in pixels. */
const GAP = 6;
/** Room above the frame for its number, in pixels. */
const TAB = 24;

/** The part of the window that neither the bar nor the control room covers, in pixels from the top. */
function freeHeight(): number {
  const bar = document.querySelector('[data-story-bar]')?.getBoundingClientRect();
  return bar?.top ?? window.innerHeight;
}

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The element itself or one around it for which this is true; undefined if there is none. */
function closest(element: Element | null, isWanted: (element: Element) => boolean): Element | undefined {
  for (let each = element; each !== null; each = each.parentElement) if (isWanted(each)) return each;
  return undefined;
}

/** The box around an element that scrolls by itself, such as a dialog or the control room. */
const scrollerOf = (element: Element) =>
  closest(
    element.parentElement,
    (each) =>
      each !== document.body &&
      each.scrollHeight > each.clientHeight &&
      /auto|scroll/.test(getComputedStyle(each).overflowY),
  );

function scrollTo(element: Element): void {
  const space = scrollerOf(element)?.clientHeight ?? freeHeight();
  const block = element.getBoundingClientRect().height < space * 0.7 ? 'center' : 'start';
  element.scrollIntoView({ block, inline: 'nearest', behavior: isCalm() ? 'instant' : 'smooth' });
}

/** Scrolls an element out from below a sticky header. */
function uncover(element: Element): void {
  const { left, top, width } = element.getBoundingClientRect();
  const [over = null] = document.elementsFromPoint(left + width / 2, top + 1);
  const header = closest(over, (each) => getComputedStyle(each).position === 'sticky');
  if (!header || header.contains(element) || element.contains(header)) return;
  const hidden = header.getBoundingClientRect().bottom - top;
  (scrollerOf(element) ?? document.documentElement).scrollBy({ top: -hidden - GAP - TAB });
}

/** What moves the subject apart from scrolling. */
const layoutOf = () =>
  [window.innerWidth, window.innerHeight, freeHeight(), document.documentElement.scrollHeight].join();

/** Frames without a move after which an element no longer scrolls. */
const SETTLED = 10;

/** Returns a function that scrolls an element into view after each change of the layout; not after the user scrolls. */
function createScroller(): (element: Element) => void {
  let layout = '';
  let lastTop = 0;
  let calm = 0;
  return (element) => {
    const held = layoutOf();
    if (held !== layout) {
      scrollTo(element);
      calm = 0;
    }
    layout = held;
    const { top } = element.getBoundingClientRect();
    calm = top === lastTop || calm > SETTLED ? calm + 1 : 0;
    lastTop = top;
    if (calm === SETTLED) uncover(element);
  };
}

/** Places a box around an element, this many pixels larger on each side. */
function surround(box: HTMLElement, element: Element, gap: number): DOMRect {
  const rect = element.getBoundingClientRect();
  box.style.translate = `${rect.x - gap}px ${rect.y - gap}px`;
  box.style.width = `${rect.width + 2 * gap}px`;
  box.style.height = `${rect.height + 2 * gap}px`;
  return rect;
}

/** The user works in the control room, and the subject is not in it. */
const isRoomUsed = (element: Element) =>
  document.activeElement !== null && isInRoom(document.activeElement) && !isInRoom(element);

interface HighlightProps {
  subject: Subject;
  /** What stays bright with it. */
  spotlight: Subject | null;
  /** The number of the step, as in the caption. */
  number: number;
  /** The rest of the page is darker. */
  dimsRest: boolean;
}

/**
 * A frame around a part of the page, which it follows, with the number of the step: what marks errors has none. It takes
 * no space and no presses.
 */
export function Highlight({ subject, spotlight, number, dimsRest }: HighlightProps) {
  const frameBox = useRef<HTMLDivElement>(null);
  const spotlightBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let element: HTMLElement | undefined;
    let bright: HTMLElement | undefined;
    const keepInView = createScroller();
    let frame = 0;
    let nextLook = 0;
    const look = (box: HTMLElement) => {
      element = findSubject(subject);
      bright = spotlight === null ? undefined : findSubject(spotlight);
      box.style.borderRadius = bright ? getComputedStyle(bright).borderRadius : '';
    };
    const follow = (now: number) => {
      frame = requestAnimationFrame(follow);
      if (!frameBox.current || !spotlightBox.current) return;
      // Looking through the page takes longer than a frame has.
      if (!element?.isConnected || bright?.isConnected === false || now > nextLook) {
        look(spotlightBox.current);
        nextLook = now + 500;
      }
      frameBox.current.hidden = element === undefined;
      spotlightBox.current.hidden = element === undefined || isRoomUsed(element);
      if (element === undefined) return;
      keepInView(element);
      const { y } = surround(frameBox.current, element, GAP);
      frameBox.current.toggleAttribute('data-below', y < GAP + TAB);
      if (bright === undefined) surround(spotlightBox.current, element, GAP);
      else surround(spotlightBox.current, bright, 0);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [subject, spotlight]);
  return (
    <div aria-hidden="true" className="print:hidden">
      <div hidden={!dimsRest}>
        <div
          ref={spotlightBox}
          hidden
          className="pointer-events-none fixed start-0 top-0 z-40 rounded-control shadow-[0_0_0_200vmax_light-dark(rgb(34_26_46/0.16),rgb(5_3_8/0.35))]"
        />
      </div>
      <div
        ref={frameBox}
        hidden
        data-story-outline=""
        className="group pointer-events-none fixed start-0 top-0 z-40 rounded-control border-3 border-plum ring-2 ring-surface forced-colors:border-[Highlight]"
      >
        {/* Texts above start at the left, so it covers fewer at the right. */}
        <span className="absolute -end-[3px] bottom-full grid h-5 min-w-7 place-items-center rounded-t-control bg-plum px-2 text-caption font-semibold text-on-plum tabular-nums group-data-below:top-full group-data-below:bottom-auto group-data-below:rounded-t-none group-data-below:rounded-b-control forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none">
          {number}
        </span>
      </div>
    </div>
  );
}

/** Gives an element at the end of the window its own room, as high as it is. Returns a function that ends it. */
export function reserveHeight(element: HTMLElement): () => void {
  const watch = new ResizeObserver(() => reserveStory(element.getBoundingClientRect().height));
  watch.observe(element);
  return () => {
    watch.disconnect();
    reserveStory(0);
  };
}

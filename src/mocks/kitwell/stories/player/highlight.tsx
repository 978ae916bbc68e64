import { useEffect, useRef } from 'react';
import type { Subject } from '@/mocks/kitwell/stories/story';
import { reserveStory } from '@/mocks/panel/page-room';
import { findSubject } from './stage';

/** Distance between the subject and its outline, in pixels. */
const GAP = 4;

/** The part of the window that neither the bar nor the control room covers, in pixels from the top. */
function freeHeight(): number {
  const bar = document.querySelector('[data-story-bar]')?.getBoundingClientRect();
  return bar?.top ?? window.innerHeight;
}

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function scrollTo(element: Element): void {
  const block = element.getBoundingClientRect().height < freeHeight() * 0.7 ? 'center' : 'start';
  element.scrollIntoView({ block, inline: 'nearest', behavior: isCalm() ? 'instant' : 'smooth' });
}

/** What moves the subject apart from scrolling. */
const layoutOf = () =>
  [window.innerWidth, window.innerHeight, freeHeight(), document.documentElement.scrollHeight].join();

/** An outline around a part of the page, which it follows. It takes no space and no presses. */
export function Highlight({ subject }: { subject: Subject }) {
  const outline = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let element: HTMLElement | undefined;
    let layout = '';
    let frame = 0;
    let nextLook = 0;
    const follow = (now: number) => {
      frame = requestAnimationFrame(follow);
      const { current } = outline;
      if (!current) return;
      // Looking through the page takes longer than a frame has.
      if (!element?.isConnected || now > nextLook) {
        element = findSubject(subject);
        nextLook = now + 500;
      }
      current.hidden = element === undefined;
      if (element === undefined) return;
      const held = layoutOf();
      if (held !== layout) scrollTo(element);
      layout = held;
      const { x, y, width, height } = element.getBoundingClientRect();
      current.style.translate = `${x - GAP}px ${y - GAP}px`;
      current.style.width = `${width + 2 * GAP}px`;
      current.style.height = `${height + 2 * GAP}px`;
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [subject]);
  return (
    <div
      ref={outline}
      hidden
      aria-hidden="true"
      data-story-outline=""
      className="pointer-events-none fixed start-0 top-0 z-40 rounded-control border-3 border-coral ring-2 ring-surface forced-colors:border-[Highlight] print:hidden"
    />
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

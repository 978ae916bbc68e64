import { Maximize2, Minimize2, X } from 'lucide-react';
import { type PointerEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { chatWindow } from '@/contract/constants';
import { PetalMark } from '@/ui/art/logo';
import { strings } from './strings';

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

const gapBelow = ({ width }: Size): number => (width < narrowUpTo ? narrowGapBelow : gap);

/** The largest size that stays inside the viewport. */
const largestIn = (viewport: Viewport): Size => ({
  width: Math.max(0, viewport.width - 2 * gap),
  height: Math.max(0, viewport.height - gap - gapBelow(viewport)),
});

const within = (value: number, least: number, most: number): number =>
  Math.round(Math.min(Math.max(value, least), most));

/** Returns the nearest allowed size: at least the minimum of §9, but never larger than the viewport allows. */
function allowedSize(size: Size, viewport: Viewport): Size {
  const largest = largestIn(viewport);
  return {
    width: within(size.width, chatWindow.min.width, largest.width),
    height: within(size.height, chatWindow.min.height, largest.height),
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
function lengthByKey(
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

/** The visible part of the page; updates when a phone is rotated or its keyboard opens. */
function useViewport(): Viewport {
  const [viewport, setViewport] = useState(measure);
  useEffect(() => {
    const update = () => setViewport(measure());
    const visual = window.visualViewport ?? null;
    window.addEventListener('resize', update);
    visual?.addEventListener('resize', update);
    visual?.addEventListener('scroll', update);
    return () => {
      window.removeEventListener('resize', update);
      visual?.removeEventListener('resize', update);
      visual?.removeEventListener('scroll', update);
    };
  }, []);
  return viewport;
}

function measure(): Viewport {
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight;
  const visual = window.visualViewport ?? null;
  // With pinch zoom the visual viewport is only a part of the page, and the window must not follow it.
  if (visual === null || visual.scale > 1.01) return { width, height, hiddenBelow: 0 };
  const hiddenBelow = Math.max(0, Math.round(height - visual.height - visual.offsetTop));
  return { width, height: Math.round(visual.height), hiddenBelow };
}

interface ResizeHandlesProps {
  windowId: string;
  size: Size;
  largest: Size;
  onResize: (size: Size) => void;
}

const handle = 'group absolute touch-none border-0 select-none';
/** A bar along a draggable edge; the focus ring is close around it. */
const bar =
  'rounded-full focus-visible:-outline-offset-5! focus-visible:shadow-none! before:absolute before:rounded-full before:bg-plum before:opacity-0 before:transition-opacity hover:before:opacity-100 focus-visible:before:opacity-100';

/**
 * The window is in the lower right corner, so its upper and left edges move, each by dragging and with the arrow keys.
 * The corner between them, for pointers only, moves both.
 */
function ResizeHandles({ windowId, size, largest, onResize }: ResizeHandlesProps) {
  const drag = useDrag(size, onResize);
  const edge = (side: keyof Size) => ({
    windowId,
    side,
    length: size[side],
    largest: largest[side],
    drag: drag([side]),
    onLength: (length: number) => onResize({ ...size, [side]: length }),
  });
  return (
    <>
      <Edge {...edge('width')} />
      <Edge {...edge('height')} />
      <div {...drag(['width', 'height'])} data-resize="corner" className={`${handle} ${looks.corner}`}>
        <span className="pointer-events-none absolute start-3.5 top-3.5 size-3 rounded-tl-[10px] border-s-2 border-t-2 border-on-dusk-2/70 transition-colors group-hover:border-on-dusk" />
      </div>
    </>
  );
}

const looks = {
  corner: '-start-2 -top-2 size-8 cursor-nwse-resize',
  width: 'inset-y-6 -start-2 h-auto w-4 cursor-ew-resize before:inset-y-0 before:start-1.5 before:w-1',
  height: 'inset-x-6 -top-2 h-4 cursor-ns-resize before:inset-x-0 before:top-1.5 before:h-1',
};
const keys = {
  width: { grow: 'ArrowLeft', shrink: 'ArrowRight' },
  height: { grow: 'ArrowUp', shrink: 'ArrowDown' },
};

interface EdgeProps {
  windowId: string;
  side: keyof Size;
  length: number;
  largest: number;
  drag: ReturnType<ReturnType<typeof useDrag>>;
  onLength: (length: number) => void;
}

function Edge({ windowId, side, length, largest, drag, onLength }: EdgeProps) {
  return (
    <hr
      {...drag}
      tabIndex={0}
      aria-orientation={side === 'width' ? 'vertical' : 'horizontal'}
      aria-controls={windowId}
      aria-label={strings.window[side]}
      aria-valuenow={length}
      aria-valuemin={Math.min(chatWindow.min[side], largest)}
      aria-valuemax={largest}
      aria-valuetext={strings.window.pixels(length)}
      onKeyDown={(event) => {
        const newLength = lengthByKey(event, { length, ...keys[side] });
        if (newLength === null) return;
        event.preventDefault();
        onLength(newLength);
      }}
      className={`${handle} ${bar} ${looks[side]}`}
    />
  );
}

/** Pointer handlers that resize the given sides of the window; capture keeps the drag alive outside the handle. */
function useDrag(size: Size, onResize: (newSize: Size) => void) {
  const start = useRef<{ x: number; y: number; size: Size } | null>(null);
  const stop = () => {
    start.current = null;
  };
  return (sides: readonly (keyof Size)[]) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, y: event.clientY, size };
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current === null) return;
      const { x, y, size: from } = start.current;
      onResize({
        width: sides.includes('width') ? from.width + x - event.clientX : from.width,
        height: sides.includes('height') ? from.height + y - event.clientY : from.height,
      });
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  });
}

const headerButton =
  'grid size-8 shrink-0 place-items-center rounded-control text-on-dusk-2 @2xs:size-10 hover:bg-white/12 hover:text-on-dusk';

interface ChatWindowProps {
  open: boolean;
  /** Escape or the button; after a pointer press, restoring the focus must not scroll the page. */
  onClose: (options: FocusOptions) => void;
  children: ReactNode;
  ref: Ref<HTMLDivElement>;
}

/**
 * The chat's frame: in the lower right corner, resizable, always inside the viewport. It is below the toasts, above the
 * rest of the page, and not modal: the page behind it stays usable.
 */
export function ChatWindow({ open, onClose, children, ref }: ChatWindowProps) {
  const id = useId();
  const viewport = useViewport();
  const [requestedSize, setRequestedSize] = useState<Size>(chatWindow.default);
  const size = allowedSize(requestedSize, viewport);
  const largest = largestIn(viewport);
  const isLargest = size.width >= largest.width && size.height >= largest.height;
  const SizeIcon = isLargest ? Minimize2 : Maximize2;
  return (
    <div
      ref={ref}
      id={id}
      role="dialog"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      hidden={!open}
      data-print="hidden"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose({});
      }}
      style={{ ...size, right: gap, bottom: viewport.hiddenBelow + gapBelow(viewport) }}
      className="@container fixed z-45 flex animate-rise flex-col rounded-card border border-line bg-raised shadow-3 [&[hidden]]:hidden"
    >
      <div className="dusk grain relative flex shrink-0 items-center rounded-t-card py-3 ps-4 pe-2">
        <span className="me-3 hidden size-9 shrink-0 place-items-center rounded-full bg-white/12 @2xs:grid text-art-blush">
          <PetalMark className="size-5.5" />
        </span>
        <h2 id={`${id}-title`} className="min-w-0 flex-1 line-clamp-3 text-base leading-tight font-semibold">
          {strings.window.title}
        </h2>
        {/* For those who can't drag. The smallest phones have no room for it. */}
        {largest.width > chatWindow.default.width ? (
          <button
            type="button"
            aria-label={isLargest ? strings.window.usualSize : strings.window.largestSize}
            onClick={() => setRequestedSize(isLargest ? chatWindow.default : largest)}
            className={headerButton}
          >
            <SizeIcon aria-hidden="true" className="size-4" />
          </button>
        ) : null}
        <button
          type="button"
          aria-label={strings.window.close}
          onClick={(event) => onClose({ preventScroll: event.detail > 0 })}
          className={headerButton}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <div className="contents">{children}</div>
      <ResizeHandles
        windowId={id}
        size={size}
        largest={largest}
        onResize={(next) => setRequestedSize(allowedSize(next, viewport))}
      />
    </div>
  );
}

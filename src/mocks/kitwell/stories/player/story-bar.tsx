import { copyText } from '@kitwell/mock-engine/world/copy-text';
import { Check, ChevronLeft, ChevronRight, Link, Pause, Play, RotateCcw, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  StrictMode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { createRoot } from 'react-dom/client';
import { type Subject, storyAfter } from '@/mocks/kitwell/stories/stories';
import { isInRoom } from '@/mocks/panel/page/page-actions';
import { reserveStory } from '@/mocks/panel/page-room';
import { addPanelRoot } from '@/mocks/panel/panel-root';
import { Outcome, useOutcome } from '@/mocks/panel/parts';
import { cx } from '@/ui/cx';
import { Button, IconButton } from '@/ui/form/button';
import {
  createStoryPlayer,
  findSubject,
  focusOn,
  playerMark,
  readingTime,
  type StoryPlayer,
  type StoryState,
} from './story-player';
import { type StoryButton, storyLink } from './story-progress';
import type { Control } from './story-world';

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

function scrollTo(element: Element): void {
  // What scrolls by itself, such as a dialog, is no higher than this part of the window.
  const block = element.getBoundingClientRect().height < freeHeight() * 0.7 ? 'center' : 'start';
  element.scrollIntoView({ block, inline: 'nearest', behavior: isCalm() ? 'instant' : 'smooth' });
}

/** What moves the subject apart from scrolling. */
const layoutOf = () =>
  [window.innerWidth, window.innerHeight, freeHeight(), document.documentElement.scrollHeight].join();

/** Returns a function that scrolls an element into view after each change of the layout; not after the user scrolls. */
function createScroller(): (element: Element) => void {
  let layout = '';
  return (element) => {
    const next = layoutOf();
    if (next !== layout) scrollTo(element);
    layout = next;
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
function Highlight({ subject, spotlight, number, dimsRest }: HighlightProps) {
  const frameBox = useRef<HTMLDivElement>(null);
  const spotlightBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let element: HTMLElement | undefined;
    let bright: HTMLElement | undefined;
    const scrollIntoView = createScroller();
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
      scrollIntoView(element);
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
function reserveHeight(element: HTMLElement): () => void {
  const watch = new ResizeObserver(() => reserveStory(element.getBoundingClientRect().height));
  watch.observe(element);
  return () => {
    watch.disconnect();
    reserveStory(0);
  };
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const;
const mark = (name: StoryButton) => ({ 'data-story-button': name });

/** From anywhere, such as from inside a dialog, which keeps the focus otherwise. */
const isShortcut = ({ code, ctrlKey, metaKey, shiftKey }: globalThis.KeyboardEvent) =>
  code === 'Period' && shiftKey && (ctrlKey || metaKey);

/** Where the story is, for those who can't see the page. */
function positionOf({ step, at, story, phase }: StoryState): string {
  if (phase === 'ended') return 'The end';
  const position = `Step ${step + 1} of ${story.steps.length}`;
  if (phase !== 'preparing') return position;
  return step === 0 ? 'Preparing...' : `${position}, preparing ${at + 1} of ${step + 1}...`;
}

const captionOf = ({ story, step }: StoryState): string => story.steps[step]?.caption ?? '';

/** A line that grows until Play goes on. */
const ReadingTime = ({ caption }: { caption: string }) => (
  <div
    aria-hidden="true"
    style={{ transitionDuration: `${readingTime(caption)}ms` }}
    className="absolute inset-x-0 top-0 h-1 origin-left bg-plum transition-transform ease-linear motion-reduce:hidden starting:scale-x-0 rtl:origin-right"
  />
);

/** Focuses a button of the bar, or Next if that one is disabled. */
function focusButton(bar: HTMLElement | null, name: StoryButton): void {
  const find = (each: StoryButton) =>
    bar?.querySelector<HTMLElement>(`[data-story-button=${each}]:enabled`) ?? null;
  (find(name) ?? find('next'))?.focus();
}

/** Milliseconds within which a dialog that opens or closes moves the focus. */
const DIALOG_SETTLES = 1000;

/** Keeps the focus on a button of the bar until dialogs have settled or the user does something. */
function holdFocus(bar: HTMLElement | null, name: StoryButton): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const release = () => controller.abort();
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Node && bar?.contains(target)) return;
    // In the next frame, so that it can't go back and forth with a dialog without an end.
    requestAnimationFrame(() => {
      if (!signal.aborted) focusButton(bar, name);
    });
  };
  focusButton(bar, name);
  document.addEventListener('focusin', onFocus, { signal });
  for (const type of ['pointerdown', 'keydown']) {
    document.addEventListener(type, release, { signal, capture: true });
  }
  const timer = setTimeout(release, DIALOG_SETTLES);
  return () => {
    clearTimeout(timer);
    release();
  };
}

/** Returns the focus to the bar after each step that was asked for there, and by the shortcut. */
function useBarFocus(
  bar: RefObject<HTMLElement | null>,
  player: StoryPlayer,
  { phase, step }: StoryState,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step that is shown counts.
  useEffect(() => {
    const name = player.focus();
    if (phase !== 'shown' || name === null) return;
    return holdFocus(bar.current, name);
  }, [bar, player, phase, step]);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      focusButton(bar.current, 'next');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [bar]);
}

/**
 * Ignores Enter and Space outside the bar while a step is done: the focus is on what the story presses, and pressing
 * Next several times must not press it again.
 */
function useIgnoredKeys(bar: RefObject<HTMLElement | null>, { phase }: StoryState): void {
  const isDoing = phase === 'acting' || phase === 'preparing';
  useEffect(() => {
    if (!isDoing) return;
    const ignored = new AbortController();
    const ignore = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      if (event.target instanceof Node && bar.current?.contains(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const options = { signal: ignored.signal, capture: true };
    for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, ignore, options);
    return () => ignored.abort();
  }, [bar, isDoing]);
}

/**
 * Keeps the focus and screen readers out of the page while it is covered: of the rest of the document, and of dialogs
 * that open meanwhile.
 */
function useInertPage(bar: RefObject<HTMLElement | null>, isCovered: boolean): void {
  useLayoutEffect(() => {
    if (!isCovered) return;
    const covered: Element[] = [];
    const cover = () => {
      for (const element of document.body.children) {
        if (element.contains(bar.current) || element.hasAttribute('inert')) continue;
        element.setAttribute('inert', '');
        covered.push(element);
      }
    };
    cover();
    const added = new MutationObserver(cover);
    added.observe(document.body, { childList: true });
    return () => {
      added.disconnect();
      for (const element of covered) element.removeAttribute('inert');
    };
  }, [bar, isCovered]);
}

function CopyLink({ label, link }: { label: string; link: string }) {
  const { outcome, attempt } = useOutcome();
  const copy = async () => {
    await copyText(link);
    return 'Copied';
  };
  return (
    <>
      <Outcome>{outcome}</Outcome>
      <IconButton label={label} size="sm" icon={<Link {...icon} />} onClick={() => void attempt(copy)} />
    </>
  );
}

interface StepProps {
  player: StoryPlayer;
  state: StoryState;
  captionId: string;
}

interface ControlsProps extends StepProps {
  /** Of the caption, and of the hint what to press. */
  describedBy: string;
}

/** Back, Play or Pause, and Next. At the last step, Next ends the story. */
function Controls({
  player,
  state: { story, step, phase, isPlaying },
  captionId,
  describedBy,
}: ControlsProps) {
  const isAtEnd = step === story.steps.length - 1;
  // Not disabled while a step is done, so that they keep the focus.
  const waits = { 'aria-disabled': phase !== 'shown' || undefined, 'aria-describedby': describedBy };
  return (
    <div className="flex items-center gap-2 max-md:flex-1">
      <Button
        {...mark('back')}
        variant="secondary"
        size="sm"
        aria-describedby={captionId}
        disabled={step === 0}
        icon={<ChevronLeft {...icon} />}
        onClick={player.back}
      >
        Back
      </Button>
      <Button
        {...mark('play')}
        variant="secondary"
        size="sm"
        aria-describedby={describedBy}
        disabled={isAtEnd && !isPlaying}
        icon={isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
        onClick={isPlaying ? player.pause : player.play}
      >
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <Button {...mark('next')} {...waits} size="sm" className="max-sm:flex-1" onClick={player.next}>
        {isAtEnd ? 'Finish' : 'Next'}
        {isAtEnd ? null : <ChevronRight {...icon} />}
      </Button>
    </div>
  );
}

/** The caption, with the number that is also at what it is about, and what to do if the page is not as expected. */
function Caption({ player, state, captionId }: StepProps) {
  const { step, phase, isSlow, problem } = state;
  const isStuck = phase === 'lost' || isSlow;
  return (
    <>
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className="grid h-6 min-w-7 shrink-0 place-items-center rounded-control bg-plum px-2 text-caption font-semibold text-on-plum tabular-nums forced-colors:border"
        >
          {step + 1}
        </span>
        {/* As high as the longest captions, so that the page keeps its height from step to step. */}
        <p
          id={captionId}
          aria-live="polite"
          className="min-h-24 min-w-0 text-base/6 font-medium sm:min-h-18 lg:min-h-12"
        >
          {captionOf(state)}
        </p>
      </div>
      <div role="alert" className="empty:hidden">
        {isStuck ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            {phase === 'lost'
              ? `The page is no longer where this story left it. ${problem}`
              : 'Waiting for the page...'}
            <Button variant="secondary" size="sm" onClick={player.again}>
              Show this step again
            </Button>
          </p>
        ) : null}
      </div>
    </>
  );
}

/** The end: what was shown, and where to go from here. */
function Ending({ player, state: { story }, onClose }: StoryBarProps & { state: StoryState }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const following = storyAfter(story);
  useLayoutEffect(() => {
    // The button that was pressed is gone. What is typed on the page meanwhile keeps the focus.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
          You have seen “{story.title}”
        </h2>
        <ul aria-label="What was shown" className="grid gap-1 text-sm">
          {story.takeaways.map((point) => (
            <li key={point} className="flex items-start gap-2">
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-green" />
              {point}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:[&>*]:w-full">
        <Button size="sm" onClick={() => player.start(following)}>
          Next story: {following.title}
          <ChevronRight {...icon} />
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={<RotateCcw {...icon} />}
          onClick={() => player.start(story)}
        >
          Play again
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          Keep exploring from here
        </Button>
        <Button variant="ghost" size="sm" icon={<ChevronLeft {...icon} />} onClick={player.back}>
          Back to the last step
        </Button>
      </div>
    </div>
  );
}

interface StoryBarProps {
  player: StoryPlayer;
  onClose: () => void;
}

/**
 * The caption of a story's step, with the buttons to go on. It has its own room at the end of the window, like the
 * control room, so that it covers nothing of the page and no dialog.
 */
export function StoryBar({ player, onClose }: StoryBarProps) {
  const state = useSyncExternalStore(player.onChange, player.state);
  const bar = useRef<HTMLElement>(null);
  const captionId = useId();
  const hintId = useId();
  const { story, step, phase, subject, spotlight, isPlaying } = state;
  const isEnded = phase === 'ended';
  const linkedStep = isEnded ? 1 : step + 1;
  const hasHint = step === 0 && !isPlaying && !isEnded;

  useEffect(() => (bar.current ? reserveHeight(bar.current) : undefined), []);

  useInertPage(bar, phase === 'preparing');
  useBarFocus(bar, player, state);
  useIgnoredKeys(bar, state);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowRight') player.next();
    else if (event.key === 'ArrowLeft') player.back();
    else if (event.key === 'Escape' && isEnded) onClose();
  };
  return (
    <div {...playerMark}>
      {subject ? (
        <Highlight subject={subject} spotlight={spotlight} number={step + 1} dimsRest={phase === 'shown'} />
      ) : null}
      {/* Hides the steps before the one that was asked for. */}
      {phase === 'preparing' ? <div className="fixed inset-0 z-40 bg-canvas print:hidden" /> : null}
      <section
        ref={bar}
        data-story-bar=""
        aria-label={`Story: ${story.title}`}
        aria-keyshortcuts="Control+Shift+Period"
        className="fixed start-0 end-(--room-end,0px) bottom-[calc(var(--room-bottom,0px)-var(--story,0px))] z-40 max-h-[60dvh] overflow-y-auto border-t-2 border-plum bg-raised px-4 py-3 text-ink shadow-3 sm:px-6 print:hidden"
        onKeyDown={onKeyDown}
      >
        {phase === 'shown' && isPlaying ? <ReadingTime key={step} caption={captionOf(state)} /> : null}
        <div
          className={cx(
            'mx-auto grid max-w-6xl gap-x-8 gap-y-2',
            isEnded ? '' : 'md:grid-cols-[minmax(0,1fr)_auto] md:items-center',
          )}
        >
          <div className="grid min-w-0 gap-1">
            <p className="flex flex-wrap items-baseline gap-x-3 text-caption text-ink-2 max-md:pe-24">
              <strong className="font-semibold text-plum">{story.title}</strong>
              <span className="tabular-nums">{positionOf(state)}</span>
              {hasHint ? (
                <span id={hintId} className="max-sm:sr-only">
                  Press Next to go on, or Play
                </span>
              ) : null}
            </p>
            {isEnded ? (
              <Ending player={player} state={state} onClose={onClose} />
            ) : (
              <Caption player={player} state={state} captionId={captionId} />
            )}
          </div>
          <div className="flex items-center gap-x-4">
            {isEnded ? null : (
              <Controls
                player={player}
                state={state}
                captionId={captionId}
                describedBy={hasHint ? `${captionId} ${hintId}` : captionId}
              />
            )}
            <div
              className={cx(
                'flex items-center gap-1',
                isEnded ? 'absolute end-2 top-1' : 'max-md:absolute max-md:end-2 max-md:top-1',
              )}
            >
              <CopyLink
                key={linkedStep}
                label={isEnded ? 'Copy link to this story' : 'Copy link to this step'}
                link={storyLink(story, linkedStep)}
              />
              <IconButton
                label="Close the story"
                size="sm"
                title="Close the story"
                icon={<X {...icon} />}
                onClick={onClose}
              />
            </div>
          </div>
        </div>
      </section>
    </div>
  );
}

/** Goes on with the story of this tab, if there is one. Returns a function that removes it from the page. */
export function mountStory(control: Control): () => void {
  const player = createStoryPlayer(control);
  if (player === null) return () => undefined;
  const container = addPanelRoot('Story');
  const root = createRoot(container);
  const remove = () => {
    root.unmount();
    container.remove();
  };
  const close = () => {
    const { story, step } = player.state();
    const subject = story.steps[step]?.show;
    const hadFocus = container.contains(document.activeElement);
    player.close();
    remove();
    const element = hadFocus && subject ? findSubject(subject) : undefined;
    if (element) focusOn(element);
  };
  root.render(
    <StrictMode>
      <StoryBar player={player} onClose={close} />
    </StrictMode>,
  );
  return remove;
}

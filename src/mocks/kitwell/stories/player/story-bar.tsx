import { ChevronLeft, ChevronRight, Link, Pause, Play, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { copyText } from '@/mocks/world/copy-text';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Highlight, reserveHeight } from './highlight';
import { playerMark } from './stage';
import type { StoryPlayer, StoryState } from './story-player';
import { type StoryButton, storyLink } from './story-progress';

const icon = { 'aria-hidden': true, className: 'size-5' } as const;
const mark = (name: StoryButton) => ({ 'data-story-button': name });

/** From anywhere, such as from inside a dialog, which keeps the focus otherwise. */
const isShortcut = ({ code, ctrlKey, metaKey, shiftKey }: globalThis.KeyboardEvent) =>
  code === 'Period' && shiftKey && (ctrlKey || metaKey);

/** Where the story is, for those who can't see the page. */
function positionOf({ step, story, phase }: StoryState): string {
  const position = `Step ${step + 1} of ${story.steps.length}`;
  return phase === 'preparing' ? `${position}, preparing...` : position;
}

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
  const held = new AbortController();
  const { signal } = held;
  const release = () => held.abort();
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

/** Copies the link to the step that is shown. */
function CopyLink({ state: { story, step } }: { state: StoryState }) {
  const [copied, setCopied] = useState<{ step: number; outcome: string } | null>(null);
  const copy = async () => {
    const outcome = await copyText(storyLink(story, step + 1)).then(
      () => 'Copied',
      () => 'Could not copy',
    );
    setCopied({ step, outcome });
  };
  return (
    <>
      <span role="status" className="text-caption text-ink-2">
        {copied?.step === step ? copied.outcome : null}
      </span>
      <IconButton
        label="Copy link to this step"
        size="sm"
        tooltip={false}
        title="Copy link to this step"
        icon={<Link {...icon} />}
        onClick={() => void copy()}
      />
    </>
  );
}

interface ControlsProps {
  player: StoryPlayer;
  state: StoryState;
  captionId: string;
  onClose: () => void;
}

/** Back, Play or Pause, and Next. At the end, Next ends the story. */
function Controls({ player, state: { story, step, phase, isPlaying }, captionId, onClose }: ControlsProps) {
  const isAtEnd = step === story.steps.length - 1;
  // Not disabled while a step is done, so that they keep the focus.
  const waits = { 'aria-disabled': phase !== 'shown' || undefined, 'aria-describedby': captionId };
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
        disabled={isAtEnd}
        icon={isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
        onClick={isPlaying ? player.pause : player.play}
      >
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <Button
        {...mark('next')}
        {...waits}
        size="sm"
        className="max-sm:flex-1"
        onClick={isAtEnd ? onClose : player.next}
      >
        {isAtEnd ? 'Finish' : 'Next'}
        {isAtEnd ? null : <ChevronRight {...icon} />}
      </Button>
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
  const { story, step, phase, subject, problem } = state;

  useEffect(() => (bar.current ? reserveHeight(bar.current) : undefined), []);

  useBarFocus(bar, player, state);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowRight') player.next();
    else if (event.key === 'ArrowLeft') player.back();
  };
  return (
    <div {...playerMark}>
      <section
        ref={bar}
        data-story-bar=""
        aria-label={`Story: ${story.title}`}
        aria-keyshortcuts="Control+Shift+Period"
        className="fixed start-(--room-start,0px) end-(--room-end,0px) bottom-[calc(var(--room-bottom,0px)-var(--story,0px))] z-40 max-h-[60dvh] overflow-y-auto border-t-2 border-plum bg-raised px-4 py-3 text-ink shadow-3 sm:px-6 print:hidden"
        onKeyDown={onKeyDown}
      >
        <div className="mx-auto grid max-w-6xl gap-x-8 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
          <div className="grid min-w-0 gap-0.5">
            <p className="flex flex-wrap items-baseline gap-x-3 text-caption text-ink-2 max-md:pe-24">
              <strong className="font-semibold text-plum">{story.title}</strong>
              <span className="tabular-nums">{positionOf(state)}</span>
            </p>
            <p id={captionId} aria-live="polite" className="text-base/6 font-medium">
              {story.steps[step]?.caption}
            </p>
            {phase === 'lost' ? (
              <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                The page is no longer where this story left it. {problem}
                <Button variant="secondary" size="sm" onClick={player.again}>
                  Show this step again
                </Button>
              </p>
            ) : null}
          </div>
          <div className="flex items-center gap-x-4">
            <Controls player={player} state={state} captionId={captionId} onClose={onClose} />
            <div className="flex items-center gap-1 max-md:absolute max-md:end-2 max-md:top-1">
              <CopyLink state={state} />
              <IconButton
                label="Close the story"
                size="sm"
                tooltip={false}
                title="Close the story"
                icon={<X {...icon} />}
                onClick={onClose}
              />
            </div>
          </div>
        </div>
      </section>
      {subject ? <Highlight subject={subject} /> : null}
    </div>
  );
}

import { errorMessage } from '@kitwell/mock-engine/error-message';
import { pageUrl } from '@kitwell/mock-engine/hosts/browser-data';
import { createSignal, type Signal } from '@kitwell/mock-engine/world/signal';
import { queryAllByRole } from '@testing-library/dom';
import { toast } from 'react-toastify/unstyled';
import {
  type Act,
  type Change,
  type Story,
  type StoryPage,
  type StoryStep,
  type Subject,
  storyCalled,
} from '@/mocks/kitwell/stories/stories';
import {
  choose,
  isReady,
  optionCalled,
  pause,
  press,
  setValue,
  waitFor,
} from '@/mocks/panel/page/page-actions';
import {
  clearProgress,
  type Progress,
  readProgress,
  type StoryButton,
  startStory,
  storeProgress,
} from './story-progress';
import { applyChange, type Control, openPage } from './story-world';

/** Finds parts of the page as its users name them, and acts on them as its users do. */

/** Marks the player itself, which no story is about. */
export const playerMark = { 'data-story-player': '' } as const;

const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ');

/** Returns the first visible match; undefined if there is none now. */
export function findSubject({ role, name, text = '', within }: Subject): HTMLElement | undefined {
  const container = within === undefined ? document.body : findSubject(within);
  if (container === undefined) return undefined;
  return queryAllByRole(container, role, name === undefined ? {} : { name }).find(
    (element) =>
      textOf(element).includes(text) &&
      element.getClientRects().length > 0 &&
      element.closest('[data-story-player]') === null,
  );
}

/** The part that an act is done to. */
function subjectOf(act: Act): Subject {
  if ('press' in act) return act.press;
  if ('type' in act) return act.into;
  return 'choose' in act ? act.from : act.by;
}

const describeSubject = ({ role, name, text }: Subject, option?: string) =>
  `${role} “${name ?? text ?? ''}”${option === undefined ? '' : ` with “${option}”`}`;

/**
 * Waits until a part of the page is there and can be used, with this option if it is a list that is still loading.
 * Rejects after 15 seconds, naming what is missing.
 */
function waitForSubject(subject: Subject, option?: string): Promise<HTMLElement> {
  const read = () => {
    const element = findSubject(subject);
    const hasOption = option === undefined || (element && optionCalled(element, option));
    return element && isReady(element) && hasOption ? element : undefined;
  };
  return waitFor(read, `This page has no ${describeSubject(subject, option)}.`);
}

/** Waits until a part of the page is gone. Rejects after 15 seconds. */
const waitUntilGone = (subject: Subject): Promise<true> =>
  waitFor(
    () => (findSubject(subject) === undefined ? true : undefined),
    `This page still has the ${describeSubject(subject)}.`,
  );

/** Waits for what an act needs, as `waitForSubject` does. */
const waitForAct = (act: Act): Promise<HTMLElement> =>
  waitForSubject(subjectOf(act), 'choose' in act ? act.choose : undefined);

/** Moves the focus to a part of the page, also to one that does not take it by itself. */
export function focusOn(element: HTMLElement): void {
  element.focus();
  if (document.activeElement === element || element.hasAttribute('tabindex')) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus();
}

/** Hands a file to the file input beside a button, because a page can't answer the browser's file dialog. */
async function upload(path: string, button: HTMLElement): Promise<void> {
  const input = button.parentElement?.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file input beside the button.');
  const content = await (await fetch(pageUrl(path))).blob();
  const files = new DataTransfer();
  files.items.add(new File([content], path, { type: content.type }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Does what a user would do to this element. */
async function perform(act: Act, element: HTMLElement): Promise<void> {
  if ('upload' in act) return upload(act.upload, element);
  if ('press' in act) return press(element);
  element.focus({ preventScroll: true });
  if ('type' in act) setValue(element, act.type);
  else choose(element, act.choose);
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

type Move = Change | { readonly open: StoryPage } | Act;

const movesOf = ({ change = [], open, act = [] }: StoryStep): readonly Move[] => [
  ...change,
  ...(open ? [{ open }] : []),
  ...act,
];

const isChange = (move: Move): move is Change =>
  'days' in move || 'remove' in move || 'clear' in move || 'set' in move;

/** What the bar shows. */
export interface StoryState {
  readonly story: Story;
  /** From 0. */
  readonly step: number;
  /** The step that is being done on the way there, from 0. */
  readonly at: number;
  /**
   * `preparing`: steps before this one are done quickly. `acting`: this one is. `lost`: see `problem`. `ended`: the last
   * step was shown, and its page still is.
   */
  readonly phase: 'preparing' | 'acting' | 'shown' | 'lost' | 'ended';
  /** What is highlighted now. */
  readonly subject: Subject | null;
  /** What stays bright around it; null for nothing else. */
  readonly spotlight: Subject | null;
  /** The page takes longer than usual, perhaps because it was used by hand. */
  readonly isSlow: boolean;
  /** What the page lacks. */
  readonly problem: string | null;
  readonly isPlaying: boolean;
}

export interface StoryPlayer {
  state(): StoryState;
  readonly onChange: Signal['onChange'];
  /** After the last step, ends the story. */
  next(): void;
  /** Shows the previous step from fresh data, so that it looks exactly as before. */
  back(): void;
  /** Shows this step from fresh data. */
  again(): void;
  /** Starts this story or another one. */
  start(story: Story): void;
  play(): void;
  pause(): void;
  /** Which button gets the focus back once the step is shown; null for none. */
  focus(): StoryButton | null;
  /** Leaves the story. The data stays, answers and the clock are as usual again. */
  close(): void;
}

/** Milliseconds for which the audience sees what is done next. */
const beforePress = 700;
const beforeTyping = 250;

/** Milliseconds after which a page is slow. */
const slowAfter = 3000;

/** Milliseconds to read a caption aloud. */
export const readingTime = (caption: string): number => 1500 + 320 * caption.split(' ').length;

/** Plays the story of this tab; null if there is none. Starts at once. */
export function createStoryPlayer(control: Control): StoryPlayer | null {
  const stored = readProgress();
  if (stored === null) return null;
  let progress: Progress = stored;
  const story = storyCalled(progress.id);
  const { notify, onChange } = createSignal();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let state: StoryState;

  function set(change: Partial<StoryState>) {
    const { step, at, isPlaying } = progress;
    state = { ...state, story, step, at, isPlaying, ...change };
    notify();
  }
  function store(change: Partial<Progress>) {
    progress = { ...progress, ...change };
    storeProgress(progress);
  }

  /** Waits for the page, and says so if that takes long. */
  async function waiting<T>(work: Promise<T>): Promise<T> {
    const slow = setTimeout(() => set({ isSlow: true }), slowAfter);
    try {
      return await work;
    } finally {
      clearTimeout(slow);
      if (state.isSlow) set({ isSlow: false });
    }
  }

  /** Waits for what an act is done to, and lets the audience see it. */
  async function prepare(act: Act, isQuick: boolean): Promise<HTMLElement> {
    const element = await waiting(waitForAct(act));
    if (isQuick) return element;
    set({ subject: subjectOf(act), spotlight: null });
    await pause('type' in act ? beforeTyping : beforePress);
    return waiting(waitForAct(act));
  }

  /** @param reach called at the last moment before it, because it may load another page */
  async function doMove(move: Move, isQuick: boolean, reach: () => void): Promise<void> {
    if (isChange(move)) {
      reach();
      await applyChange(control, move);
    } else if ('open' in move) {
      reach();
      await openPage(control, move.open);
      // The page is about to be replaced; its player goes on.
      await new Promise<void>(() => undefined);
    } else {
      const element = await prepare(move, isQuick);
      if (isClosed) return;
      reach();
      await perform(move, element);
    }
  }

  /** Does one step, or the rest of it after a page was loaded. */
  async function doStep(current: StoryStep, isQuick: boolean) {
    if (progress.done === 0) toast.dismiss();
    for (const move of movesOf(current).slice(progress.done)) {
      if (isClosed) return;
      await doMove(move, isQuick, () => store({ done: progress.done + 1 }));
    }
    if (current.gone) await waiting(waitUntilGone(current.gone));
    await waiting(waitForSubject(current.show));
  }

  async function run() {
    const { steps } = story;
    for (let current = steps[progress.at]; current !== undefined; current = steps[progress.at]) {
      const isLast = progress.at >= progress.step;
      const isQuick = progress.isQuick || !isLast;
      set({ phase: isQuick ? 'preparing' : 'acting', subject: null, problem: null });
      await doStep(current, isQuick);
      if (isClosed) return;
      if (isLast) return show(current);
      store({ at: progress.at + 1, done: 0 });
    }
  }

  function restoreLatency() {
    if (progress.latency !== null) control.latency(progress.latency);
  }

  function show({ show: subject, spotlight, caption }: StoryStep) {
    restoreLatency();
    store({ isQuick: false, isShown: true, latency: null });
    set({ phase: 'shown', subject, spotlight: spotlight ?? null });
    if (progress.isPlaying) goOnAfterReading(caption);
  }

  function goOnAfterReading(caption: string) {
    clearTimeout(timer);
    timer = setTimeout(goOn, readingTime(caption));
  }

  /** The next step of a story that plays. It waits for an audience: a tab in the background has none. */
  function goOn() {
    if (document.hidden) timer = setTimeout(goOn, 1000);
    else next();
  }

  const start = () => {
    run().catch((error: unknown) => {
      if (isClosed) return;
      store({ isPlaying: false });
      set({ phase: 'lost', subject: null, problem: errorMessage(error) });
    });
  };

  /** The button of the bar that has the focus. */
  const focused = (): StoryButton | null => {
    const name = document.activeElement?.getAttribute('data-story-button');
    return name === 'back' || name === 'play' || name === 'next' ? name : null;
  };

  function next() {
    clearTimeout(timer);
    if (state.phase !== 'shown') return;
    if (progress.step === story.steps.length - 1) {
      store({ isPlaying: false, focus: focused() });
      set({ phase: 'ended', subject: null });
      return;
    }
    const step = progress.step + 1;
    store({ step, at: step, done: 0, isShown: false, focus: focused() });
    start();
  }
  /** Opens a step, counted from 0, from fresh data. */
  function reopen(step: number) {
    store({ isPlaying: false, focus: focused() });
    startStory(story, step + 1);
  }

  state = {
    story,
    step: progress.step,
    at: progress.at,
    phase: 'acting',
    subject: null,
    spotlight: null,
    isSlow: false,
    problem: null,
    isPlaying: progress.isPlaying,
  };
  // A reload loses what was open and typed on the page.
  if (progress.isShown && isReload()) reopen(progress.step);
  else start();
  return {
    state: () => state,
    onChange,
    next,
    back() {
      const current = story.steps[progress.step];
      if (state.phase === 'ended' && current) show(current);
      else if (progress.step > 0) reopen(progress.step - 1);
    },
    again: () => reopen(progress.step),
    start: (other) => startStory(other),
    play() {
      store({ isPlaying: true });
      set({});
      const { caption } = story.steps[progress.step] ?? {};
      if (state.phase === 'shown' && caption !== undefined) goOnAfterReading(caption);
    },
    pause() {
      clearTimeout(timer);
      store({ isPlaying: false });
      set({});
    },
    focus: () => progress.focus,
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearProgress();
      restoreLatency();
      control.clear();
      void control.clock.run();
    },
  };
}

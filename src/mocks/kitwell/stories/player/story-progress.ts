import type { Latency } from '@kitwell/mock-engine/engine/latency';
import { pageUrl } from '@kitwell/mock-engine/hosts/browser-data';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { type Story, stories } from '@/mocks/kitwell/stories/stories';
import { readLayout, storeLayout } from '@/mocks/panel/panel-layout';

/** A control of the bar that has the focus again after a step. */
export type StoryButton = 'back' | 'play' | 'next';

/** Where a story is. In session storage, because steps load pages; login clears only local storage. */
export interface Progress {
  readonly id: string;
  /** The step to show, from 0. */
  readonly step: number;
  /** The step that is being done on the way there. */
  readonly at: number;
  /** How many of its moves are done. */
  readonly done: number;
  /** Nothing is shown before the step is reached. */
  readonly isQuick: boolean;
  /** Shown once on this page. */
  readonly isShown: boolean;
  readonly isPlaying: boolean;
  readonly focus: StoryButton | null;
  /** Response times from before a quick run, which waits for no call; null otherwise. */
  readonly latency: Latency | null;
}

const KEY = 'kitwell-mock-story';

/** The progress of this tab's story; null if there is none, or only one of another build. */
export function readProgress(): Progress | null {
  try {
    const progress = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Progress | null;
    const story = stories.find(({ id }) => id === progress?.id);
    return progress !== null && story?.steps[progress.step] && story.steps[progress.at] ? progress : null;
  } catch {
    return null;
  }
}

export const storeProgress = (progress: Progress): void =>
  sessionStorage.setItem(KEY, JSON.stringify(progress));

export const clearProgress = (): void => sessionStorage.removeItem(KEY);

/** The address that opens a story at a step, counted from 1. */
export const storyLink = ({ id }: Story, step: number): string =>
  `${location.origin}${pageUrl('dashboard')}?mock.story=${id}&mock.step=${step}`;

/** Opens a story from fresh data, at a step counted from 1. Loads the page. */
export function startStory(story: Story, step = 1): void {
  storeLayout(kitwell.name, { ...readLayout(kitwell.name), isOpen: false });
  location.assign(storyLink(story, step));
}

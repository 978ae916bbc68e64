import type { MockControl } from '@kitwell/mock-engine/control';
import type { Latency } from '@kitwell/mock-engine/engine/latency';
import { type PanelParts, startBrowserMock } from '@kitwell/mock-engine/hosts/browser';
import { pageUrl } from '@kitwell/mock-engine/hosts/browser-data';
import type { MockBackend } from '@kitwell/mock-engine/hosts/mock-backend';
import { createActorWatch } from '@kitwell/mock-engine/inspector/actor-watch';
import { createSignal } from '@kitwell/mock-engine/world/signal';
import { createElement, lazy, type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { AnyStateMachine } from 'xstate';
import { tags, WRITTEN_CHANNEL } from '@/contract/operation';
import { type Kitwell, kitwell } from '@/mocks/kitwell/kitwell';
import { clearProgress, readProgress } from '@/mocks/kitwell/stories/player/story-progress';
import { storyCalled } from '@/mocks/kitwell/stories/stories';

/** The product's live actors. They report from the start, before the panel is mounted. */
const actors = createActorWatch();
export const observeActors = actors.observe;

declare global {
  interface Window {
    /** Only in builds with the mock backend. */
    __mock?: MockControl<Kitwell>;
  }
}

let running: MockBackend<Kitwell> | undefined;
const clockMoved = createSignal();
/** The product's clock; the machine's until `startMocks` is called. */
export const productClock = {
  now: () => (running?.control.clock.sessionNow() ?? new Date()).getTime(),
  calendarNow: () => (running?.control.clock.now() ?? new Date()).getTime(),
  subscribe: clockMoved.onChange,
};

/** Has the screens of every tab fetch again what they show, as after a write of another tab. */
function refreshScreens(): void {
  try {
    const channel = new BroadcastChannel(WRITTEN_CHANNEL);
    channel.postMessage(tags);
    channel.close();
  } catch {
    // Old browsers, and where the browser blocks storage: a screen follows when it fetches again.
  }
}

/** The tab of the control room that is this product's. */
const tabs = {
  stories: lazy(async () => ({
    default: (await import('@/mocks/kitwell/stories/player/stories-tab')).StoriesTab,
  })),
};

/** The story of this tab, if there is one. Its code is loaded only then. Returns a function that removes it. */
async function mountStoryWhenReady({ control }: PanelParts): Promise<() => void> {
  await control.ready;
  if (readProgress() === null) return () => undefined;
  const { mountStory } = await import('@/mocks/kitwell/stories/player/story-bar');
  return mountStory(control);
}

export { demoAccounts } from '@/mocks/kitwell/seeds/demo-accounts';

interface StartOptions {
  /** Absolute, or a path on the page's origin. Defaults to `/api`, which mock builds call. */
  readonly apiUrl?: string;
  /** Defaults to `http://localhost:8000`. */
  readonly chatUrl?: string;
  /** Response times in milliseconds; defaults to 120 to 280. */
  readonly latency?: Latency;
  /** Stores the token of `__mock.as`. By default in local storage, as the product does. */
  readonly storeToken?: (token: string, email: string) => void;
  /** The page renders only after the mock has started, so that with `mock.as` /dashboard is loaded only once. */
  readonly rendersAfter?: boolean;
  /** Called when the Machines tab opens, to show machines that don't run yet. */
  readonly loadMachines?: () => Promise<Iterable<AnyStateMachine>>;
}

/**
 * Starts this product's mock backend in this page, with its control room.
 *
 * @returns resolves when calls are answered, see `startBrowserMock`
 */
export const startMocks = ({
  apiUrl = '/api',
  chatUrl = 'http://localhost:8000',
  loadMachines,
  ...options
}: StartOptions = {}): Promise<void> =>
  startBrowserMock(kitwell, {
    ...options,
    hosts: { api: apiUrl, chat: chatUrl },
    rejectsForeignHosts: import.meta.env.MODE === 'demo',
    onCreated(mocks) {
      running = mocks;
      // The clock is stored with the data, so that a change in another tab takes effect here.
      mocks.db.onChange(({ table }) => {
        if (table === 'settings') clockMoved.notify();
      });
      mocks.history.onMove(() => {
        clockMoved.notify();
        refreshScreens();
      });
    },
    stories: {
      async load(id) {
        const story = storyCalled(id);
        const { openStory } = await import('@/mocks/kitwell/stories/player/story-world');
        return { steps: story.steps.length, open: (control, step) => openStory(control, story, step) };
      },
      end() {
        // Where storage is denied there is none, and clearing it would throw.
        if (readProgress() !== null) clearProgress();
      },
    },
    async mountPanel(parts) {
      const { mountPanel } = await import('@/mocks/panel/mount');
      const unmountPanel = mountPanel({
        ...parts,
        refreshScreens,
        tabs,
        async mountMachines(element) {
          // Without them, the tab shows those that run.
          loadMachines?.().then(actors.addMachines, () => undefined);
          const { mountInspector } = await import('@kitwell/mock-engine/inspector/inspector-view');
          return mountInspector(actors, element);
        },
      });
      const story = mountStoryWhenReady(parts);
      return () => {
        void story.then((unmount) => unmount());
        unmountPanel();
      };
    },
  });

/** The mock's own pages below `/__mock/`. */
const mockPages: Readonly<Record<string, () => Promise<ReactElement>>> = {
  checkout: async () => (await import('@/mocks/kitwell/load-checkout')).loadCheckout(),
  split: async () => (await import('@/mocks/kitwell/split/split-screen')).loadSplitScreen(refreshScreens),
};

/**
 * Renders one of the mock's own pages if the URL is one: the hosted checkout or the split screen.
 *
 * @returns true if it is one; the product must not render then
 */
export function renderMockPage(): boolean {
  const path = location.pathname.replace(/\/$/, '');
  const [, load] = Object.entries(mockPages).find(([name]) => path === pageUrl(`__mock/${name}`)) ?? [];
  if (!load) return false;
  void load().then((page) => {
    const container = document.createElement('div');
    document.body.append(container);
    createRoot(container).render(createElement(StrictMode, null, page));
  });
  return true;
}

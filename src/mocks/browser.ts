import type { MockControl } from '@/mocks/control';
import type { Latency } from '@/mocks/engine/latency';
import { startBrowserMock } from '@/mocks/hosts/browser';
import { pageUrl } from '@/mocks/hosts/browser-data';
import type { MockBackend } from '@/mocks/hosts/mock-backend';
import { type Kitwell, kitwell } from '@/mocks/kitwell/kitwell';
import { createActorWatch } from '@/mocks/panel/actor-watch';
import { createSignal } from '@/mocks/world/signal';

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
}

/**
 * Starts this product's mock backend in this page, with its control room.
 *
 * @returns resolves when calls are answered, see `startBrowserMock`
 */
export const startMocks = ({
  apiUrl = '/api',
  chatUrl = 'http://localhost:8000',
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
    },
    async openStory(control, story) {
      const { openStory } = await import('@/mocks/panel/stories/story-world');
      await openStory(control, story);
    },
    async mountPanel(parts) {
      const { mountPanel } = await import('@/mocks/panel/mount');
      return mountPanel({ ...parts, actors });
    },
  });

/**
 * Renders one of the mock's own pages if the URL is one: the hosted checkout at `/__mock/checkout`.
 *
 * @param beside the element after which the page is placed; null for the end of the body
 * @returns true if it was rendered; the product must not render then
 */
export function renderMockPage(beside: Element | null): boolean {
  if (location.pathname.replace(/\/$/, '') !== pageUrl('__mock/checkout')) return false;
  void import('@/mocks/kitwell/checkout-page').then(({ mountCheckout }) => mountCheckout(beside));
  return true;
}

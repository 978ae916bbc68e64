import { type EventObject, fromCallback, type SnapshotFrom } from 'xstate';
import { appClock } from '@/lib/clock';
import { backendReady, isBackendPending } from '@/lib/mock-build';
import { readStored, subscribeStored, writeStored } from '@/lib/storage';
import {
  type ActivityInput,
  endsAt,
  type IdleEvent,
  type idleMachine,
  warningAt,
} from '@/machines/idle.machine';
import type { SessionEvent } from '@/machines/session.machine';

/** What the browser stores of a signed-in account. */
export const readAccount = () => ({ token: readStored('token'), account: readStored('account') });

/** While this is set, styles hide the page: its content may belong to another account when it is shown again. */
const suspended = 'suspended';

/**
 * Reports the stored token to the session: at startup, when another tab changes it, and when this page may have missed
 * a change, because it was restored from the back/forward cache or gets the focus.
 */
export const watchToken = fromCallback(({ sendBack }) => {
  const tokenFound = (): SessionEvent => ({ type: 'TOKEN_FOUND', ...readAccount() });
  const report = () => sendBack(tokenFound());
  // The demo's clock is known once its backend is ready, and idle time is measured with it.
  if (isBackendPending()) void backendReady().then(report, report);
  else report();
  if (globalThis.window === undefined) return undefined;

  const { dataset } = document.documentElement;
  const suspend = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readStored('token') !== null) dataset[suspended] = '';
  };
  const resume = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    report();
    // By the next frame React has rendered the session's new state.
    requestAnimationFrame(() => delete dataset[suspended]);
  };
  const stopStored = subscribeStored('token', (origin) => {
    // This tab's own changes come from the session itself.
    if (origin === 'otherTab') report();
  });
  window.addEventListener('focus', report);
  document.addEventListener('visibilitychange', report);
  window.addEventListener('pagehide', suspend);
  window.addEventListener('pageshow', resume);
  return () => {
    stopStored();
    delete dataset[suspended];
    window.removeEventListener('focus', report);
    document.removeEventListener('visibilitychange', report);
    window.removeEventListener('pagehide', suspend);
    window.removeEventListener('pageshow', resume);
  };
});

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const;

/** Activity is recorded at most this often, in milliseconds: there may be hundreds of events per second. */
const recordEvery = 5000;

/**
 * The longest time between two ticks, in milliseconds. Timers stop while the computer sleeps; with short ones an unused
 * page notices soon after waking that hours have passed.
 */
const tickEvery = 30_000;

/**
 * Reports the time and the user's activity in all tabs to the idle machine, and stores the last activity. Any event it
 * receives counts as activity.
 */
export const watchActivity = fromCallback<EventObject, ActivityInput>(({ sendBack, receive, input }) => {
  const send: (event: IdleEvent) => void = sendBack;
  const idle = (): SnapshotFrom<typeof idleMachine> => input.idle.getSnapshot();
  const startedAt = appClock.now();
  const lastActive = readStored('lastActive');
  send({ type: 'START', lastActive, at: startedAt });
  if (lastActive === null) writeStored('lastActive', startedAt);

  /** A page that was in the bfcache, frozen or asleep has missed what other tabs stored. */
  const catchUp = () => {
    const at = readStored('lastActive');
    // A time in the future was stored before the clock was set back.
    if (at !== null && at > idle().context.lastActive && at <= appClock.now())
      send({ type: 'ACTIVITY', at, otherTab: true });
  };

  let recordedAt: number | null = null;
  const recordActivity = () => {
    const at = appClock.now();
    // After the clock was set back, record activity at once instead of waiting until it has caught up.
    const isFresh = recordedAt !== null && at >= recordedAt && at - recordedAt < recordEvery;
    if (isFresh || idle().hasTag('warning')) return;
    recordedAt = at;
    catchUp();
    send({ type: 'ACTIVITY', at });
    if (idle().status === 'active') writeStored('lastActive', at);
  };
  const stopStored = subscribeStored('lastActive', (origin) => {
    const at = readStored('lastActive');
    if (origin === 'otherTab' && at !== null) send({ type: 'ACTIVITY', at, otherTab: true });
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    clearTimeout(timer);
    catchUp();
    const event = { type: 'TICK', at: appClock.now() } as const;
    // Most ticks change nothing and need not be listed in the inspector.
    if (idle().can(event)) send(event);
    const snapshot = idle();
    if (snapshot.status !== 'active') return;
    const due = snapshot.hasTag('warning') ? endsAt(snapshot.context) : warningAt(snapshot.context);
    timer = setTimeout(tick, Math.min(Math.max(due - event.at, 1), tickEvery));
  };
  const stopClock = appClock.subscribe(tick);
  receive(recordActivity);
  for (const name of activityEvents)
    window.addEventListener(name, recordActivity, { capture: true, passive: true });
  document.addEventListener('visibilitychange', tick);
  window.addEventListener('pageshow', tick);
  timer = setTimeout(tick, 0);

  return () => {
    clearTimeout(timer);
    stopStored();
    stopClock();
    for (const name of activityEvents) window.removeEventListener(name, recordActivity, { capture: true });
    document.removeEventListener('visibilitychange', tick);
    window.removeEventListener('pageshow', tick);
  };
});

import { type EventObject, fromCallback, type SnapshotFrom } from 'xstate';
import { appClock } from '@/lib/clock';
import { readStored, subscribeStored, writeStored } from '@/lib/storage';
import {
  type ActivityInput,
  endsAt,
  type IdleEvent,
  type idleMachine,
  warningAt,
} from '@/machines/idle.machine';

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

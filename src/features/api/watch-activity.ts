import { type EventObject, fromCallback, type SnapshotFrom } from 'xstate';
import {
  type ActivityInput,
  endsAt,
  type IdleEvent,
  type idleMachine,
  warningAt,
} from '@/machines/idle.machine';
import { appClock } from '@/lib/clock';
import { readStored, subscribeStored, writeStored } from '@/lib/storage';

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const;

/** Activity is recorded this often at most, in milliseconds: there may be hundreds of events in a second. */
const recordEvery = 5000;

/**
 * The longest time between two ticks, in milliseconds. A timer stops while the computer sleeps; with short ones an unused
 * page notices soon after waking that hours have passed.
 */
const tickEvery = 30_000;

/** Reports the time, and what the user does in this tab and in others, to the idle machine; stores the last activity. */
export const watchActivity = fromCallback<EventObject, ActivityInput>(({ sendBack, input }) => {
  const send: (event: IdleEvent) => void = sendBack;
  const idle = (): SnapshotFrom<typeof idleMachine> => input.idle.getSnapshot();
  const startedAt = appClock.now();
  const lastActive = readStored('lastActive');
  send({ type: 'START', lastActive, at: startedAt });
  if (lastActive === null) writeStored('lastActive', startedAt);

  /** A page that was put away, frozen or asleep has missed what other tabs stored. */
  const catchUp = () => {
    const at = readStored('lastActive');
    // One in the future is from before the clock was set back.
    if (at !== null && at > idle().context.lastActive && at <= appClock.now())
      send({ type: 'ACTIVITY', at, otherTab: true });
  };

  let recordedAt: number | null = null;
  const recordActivity = () => {
    const at = appClock.now();
    // A clock that went back must not hide activity until it has caught up.
    const isFresh = recordedAt !== null && at >= recordedAt && at - recordedAt < recordEvery;
    if (isFresh || idle().hasTag('warning')) return;
    recordedAt = at;
    catchUp();
    send({ type: 'ACTIVITY', at });
    if (idle().status === 'active') writeStored('lastActive', at);
  };
  const stopStored = subscribeStored('lastActive', (origin) => {
    const at = readStored('lastActive');
    if (origin === 'elsewhere' && at !== null) send({ type: 'ACTIVITY', at, otherTab: true });
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    clearTimeout(timer);
    catchUp();
    const event = { type: 'TICK', at: appClock.now() } as const;
    // Most ticks change nothing; the inspector need not list them.
    if (idle().can(event)) send(event);
    const snapshot = idle();
    if (snapshot.status !== 'active') return;
    const due = snapshot.hasTag('warning') ? endsAt(snapshot.context) : warningAt(snapshot.context);
    timer = setTimeout(tick, Math.min(Math.max(due - event.at, 1), tickEvery));
  };
  const stopClock = appClock.subscribe(tick);
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

import { watchListeners } from '@tests/support/listeners';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { watchActivity } from '@/app/session-actors';
import { setAppClock } from '@/lib/clock';
import { clearStored, readStored, writeStored } from '@/lib/storage';
import { idleMachine } from '@/machines/idle.machine';

const minute = 60_000;
const noon = Date.parse('2026-03-02T12:00:00Z');
const machine = idleMachine.provide({ actors: { activity: watchActivity } });

/** The events that the inspector lists. */
let inspectedEvents: unknown[];
let stop: () => void;

function start() {
  inspectedEvents = [];
  const idle = createActor(machine, {
    inspect: ({ type, ...inspected }) => {
      if (type === '@xstate.event' && 'event' in inspected) inspectedEvents.push(inspected.event);
    },
  }).start();
  stop = () => void idle.stop();
  // The first look at the clock comes after the start.
  vi.advanceTimersByTime(0);
  return idle;
}
const state = (idle: ReturnType<typeof start>) => idle.getSnapshot().value;
const ofType = (type: string) => inspectedEvents.filter((event) => (event as { type: string }).type === type);

/** The time passes, but no timer runs, as on a computer that sleeps. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);
const press = () => window.dispatchEvent(new Event('pointerdown'));
/** What another tab stores, which this page learns at once. */
function otherTab(at: number | null) {
  if (at === null) localStorage.removeItem('lastActive');
  else localStorage.setItem('lastActive', String(at));
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastActive' }));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: noon });
  clearStored();
});
afterEach(() => {
  stop();
  setAppClock(null);
  vi.useRealTimers();
});

describe('the limits of a session', () => {
  it('pass after 15 minutes, and after one more', () => {
    const idle = start();
    vi.advanceTimersByTime(15 * minute - 1);
    expect(state(idle)).toBe('watching');
    vi.advanceTimersByTime(1);
    expect(state(idle)).toBe('warning');
    vi.advanceTimersByTime(minute - 1);
    expect(state(idle)).toBe('warning');
    vi.advanceTimersByTime(1);
    expect(state(idle)).toBe('timedOut');
    expect(vi.getTimerCount()).toBe(0);
    // Most looks at the clock change nothing.
    expect(ofType('TICK')).toEqual([
      { type: 'TICK', at: noon + 15 * minute },
      { type: 'TICK', at: noon + 16 * minute },
    ]);
  });

  it('count from the stored time of the last activity, which a start leaves as it is', () => {
    // At no multiple of the time between two looks at the clock.
    const before = 10 * minute - 7;
    writeStored('lastActive', noon - before);
    const idle = start();
    expect(readStored('lastActive')).toBe(noon - before);
    vi.advanceTimersByTime(15 * minute - before - 1);
    expect(state(idle)).toBe('watching');
    vi.advanceTimersByTime(1);
    expect(state(idle)).toBe('warning');
  });

  it.each([
    ['within 30 seconds', () => vi.advanceTimersByTime(30_000)],
    ['at once when it is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
    [
      'at once when it comes back from the back/forward cache',
      () => window.dispatchEvent(new Event('pageshow')),
    ],
  ])('are noticed by a page whose timers slept: %s', (_, wake) => {
    const idle = start();
    sleep(16 * minute);
    expect(state(idle)).toBe('watching');
    wake();
    expect(state(idle)).toBe('timedOut');
  });

  it('are noticed at once when the clock of a demo is moved, while the session lasts', () => {
    let now = noon;
    const moved = new Set<() => void>();
    setAppClock({
      now: () => now,
      calendarNow: () => now,
      subscribe: (listener) => {
        moved.add(listener);
        return () => moved.delete(listener);
      },
    });
    const idle = start();
    now += 15 * minute;
    for (const listener of moved) listener();
    expect(state(idle)).toBe('warning');
    stop();
    expect(moved.size).toBe(0);
  });
});

describe('the activity of a user', () => {
  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'])(
    'is %s, also where a part of the page keeps it to itself',
    (type) => {
      start();
      const part = document.body.appendChild(document.createElement('div'));
      part.addEventListener(type, (event) => event.stopImmediatePropagation());
      vi.advanceTimersByTime(minute);
      part.dispatchEvent(new Event(type, { bubbles: true }));
      part.remove();
      expect(readStored('lastActive')).toBe(noon + minute);
      expect(ofType('ACTIVITY')).toEqual([{ type: 'ACTIVITY', at: noon + minute }]);
    },
  );

  it('is recorded every 5 seconds at most', () => {
    start();
    vi.advanceTimersByTime(minute);
    press();
    press();
    expect(ofType('ACTIVITY')).toHaveLength(1);
    vi.advanceTimersByTime(4999);
    press();
    expect(readStored('lastActive')).toBe(noon + minute);
    vi.advanceTimersByTime(1);
    press();
    expect(readStored('lastActive')).toBe(noon + minute + 5000);
  });

  it('is also a long task that they started', () => {
    const idle = start();
    vi.advanceTimersByTime(minute);
    idle.getSnapshot().children.activity?.send({ type: 'RECORD_ACTIVITY' });
    expect(readStored('lastActive')).toBe(noon + minute);
  });

  it('counts neither during the warning nor once the limit has passed', () => {
    const idle = start();
    vi.advanceTimersByTime(15 * minute);
    press();
    expect(readStored('lastActive')).toBe(noon);
    expect(state(idle)).toBe('warning');
    expect(ofType('ACTIVITY')).toEqual([]);
    idle.send({ type: 'STAY', at: Date.now() });
    sleep(16 * minute);
    press();
    expect(state(idle)).toBe('timedOut');
    expect(readStored('lastActive')).toBe(noon);
  });

  it('is no longer recorded after logout, and no timer or listener is left', () => {
    const left = watchListeners();
    const idle = start();
    expect(left()).not.toEqual([]);
    stop();
    expect(left()).toEqual([]);
    vi.advanceTimersByTime(minute);
    expect(vi.getTimerCount()).toBe(0);
    press();
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('pageshow'));
    expect(vi.getTimerCount()).toBe(0);
    expect(readStored('lastActive')).toBe(noon);
    otherTab(Date.now());
    expect(idle.getSnapshot().context.lastActive).toBe(noon);
  });
});

describe('the activity of a user in another tab', () => {
  it('keeps this tab from ending, also during its warning', () => {
    const idle = start();
    vi.advanceTimersByTime(15.5 * minute);
    otherTab(noon + 15.5 * minute);
    expect(state(idle)).toBe('watching');
    expect(ofType('ACTIVITY')).toEqual([{ type: 'ACTIVITY', at: noon + 15.5 * minute, otherTab: true }]);
    vi.advanceTimersByTime(15 * minute - 1);
    expect(state(idle)).toBe('watching');
    vi.advanceTimersByTime(1);
    expect(state(idle)).toBe('warning');
  });

  it.each([
    ['looks at the clock', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['is used', press],
  ])('counts late in a page that missed it, before it %s', (_, happen) => {
    const idle = start();
    sleep(17 * minute);
    localStorage.setItem('lastActive', String(noon + 16 * minute));
    happen();
    expect(state(idle)).toBe('watching');
    expect(ofType('ACTIVITY')[0]).toEqual({ type: 'ACTIVITY', at: noon + 16 * minute, otherTab: true });
  });
});

import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { idleMachine, timeUpAt, warningAt } from '@/machines/idle.machine';
import { appClock } from '@/shared/clock';
import { inspection } from '@/shared/inspection';
import { readStored, subscribeStored, writeStored } from '@/shared/storage';

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const;

/** Signs of life are noted this often at most, in milliseconds: there may be hundreds in a second. */
const noteEvery = 5000;

/**
 * The longest time between two looks at the clock, in milliseconds. A timer stands still while the computer sleeps; by
 * short ones a page that nobody touches notices soon after waking that hours have passed.
 */
const lookEvery = 30_000;

/** The idle machine, connected to the clock and to what somebody does in this tab and in the others. */
export function useIdle(onTimedOut: () => void) {
  const [snapshot, send, actor] = useMachine(idleMachine, { ...inspection, input: { at: appClock.now() } });

  useFlowEvents(actor, 'the watch over the session', { 'timed-out': onTimedOut });

  useEffect(() => {
    let noted: number | null = null;
    const note = () => {
      const at = appClock.now();
      // A clock that went back must not leave what is done unnoticed until it has caught up.
      const isFresh = noted !== null && at >= noted && at - noted < noteEvery;
      if (isFresh || actor.getSnapshot().hasTag('warning')) return;
      noted = at;
      send({ type: 'ACTIVITY', at });
      if (!actor.getSnapshot().hasTag('timed-out')) writeStored('lastActive', at);
    };
    const stopListening = subscribeStored('lastActive', (origin) => {
      const at = readStored('lastActive');
      if (origin === 'elsewhere' && at !== null) send({ type: 'ACTIVITY', at, elsewhere: true });
    });
    for (const name of signsOfLife) window.addEventListener(name, note, { capture: true, passive: true });
    note();
    return () => {
      stopListening();
      for (const name of signsOfLife) window.removeEventListener(name, note, { capture: true });
    };
  }, [actor, send]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const event = { type: 'LOOKED_AT', at: appClock.now() } as const;
      // Most looks change nothing; those who watch the machine need not see them.
      if (actor.getSnapshot().can(event)) send(event);
      clearTimeout(timer);
      const held = actor.getSnapshot();
      if (held.hasTag('timed-out')) return;
      const due = held.hasTag('warning') ? timeUpAt(held.context) : warningAt(held.context);
      timer = setTimeout(look, Math.min(Math.max(due - event.at, 1), lookEvery));
    };
    const stopFollowing = appClock.subscribe(look);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', look);
    look();
    return () => {
      clearTimeout(timer);
      stopFollowing();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', look);
    };
  }, [actor, send]);

  const stay = () => {
    const at = appClock.now();
    send({ type: 'STAY', at });
    writeStored('lastActive', at);
  };
  return { warned: snapshot.hasTag('warning'), endsAt: timeUpAt(snapshot.context), stay };
}

import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { idleMachine } from '@/machines/idle.machine';
import { inspection } from '@/shared/inspection';
import { readStored, subscribeStored, writeStored } from '@/shared/storage';

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const;

/** Signs of life are noted this often at most, in milliseconds: there may be hundreds in a second. */
const noteEvery = 5000;

/** The idle machine, connected to what somebody does in this tab and in the others. */
export function useIdle(onTimedOut: () => void) {
  const [snapshot, send, actor] = useMachine(idleMachine, { ...inspection, input: { at: Date.now() } });

  useEffect(() => {
    const subscription = actor.on('timed-out', onTimedOut);
    return () => subscription.unsubscribe();
  }, [actor, onTimedOut]);

  useEffect(() => {
    let noted = 0;
    const note = () => {
      const at = Date.now();
      if (at - noted < noteEvery || actor.getSnapshot().hasTag('warning')) return;
      noted = at;
      send({ type: 'ACTIVITY', at });
      writeStored('lastActive', at);
    };
    const look = () => send({ type: 'LOOKED_AT', at: Date.now() });
    const stopListening = subscribeStored('lastActive', (origin) => {
      const at = readStored('lastActive');
      if (origin === 'elsewhere' && at !== null) send({ type: 'ACTIVITY', at, elsewhere: true });
    });
    for (const name of signsOfLife) window.addEventListener(name, note, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    note();
    return () => {
      stopListening();
      for (const name of signsOfLife) window.removeEventListener(name, note, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, [actor, send]);

  const stay = () => {
    const at = Date.now();
    send({ type: 'STAY', at });
    writeStored('lastActive', at);
  };
  return { warned: snapshot.hasTag('warning'), stay };
}

import { useEffect, useState } from 'react';
import type { MockControl, ScenarioState } from '@/mocks/control';
import type { ActorWatch } from '@/mocks/panel/actor-watch';
import type { Notes } from '@/mocks/world/notes';

/** Answers the function that stops it. */
export type Subscribe = (listener: () => void) => () => void;

/** What every tab of the control room works with. */
export interface PanelContext {
  readonly control: MockControl;
  readonly notes: Notes;
  /** The product's live actors. */
  readonly actors: ActorWatch;
  /** After each change of the data, here or in another tab. */
  readonly onDataChange: Subscribe;
  readonly onLogChange: Subscribe;
  /** After each change of overrides, chaos and latency. */
  readonly onScenarioChange: Subscribe;
}

/** A value that follows its source. Keep both functions stable. */
export function useLive<T>(read: () => T, subscribe: Subscribe): T {
  const [held, setHeld] = useState(() => ({ read, value: read() }));
  useEffect(() => {
    const refresh = () => setHeld({ read, value: read() });
    refresh();
    return subscribe(refresh);
  }, [read, subscribe]);
  // Another source shows itself at once, not only after the effect.
  return held.read === read ? held.value : read();
}

/** What was chosen about the answers, as it stands now. */
export const useScenario = ({ control, onScenarioChange }: PanelContext): ScenarioState =>
  useLive(control.scenario, onScenarioChange);

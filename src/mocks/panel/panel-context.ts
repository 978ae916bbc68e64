import { useEffect, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { MockControl, ScenarioState } from '@/mocks/control';
import type { Hosts } from '@/mocks/engine/handlers';
import type { ActorWatch } from '@/mocks/inspector/actor-watch';
import type { Notes } from '@/mocks/world/notes';

/** Returns an unsubscribe function. */
export type Subscribe = (listener: () => void) => () => void;

/** The data that every tab of the control room uses. */
export interface PanelContext {
  readonly control: MockControl;
  readonly notes: Notes;
  /** Where the product's calls go. */
  readonly hosts: Hosts;
  /** The product's live actors. */
  readonly actors: ActorWatch;
  /** Loads all machines of the product. */
  readonly loadMachines?: (() => Promise<Iterable<AnyStateMachine>>) | undefined;
  /** Called after each change of the data, in this or another tab. */
  readonly onDataChange: Subscribe;
  readonly onLogChange: Subscribe;
  /** Called after each change of overrides, chaos and latency. */
  readonly onScenarioChange: Subscribe;
}

/** A value that stays in sync with its source. Both functions must be stable. */
export function useLive<T>(read: () => T, subscribe: Subscribe): T {
  const [held, setHeld] = useState(() => ({ read, value: read() }));
  useEffect(() => {
    const refresh = () => setHeld({ read, value: read() });
    refresh();
    return subscribe(refresh);
  }, [read, subscribe]);
  // A new source is read at once, without waiting for the effect.
  return held.read === read ? held.value : read();
}

/** The current overrides, chaos and latency. */
export const useScenario = ({ control, onScenarioChange }: PanelContext): ScenarioState =>
  useLive(control.scenario, onScenarioChange);

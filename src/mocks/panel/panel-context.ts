import { type ComponentType, useEffect, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ScenarioState } from '@/mocks/control';
import type { PanelParts } from '@/mocks/hosts/browser';
import type { ActorWatch } from '@/mocks/inspector/actor-watch';
import type { PanelTabId } from './panel-layout';
import type { Recorder } from './report/recorder';

/** Returns an unsubscribe function. */
export type Subscribe = (listener: () => void) => () => void;

/** The data that every tab of the control room uses. */
export interface PanelContext extends PanelParts {
  /** The product's live actors. */
  readonly actors: ActorWatch;
  /** What the user did, for bug reports. */
  readonly recorder: Recorder;
  /** The scripted demos of the product; without it there is no such tab. */
  readonly StoriesTab?: ComponentType;
  /** Tabs that are not shown. */
  readonly withoutTabs?: readonly PanelTabId[];
  /** Loads all machines of the product. */
  readonly loadMachines?: (() => Promise<Iterable<AnyStateMachine>>) | undefined;
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

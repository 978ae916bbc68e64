import type { ScenarioState } from '@kitwell/mock-engine/control';
import type { PanelParts } from '@kitwell/mock-engine/hosts/browser';
import { type ComponentType, useEffect, useState } from 'react';
import type { PanelTabId } from './panel-layout';

/** Returns an unsubscribe function. */
export type Subscribe = (listener: () => void) => () => void;

/** The data that every tab of the control room uses. */
export interface PanelContext extends PanelParts {
  /** Has the product fetch again what it shows, after an edit of the data. Without it, a reload does. */
  readonly refreshScreens?: () => void;
  /** If the page has several mocks: their names, and how to show the control room of another one. */
  readonly mocks?: { readonly names: readonly string[]; readonly choose: (name: string) => void };
  /** Tabs that only some products have. */
  readonly tabs?: { readonly [Id in PanelTabId]?: ComponentType };
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

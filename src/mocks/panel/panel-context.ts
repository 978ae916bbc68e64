import type { MockControl, RoomControl, ScenarioState } from '@kitwell/mock-engine/control';
import type { PanelParts } from '@kitwell/mock-engine/hosts/browser';
import type { RoomProduct } from '@kitwell/mock-engine/hosts/remote-room';
import { type ComponentType, useEffect, useState } from 'react';
import type { PanelTabId } from './panel-layout';

/** Returns an unsubscribe function. */
export type Subscribe = (listener: () => void) => () => void;

/** The data that every tab of the control room uses: of a mock in this page (`PanelParts`), or of one over HTTP. */
export interface PanelContext extends Omit<PanelParts, 'mock' | 'control'> {
  readonly mock: RoomProduct;
  readonly control: RoomControl;
  /** Has the product fetch again what it shows, after an edit of the data. Without it, a reload does. */
  readonly refreshScreens?: () => void;
  /** If the page has several mocks: their names, and how to show the control room of another one. */
  readonly mocks?: { readonly names: readonly string[]; readonly choose: (name: string) => void };
  /** Tabs that only some products have. */
  readonly tabs?: { readonly [Id in PanelTabId]?: ComponentType };
  /** Shows the page's machines in an element; stable. Without it there is no tab for them. Returns a function that removes them. */
  readonly mountMachines?: ((element: Element) => (() => void) | Promise<() => void>) | undefined;
}

/** Of a mock in this page, which also signs in and makes capsules. */
export interface InPageContext extends PanelContext {
  readonly control: RoomControl & Pick<MockControl, 'as' | 'capsules' | 'restore'>;
}

export const isInPage = (context: PanelContext): context is InPageContext => 'as' in context.control;

/** When the product shows a change of the data. */
export function whereSeen(context: PanelContext): string {
  if (context.refreshScreens) return 'The pages follow.';
  return isInPage(context) ? 'Reload the page to see it there.' : 'The next call sees it.';
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

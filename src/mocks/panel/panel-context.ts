import type { MockControl } from '@/mocks/control';
import type { ActorWatch } from '@/mocks/panel/machines/actor-watch';
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

import type { MockControl } from '@/mocks/control';
import type { Notes } from '@/mocks/world/notes';

/** What every tab of the control room works with. */
export interface PanelContext {
  readonly control: MockControl;
  readonly notes: Notes;
  /** After each change of the data, here or in another tab. Answers the function that stops it. */
  readonly onDataChange: (listener: () => void) => () => void;
  readonly onLogChange: (listener: () => void) => () => void;
}

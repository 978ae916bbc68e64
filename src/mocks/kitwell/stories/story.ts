import type { DashboardSection } from '@/contract/constants';
import type { Contract, OperationName } from '@/contract/contract';
import type { DemoRole } from '@/mocks/kitwell/seeds/demo-accounts';
import type { PresetName } from '@/mocks/kitwell/seeds/seed-choice';
import type { MockTables, mailKinds } from '@/mocks/kitwell/tables';

/** A part of a page as its users would name it. If several match, the first visible one counts. */
export interface Subject {
  /** An ARIA role. */
  readonly role: string;
  /** The whole accessible name. */
  readonly name?: string;
  /** A text that it contains. */
  readonly text?: string;
  readonly within?: Subject;
}

/** What the presenter's user does on the page. */
export type Act =
  | { readonly press: Subject }
  | { readonly type: string; readonly into: Subject }
  /** Chooses an option of a list by its label. */
  | { readonly choose: string; readonly from: Subject }
  /** Uploads a file of this build with the button that opens the file dialog. */
  | { readonly upload: string; readonly by: Subject };

/** What changes in the mock's world without the user. */
export type Change =
  /** Chooses how a call is answered, `times` times or from now on. */
  | { readonly set: Contract[OperationName]['operation']; readonly branch: string; readonly times?: number }
  /** Takes the chosen answers of a call back. */
  | { readonly clear: Contract[OperationName]['operation'] }
  /** Moves the clock forward. */
  | { readonly days: number }
  | { readonly remove: keyof MockTables & string; readonly id: string };

/** A page that is loaded; by default the dashboard. */
export interface StoryPage {
  /** Signs in as this demo account. */
  readonly as?: DemoRole;
  readonly section?: DashboardSection;
  /** The link in the newest mail of this kind. */
  readonly linkOf?: (typeof mailKinds)[number];
  /** Opens the mailbox of the control room beside the page. */
  readonly mailbox?: true;
}

/** One caption, and what leads to what it is about: first `change`, then `open`, then `act`. */
export interface StoryStep {
  readonly caption: string;
  readonly change?: readonly Change[];
  readonly open?: StoryPage;
  readonly act?: readonly Act[];
  /** What must be gone, where `show` is there before the step is done as well. */
  readonly gone?: Subject;
  /** The caption is about this part of the page. */
  readonly show: Subject;
  /** What stays bright around it; by default only `show` does. */
  readonly spotlight?: Subject;
}

/** A scripted demo. It starts from fresh data of a preset, seed 1 and `storyStart`, with the clock stopped. */
export interface Story {
  /** In links: `mock.story`. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** What the audience has seen, listed at its end. */
  readonly shown: readonly string[];
  readonly preset: PresetName;
  /** The first one signs in. */
  readonly steps: readonly [
    StoryStep & { readonly open: StoryPage & { readonly as: DemoRole } },
    ...StoryStep[],
  ];
}

/** A Monday morning at which every story starts, so that it looks the same on any day. */
export const storyStart = '2026-03-02T09:00:00Z';

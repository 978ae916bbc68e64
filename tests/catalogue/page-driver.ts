import type { UserEvent } from '@testing-library/user-event';
import type { renderApp } from '@tests/support/app';
import type { MockServer } from '@/mocks/node';
import type { CatalogueOperation } from './catalogue';

/** A screen of the product in front of its user. */
export interface Stage {
  readonly server: MockServer;
  readonly user: UserEvent;
  readonly router: ReturnType<typeof renderApp>['router'];
}

/** How a user makes one operation's call on the product's real screen. */
export interface PageDriver {
  /** `demo` where absent. */
  readonly preset?: 'new-clinic';
  /** Brings the screen to where the user is about to make the call. */
  open(server: MockServer): Promise<Stage>;
  /** Opening the screen makes the first call already. */
  readonly callsOnOpen?: true;
  /** What the user does for the call, at first and for each further try. */
  call(stage: Stage): Promise<void>;
  /** After a failed call: nothing of what the user typed is lost. */
  kept?(stage: Stage): Promise<void> | void;
  /** After a good answer: the user has what they wanted. */
  done(stage: Stage): Promise<void> | void;
  /** Where the words in the page stand; the page's alerts where absent. */
  places?(): Element[];
  /** Words of other calls that go before or follow by themselves; they have rows of their own. */
  readonly others?: readonly string[];
}

/** Drivers of a part of the product. */
export type PageDrivers = Readonly<Partial<Record<CatalogueOperation, PageDriver>>>;

import type { UserEvent } from '@testing-library/user-event';
import type { renderApp } from '@tests/support/app';
import type { MockServer } from '@/mocks/node';

export interface Stage {
  readonly server: MockServer;
  readonly user: UserEvent;
  readonly router: ReturnType<typeof renderApp>['router'];
}

/** How a user makes an operation's call on the product's real screen. */
export interface PageDriver {
  /** Default: `demo`. */
  readonly preset?: 'new-clinic';
  /** Brings the screen to the point just before the call. */
  open(server: MockServer): Promise<Stage>;
  /** Opening the screen makes the first call. */
  readonly callsOnOpen?: true;
  /** Triggers the call, for the first attempt and each retry. */
  call(stage: Stage): Promise<void>;
  /** After a failed call: checks that the user's input is still there. */
  inputStays?(stage: Stage): Promise<void> | void;
  /** After a successful call: checks that the user has the result. */
  done(stage: Stage): Promise<void> | void;
  /** The elements that contain the page's messages. Default: its alerts. */
  elements?(): Element[];
  /** Messages of automatic calls before or after this one, which have rows of their own. */
  readonly others?: readonly string[];
}

import type { PageDriver } from './page-driver';

/** The messages for one branch of an operation: each is seen in one place. */
export interface ExpectedMessage {
  /** The text of the toast; null: no toast. */
  readonly toast: string | null;
  /** The text in the page; null: none. */
  readonly inPage: string | null;
  /** The heading of the page, where §2 specifies one for this branch. */
  readonly title?: string;
  /** The specification has no text for it: the page shows its own. */
  readonly isOurs?: true;
  /** The page may show additional lines. */
  readonly mayAddLines?: true;
  /** The response was lost, but the page finds that the server has stored the data. */
  readonly isDone?: true;
}

/** One operation, written by hand from the specification. */
export interface Entry {
  /** Whether the call sends the stored token (§7). */
  readonly auth: 'auth' | 'auth if any' | 'none';
  /** Its success status (§7). */
  readonly status: number;
  /** The keys of the body or query (§3, §7); the variants of a body are separated by ` | `. */
  readonly sends: string;
  /** The position of its toasts (§9). */
  readonly toasts: 'top-right' | 'top-center';
  /** A row for each of its branches (§8). */
  readonly rows: Readonly<Record<string, ExpectedMessage>>;
  /** The user's steps on the real screen. */
  readonly driver: PageDriver;
}

/** The operations of one part of the product, by method and path. */
export type Area = Readonly<Record<string, Entry>>;

/** A success, a call without a place of its own, or the end of the session. */
export const toast = (text: string): ExpectedMessage => ({ toast: text, inPage: null });

/** An error, where its form, dialog or section is on the screen. */
export const inPage = (text: string): ExpectedMessage => ({ toast: null, inPage: text });

/** The page's own text where §8 has none. */
export const ours = (text: string): ExpectedMessage => ({ ...inPage(text), isOurs: true });

/** Nothing is shown; a failure is only logged. */
export const silent: ExpectedMessage = { toast: null, inPage: null };

/**
 * A write without a response: the client can't know whether it was processed (`ok.lost`) or not, so the message is the
 * same. The page may add that the outcome is unknown, and what the server has now.
 */
export const unanswered = (expected: ExpectedMessage) => {
  const row: ExpectedMessage = { ...expected, mayAddLines: true };
  return { 'ok.lost': row, network: row, timeout: row };
};

/** Like `unanswered`, for a screen that then fetches the server's data and finds what was sent. */
export const unansweredOrDone = (expected: ExpectedMessage, success: string) => ({
  ...unanswered(expected),
  'ok.lost': { ...toast(success), isDone: true } satisfies ExpectedMessage,
});

/**
 * A list or record that can't be loaded: only logged, and the page offers a retry.
 *
 * @param errors the statuses of its error responses; only one role may load most of them
 */
export const notLoaded = (text: string, errors = ['400', '401', '403', '500']) => ({
  ok: silent,
  ...Object.fromEntries(errors.map((status) => [status, status === '401' ? silent : ours(text)])),
  'wrong-2xx': ours(text),
  malformed: ours(text),
  network: ours(text),
  timeout: ours(text),
});

/** The messages for one branch of an operation. */
export interface ExpectedMessage {
  /** The text of the toast; null: no toast. */
  readonly toast: string | null;
  /** The text in the page; null: none. */
  readonly inPage: string | null;
  /** The page may show additional lines. */
  readonly mayAddLines?: true;
  /** The response was lost, but the server has stored the data: this toast follows. */
  readonly foundDone?: string;
}

/** One operation: the position of its toasts (SPEC §9) and a row for each of its branches. */
export interface Entry {
  readonly toasts: 'top-right' | 'top-center';
  readonly rows: Readonly<Record<string, ExpectedMessage>>;
}

/** The same text as toast and in the page. */
export const both = (text: string): ExpectedMessage => ({ toast: text, inPage: text });

export const toast = (text: string): ExpectedMessage => ({ toast: text, inPage: null });

/** SPEC specifies no message, so no toast may appear; the page shows its own text for the missing data. */
export const inPage = (text: string): ExpectedMessage => ({ toast: null, inPage: text });

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
export const unansweredOrFound = (expected: ExpectedMessage, success: string) => ({
  ...unanswered(expected),
  'ok.lost': { ...expected, inPage: null, mayAddLines: true, foundDone: success } satisfies ExpectedMessage,
});

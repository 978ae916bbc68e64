/** What the user is told when a call ends in one of its branches. */
export interface ExpectedMessage {
  /** The words of the toast; null: no toast at all. */
  readonly toast: string | null;
  /** The words that stand in the page; null: nothing does. */
  readonly inPlace: string | null;
  /** Further lines may appear in the page. */
  readonly mayAddLines?: true;
  /** The answer was lost, and the server turned out to have what was sent: this toast follows. */
  readonly foundDone?: string;
}

/** One operation: where its toasts stand (SPEC §9), and a row for each of its branches. */
export interface Entry {
  readonly toasts: 'top-right' | 'top-center';
  readonly rows: Readonly<Record<string, ExpectedMessage>>;
}

/** The same words pop up and stand in the page. */
export const both = (words: string): ExpectedMessage => ({ toast: words, inPlace: words });

/** A toast and nothing else. */
export const toast = (words: string): ExpectedMessage => ({ toast: words, inPlace: null });

/** SPEC shows nothing, so no toast may appear; the page itself says in its own words that something is missing. */
export const inPlace = (words: string): ExpectedMessage => ({ toast: null, inPlace: words });

/** Nothing is shown; a failure is only logged. */
export const silent: ExpectedMessage = { toast: null, inPlace: null };

/**
 * A write that got no answer: the caller can't know whether it was processed (`ok.lost`) or not, so the message is the
 * same. The page may add that the outcome is unknown, and what the server has now.
 */
export const unanswered = (told: ExpectedMessage) => {
  const row: ExpectedMessage = { ...told, mayAddLines: true };
  return { 'ok.lost': row, network: row, timeout: row };
};

/** As `unanswered`, where the screen reads the server's data afterwards and finds there what was sent. */
export const unansweredOrFound = (told: ExpectedMessage, success: string) => ({
  ...unanswered(told),
  'ok.lost': { ...told, inPlace: null, mayAddLines: true, foundDone: success } satisfies ExpectedMessage,
});

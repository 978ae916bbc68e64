/**
 * What a user is told about one outcome of one call (SPEC §8). The words in the contracts are the catalogue's, byte for
 * byte: never reworded; a translation may only stand beside them.
 *
 * - `text`: always these words.
 * - `server`: the server's own message, or the fallback where it sent none.
 * - `match`: fixed words chosen by what the server's message mentions.
 * - `silent`: nothing is shown; the failure is only logged, or the screen itself says it.
 */
export type Notice =
  | { readonly kind: 'text'; readonly text: string; readonly place: Place }
  | { readonly kind: 'server'; readonly fallback: string; readonly place: Place }
  | {
      readonly kind: 'match';
      readonly cases: readonly MatchCase[];
      readonly otherwise: string;
      readonly place: Place;
    }
  | { readonly kind: 'silent' };

/** `toast` pops up; `page` is left to the screen that made the call. */
type Place = 'toast' | 'page';

export interface MatchCase {
  readonly mentions: RegExp;
  readonly text: string;
}

/** Always the same words. */
export const text = (words: string, place: Place = 'toast'): Notice => ({ kind: 'text', text: words, place });

/** The server's message, else `fallback`. */
export const serverMessage = (fallback: string, place: Place = 'toast'): Notice => ({
  kind: 'server',
  fallback,
  place,
});

/** The words of the first case that the server's message mentions, else `otherwise`. */
export const matchMessage = (
  cases: readonly MatchCase[],
  otherwise: string,
  place: Place = 'toast',
): Notice => ({
  kind: 'match',
  cases,
  otherwise,
  place,
});

/** Nothing is shown. */
export const silent: Notice = { kind: 'silent' };

/**
 * The words to show for a notice.
 *
 * @param notice what the contract says about the outcome
 * @param message the server's own message, if the answer carried one
 * @returns the words, or `null` where the contract asks for silence
 */
export function wordsOf(notice: Notice, message: string | null): string | null {
  switch (notice.kind) {
    case 'text':
      return notice.text;
    case 'server':
      return message?.trim() ? message : notice.fallback;
    case 'match':
      return (
        notice.cases.find(({ mentions }) => message !== null && mentions.test(message))?.text ??
        notice.otherwise
      );
    case 'silent':
      return null;
  }
}

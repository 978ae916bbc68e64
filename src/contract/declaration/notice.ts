/**
 * What the user sees for one outcome of one call.
 *
 * - `text`: always this text.
 * - `server`: the server's own message, or the fallback if it sent none.
 * - `match`: a fixed text, chosen by what the server's message mentions.
 * - `silent`: no notice; the failure is only logged, or the screen shows it.
 */
export type Notice =
  | { readonly kind: 'text'; readonly text: string; readonly placement: Placement }
  | { readonly kind: 'server'; readonly fallback: string; readonly placement: Placement }
  | {
      readonly kind: 'match';
      readonly cases: readonly MatchCase[];
      readonly otherwise: string;
      readonly placement: Placement;
    }
  | { readonly kind: 'silent' };

/** `toast`: shown as a toast. `page`: shown by the screen that made the call. */
type Placement = 'toast' | 'page';

export interface MatchCase {
  readonly mentions: RegExp;
  readonly text: string;
}

/** Always the same text. */
export const text = (content: string, placement: Placement = 'toast'): Notice => ({
  kind: 'text',
  text: content,
  placement,
});

/** The server's message, or `fallback` if it sent none. */
export const serverMessage = (fallback: string, placement: Placement = 'toast'): Notice => ({
  kind: 'server',
  fallback,
  placement,
});

/** The text of the first case that the server's message mentions, or `otherwise`. */
export const matchMessage = (
  cases: readonly MatchCase[],
  otherwise: string,
  placement: Placement = 'toast',
): Notice => ({
  kind: 'match',
  cases,
  otherwise,
  placement,
});

/** Nothing is shown. */
export const silent: Notice = { kind: 'silent' };

/**
 * Returns the text to show for a notice.
 *
 * @param notice what the contract declares for the outcome
 * @param message the server's own message, if the response has one
 * @returns the text, or `null` for a silent notice
 */
export function textOf(notice: Notice, message: string | null): string | null {
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

/** Code that stands in a file of its own. */
export interface CodeSource<Part> {
  /** The code, if it is here already. */
  readonly fetched: () => Part | undefined;
  /** Gives the code. Rejects where it can't be had now; the next call asks again. */
  readonly fetch: () => Promise<Part>;
  /** Fetches it ahead. What can't be fetched now is asked for again when it is needed. */
  readonly prefetch: () => void;
}

/**
 * Keeps what `load` brings, so that it is there at once from then on, and the same for all who ask. React's own `lazy`
 * keeps a failure as well, and shows its fallback for a moment even where the code is here.
 */
export function codeSource<Part>(load: () => Promise<Part>): CodeSource<Part> {
  let fetched: Part | undefined;
  let fetching: Promise<Part> | undefined;
  const fetch = () => {
    fetching ??= load().then(
      (part) => {
        fetched = part;
        return part;
      },
      (error: unknown) => {
        fetching = undefined;
        throw error;
      },
    );
    return fetching;
  };
  return { fetched: () => fetched, fetch, prefetch: () => void fetch().catch(() => undefined) };
}

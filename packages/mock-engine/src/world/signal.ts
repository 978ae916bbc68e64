/** Notifies listeners of a change; they read the new value themselves. */
export interface Signal {
  /** Returns an unsubscribe function. */
  readonly onChange: (listener: () => void) => () => void;
  readonly notify: () => void;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify() {
      for (const listener of [...listeners]) listener();
    },
  };
}

const USUAL_TIMEOUT = 5000;
const LONGEST_TIMEOUT = 60_000;

interface Wait<A> {
  /** Called at once and after each change; undefined while there is no result. */
  readonly find: () => A | undefined;
  readonly onChange: Signal['onChange'];
  /** In milliseconds; defaults to 5,000. */
  readonly timeout?: number | undefined;
  /** Stops waiting. */
  readonly signal?: AbortSignal | undefined;
  /** The message on timeout. */
  readonly failure: (timeout: number) => string;
}

/**
 * Resolves to what `find` returns, once that is not undefined.
 *
 * @throws Error on timeout, and for a timeout outside 0 to 60,000 ms
 */
export async function waitUntil<A>({
  find,
  onChange,
  timeout = USUAL_TIMEOUT,
  signal,
  failure,
}: Wait<A>): Promise<A> {
  if (!(timeout >= 0 && timeout <= LONGEST_TIMEOUT)) {
    throw new Error(`timeout must lie within 0 and ${LONGEST_TIMEOUT} ms, not ${timeout}.`);
  }
  const here = find();
  if (here !== undefined) return here;
  return new Promise((resolve, reject) => {
    const stopListening = onChange(() => {
      const result = find();
      if (result !== undefined) end(() => resolve(result));
    });
    const giveUp = () => end(() => reject(new Error(failure(timeout))));
    const timer = setTimeout(giveUp, timeout);
    signal?.addEventListener('abort', giveUp);
    function end(settle: () => void) {
      clearTimeout(timer);
      stopListening();
      signal?.removeEventListener('abort', giveUp);
      settle();
    }
  });
}

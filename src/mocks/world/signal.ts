/** Tells listeners that something changed; what it is now, they ask for. */
export interface Signal {
  /** Answers the function that stops it. */
  readonly onChange: (listener: () => void) => () => void;
  readonly tell: () => void;
}

/** A signal without listeners. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell() {
      for (const listener of [...listeners]) listener();
    },
  };
}

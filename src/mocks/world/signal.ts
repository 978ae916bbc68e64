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

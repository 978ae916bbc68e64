/** Calls the listeners of a change. They read the new value themselves, unless it comes with the call. */
export interface Signal<Value = void> {
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: (value: Value) => void) => () => void;
  readonly notify: (value: Value) => void;
  readonly hasListeners: () => boolean;
}

/** Creates a signal without listeners. */
export function createSignal<Value = void>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(value) {
      for (const listener of listeners) listener(value);
    },
    hasListeners: () => listeners.size > 0,
  };
}

/** Things a person at the page should know about the mock itself: data replaced, storage refused, a wrong parameter. */
export interface Notes {
  readonly add: (text: string) => void;
  /** The same array until something is added. */
  readonly list: () => readonly string[];
  /** Answers the function that stops it. */
  readonly onChange: (listener: () => void) => () => void;
}

/** An empty list of notes. */
export function createNotes(): Notes {
  let notes: readonly string[] = [];
  const listeners = new Set<() => void>();
  return {
    add(text) {
      notes = [...notes, text];
      for (const listener of listeners) listener();
    },
    list: () => notes,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

import { createSignal } from '@/mocks/world/signal';

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
  const { tell, onChange } = createSignal();
  return {
    add(text) {
      notes = [...notes, text];
      tell();
    },
    list: () => notes,
    onChange,
  };
}

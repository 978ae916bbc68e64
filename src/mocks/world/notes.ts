import { createSignal } from '@/mocks/world/signal';

interface NoteOptions {
  /** A few words for the badge, as long as the page lasts. */
  readonly badge?: string;
  /** Whether to show it at once, wherever the user is in the product. */
  readonly isNews?: boolean;
}

interface Note extends NoteOptions {
  readonly id: number;
  readonly text: string;
}

/** Things a person at the page should know about the mock itself: data replaced, storage refused, a wrong parameter. */
export interface Notes {
  readonly add: (text: string, options?: NoteOptions) => void;
  /** Each text once, the newest last. The same array until something is added. */
  readonly list: () => readonly Note[];
  /** Answers the function that stops it. */
  readonly onChange: (listener: () => void) => () => void;
}

/** An empty list of notes. */
export function createNotes(): Notes {
  let notes: readonly Note[] = [];
  let added = 0;
  const { tell, onChange } = createSignal();
  return {
    add(text, options = {}) {
      added += 1;
      notes = [...notes.filter((note) => note.text !== text), { ...options, id: added, text }];
      tell();
    },
    list: () => notes,
    onChange,
  };
}

import { createSignal } from './signal';

interface NoteOptions {
  /** A short text for the badge, shown until the page is left. */
  readonly badge?: string;
  /** A text to show at once as a toast. */
  readonly news?: string;
  /** A button beside the text. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

interface Note extends NoteOptions {
  readonly id: number;
  readonly text: string;
}

/** Messages about the mock itself for the user: data replaced, storage denied, an invalid parameter. */
export interface Notes {
  readonly add: (text: string, options?: NoteOptions) => void;
  /** Each text once, newest last. The array keeps its identity until a note is added. */
  readonly list: () => readonly Note[];
  /** Returns an unsubscribe function. */
  readonly onChange: (listener: () => void) => () => void;
}

export function createNotes(): Notes {
  let notes: readonly Note[] = [];
  let added = 0;
  const { notify, onChange } = createSignal();
  return {
    add(text, options) {
      added += 1;
      notes = [...notes.filter((note) => note.text !== text), { ...options, id: added, text }];
      notify();
    },
    list: () => notes,
    onChange,
  };
}

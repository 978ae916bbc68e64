import { createSignal, type Signal } from '@kitwell/mock-engine/world/signal';

interface Draft {
  readonly note: string;
  /** How often the user asked for it. */
  readonly asked: number;
  /** The button that asked for it. */
  readonly opener: HTMLElement;
}

/** The bug report that is being written, or null. It is kept while the control room is closed. */
export interface ReportDraft {
  get(): Draft | null;
  ask(opener: HTMLElement): void;
  write(note: string): void;
  end(): void;
  readonly onChange: Signal['onChange'];
}

export function createReportDraft(): ReportDraft {
  let draft: Draft | null = null;
  const { notify, onChange } = createSignal();
  function set(next: Draft | null) {
    draft = next;
    notify();
  }
  return {
    get: () => draft,
    ask: (opener) => set({ note: draft?.note ?? '', asked: (draft?.asked ?? 0) + 1, opener }),
    write: (note) => set(draft && { ...draft, note }),
    end: () => set(null),
    onChange,
  };
}

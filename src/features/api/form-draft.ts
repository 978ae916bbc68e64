import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { isBlank } from '@/contract';
import { formDraftKey, formDraftsOf } from '@/contract/storage-keys';
import { readStored, writeStored } from '@/lib/storage';
import { announce } from '@/ui/feedback/announce';
import { useErrorSummary } from '@/ui/form/form-errors';
import { appPortOf, sessionScoped } from './app-port';
import { useApiStore } from './operation-actor';
import type { Store } from './store';

// Ours: free to reword.
const strings = {
  changedElsewhere: (text: string) =>
    isBlank(text) ? 'Changed elsewhere: now blank.' : `Changed elsewhere: now “${text}”.`,
  announcement: 'A field that you changed was also changed elsewhere.',
} as const;

type Texts = Readonly<Record<string, string>>;

/** The unsaved input in a field, and the value that the server had when the user changed it. */
interface Change {
  readonly text: string;
  readonly base: string;
}

/** A form's saved values and its unsaved input, also while the form is closed and after a reload. */
export class FormDraft {
  /** As fetched last. */
  #fetched: Texts = {};
  /** The values that the server has: those fetched last, or those saved since. */
  #saved: Texts = {};
  readonly #changes: Map<string, Change>;
  readonly #listeners = new Set<() => void>();
  #conflicts: Texts = {};
  #hasSaved = false;
  #isDiscarded = false;
  /** The unsaved input as stored last. A form that renders while its user logs out must not store it again. */
  #stored: string;

  /** @param key identifies the account and the form in the storage */
  constructor(private readonly key: string) {
    this.#changes = new Map(Object.entries(readStored('formDrafts')[key] ?? {}));
    this.#stored = JSON.stringify([...this.#changes]);
  }

  /** Whether the form was saved since it was first opened. */
  get hasSaved(): boolean {
    return this.#hasSaved;
  }

  /** Whether there is unsaved input. */
  get isChanged(): boolean {
    return this.#changes.size > 0;
  }

  /** The unsaved input in a field; undefined if there is none. */
  typed(field: string): string | undefined {
    return this.#changes.get(field)?.text;
  }

  /** The value that the server has in a field. */
  saved(field: string): string {
    return this.#saved[field] ?? '';
  }

  /** The saved values, overridden by the unsaved input. */
  get values(): Texts {
    const typed = [...this.#changes].map(([field, { text }]) => [field, text]);
    return { ...this.#saved, ...Object.fromEntries(typed) };
  }

  /** The saved values of the fields that were changed both here and elsewhere; the same object until they change. */
  readonly conflicts = (): Texts => this.#conflicts;

  /** The listener is called when the unsaved input or the saved values may have changed. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Takes over the server's values.
   *
   * @returns those that are new in fields without unsaved input
   */
  takeOver(fetched: Texts): Texts {
    if (isSame(fetched, this.#fetched)) return {};
    const saved = this.#saved;
    this.#fetched = fetched;
    this.#saved = fetched;
    for (const [field, { text }] of this.#changes)
      if (isSameText(text, this.saved(field))) this.#changes.delete(field);
    this.#compare();
    return Object.fromEntries(
      Object.entries(fetched).filter(([field, text]) => text !== saved[field] && !this.#changes.has(field)),
    );
  }

  /** Stores the form's values: those that differ from the saved ones are unsaved input. */
  keep(values: Texts): void {
    if (this.#isDiscarded) return;
    for (const [field, text] of Object.entries(values)) {
      const change = this.#changes.get(field);
      if (text === change?.text) continue;
      const saved = this.saved(field);
      if (isSameText(text, saved)) this.#changes.delete(field);
      else this.#changes.set(field, { text, base: change?.base ?? saved });
    }
    this.#compare();
  }

  /** Counts all values as unsaved input, also those that the user left as they were. */
  claim(values: Texts): void {
    for (const [field, text] of Object.entries(values))
      if (!this.#changes.has(field)) this.#changes.set(field, { text, base: this.saved(field) });
  }

  /** The server has these values now; what was typed since they were sent stays unsaved. */
  save(sent: Texts): void {
    this.#hasSaved = true;
    this.#saved = sent;
    for (const [field, { text }] of this.#changes) {
      const base = sent[field] ?? '';
      if (isSameText(text, base)) this.#changes.delete(field);
      else this.#changes.set(field, { text, base });
    }
    this.#compare();
  }

  /** Drops the unsaved input for good: a form that still renders must not store it again. */
  discard(): void {
    this.#isDiscarded = true;
    this.#changes.clear();
    this.#compare();
  }

  #store(): void {
    const changes = JSON.stringify([...this.#changes]);
    if (changes === this.#stored) return;
    this.#stored = changes;
    const { [this.key]: _, ...others } = readStored('formDrafts');
    const own = this.#changes.size > 0 ? { [this.key]: Object.fromEntries(this.#changes) } : {};
    writeStored('formDrafts', { ...others, ...own });
  }

  #compare(): void {
    this.#store();
    const conflicts: Record<string, string> = {};
    for (const [field, { text, base }] of this.#changes) {
      const saved = this.saved(field);
      if (![text, base].some((known) => isSameText(known, saved))) conflicts[field] = saved;
    }
    if (!isSame(conflicts, this.#conflicts)) this.#conflicts = conflicts;
    for (const listener of this.#listeners) listener();
  }
}

const isSame = (some: Texts, others: Texts): boolean =>
  Object.keys({ ...some, ...others }).every((field) => some[field] === others[field]);

/** A server may remove the spaces around what a form has sent. */
const isSameText = (one: string, other: string): boolean => trimLines(one) === trimLines(other);

const trimLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');

/** Drafts by form, only for the account that typed them. */
const draftsOf = sessionScoped(() => new Map<string, FormDraft>());

/** Returns the draft of a form of the signed-in account; it is read from the storage at first. */
export function draftOf(store: Store, name: string): FormDraft {
  const drafts = draftsOf(store);
  const draft = drafts.get(name) ?? new FormDraft(formDraftKey(appPortOf(store).account(), name));
  drafts.set(name, draft);
  return draft;
}

/** Drops the unsaved input of a form, which starts with the saved values when it is opened again. */
export function discardDraft(store: Store, name: string): void {
  draftOf(store, name).discard();
  draftsOf(store).delete(name);
}

/** Returns the names of the signed-in account's forms with stored input. */
export function storedDraftNames(store: Store): string[] {
  const account = appPortOf(store).account();
  const before = formDraftKey(account, '').length;
  return Object.keys(formDraftsOf(readStored('formDrafts'), account)).map((key) => key.slice(before));
}

/** The fields of a draft, if they are not those of its form: several fields of a form may be one text, line by line. */
interface DraftFields<Values> {
  toTexts(values: Values): Texts;
  toValues(texts: Texts): Texts;
}

const noDraft = { conflicts: (): Texts => noTexts, subscribe: () => () => undefined };
const noTexts: Texts = {};

/** Whether a draft has unsaved input; the component renders again when that changes. */
export const useIsChanged = (draft: FormDraft | null): boolean =>
  useSyncExternalStore((draft ?? noDraft).subscribe, () => draft?.isChanged === true);

/**
 * Stores a form's unsaved input in a draft. When the saved values change, as in another tab, fields without unsaved input
 * take them over; the others keep the input.
 *
 * @param draft null while the form is closed
 * @param saved the values as fetched last; null if they are not known
 * @param isSending the form's values are being sent: until that has ended, it does not take over fetched ones, which the
 *   server may have had before or after them
 * @param fields its functions must be stable
 * @returns a function that describes what the server has now in a field that was changed both here and elsewhere; its
 *   `toLabel` returns the text to show for a value
 */
export function useDraft<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'subscribe' | 'setValue' | 'getValues' | 'getFieldState'>,
  draft: FormDraft | null,
  saved: Texts | null,
  isSending: boolean,
  { toTexts, toValues }: DraftFields<Values>,
) {
  const { subscribe, setValue, getValues, getFieldState } = form;
  const { subscribe: onConflicts, conflicts: readConflicts } = draft ?? noDraft;
  const conflicts = useSyncExternalStore(onConflicts, readConflicts);
  const announced = useRef(noTexts);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft?.keep(toTexts(values)) }),
    [subscribe, draft, toTexts],
  );
  // Not react-hook-form's `values` with `keepDirtyValues`: its fields stay dirty after they were saved.
  useEffect(() => {
    if (isSending || draft === null || saved === null) return;
    // The user may have gone back to the earlier value while another one was being saved.
    draft.keep(toTexts(getValues()));
    for (const [field, text] of Object.entries(toValues(draft.takeOver(saved)))) {
      const path = field as Path<Values>;
      setValue(path, text as PathValue<Values, Path<Values>>, {
        shouldValidate: getFieldState(path).invalid,
      });
    }
    const isNew = ([field, text]: [string, string]) => text !== announced.current[field];
    if (Object.entries(draft.conflicts()).some(isNew)) announce(strings.announcement);
    announced.current = draft.conflicts();
  });
  return (field: string, toLabel = (value: string) => value): string | undefined => {
    const value = conflicts[field];
    return value === undefined ? undefined : strings.changedElsewhere(toLabel(value));
  };
}

const sameFields: DraftFields<Texts> = { toTexts: (values) => values, toValues: (texts) => texts };

/**
 * A form of saved values, with an error summary. It keeps its unsaved input until the account is signed out, also while
 * another section is open and when the page is reloaded; the session keeps it longer if it ends without Logout. `useDraft`
 * describes what it does with new saved values, and `noteOf`.
 *
 * @param name identifies the form
 * @param resolver validates the values; must be stable
 * @param saved the values as fetched last
 */
export function useDraftForm<Values extends Texts>(
  name: string,
  resolver: Resolver<Values, unknown, Values>,
  saved: Values,
  isSending: boolean,
) {
  const store = useApiStore();
  const [draft] = useState(() => {
    const found = draftOf(store, name);
    if (!isSending) found.takeOver(saved);
    return found;
  });
  const form = useForm<Values, unknown, Values>({
    resolver,
    shouldFocusError: false,
    // All values are given, but TypeScript can't prove that for a type parameter.
    defaultValues: draft.values as DefaultValues<Values>,
  });
  const noteOf: (field: keyof Values & string, toLabel?: (value: string) => string) => string | undefined =
    useDraft<Values>(form, draft, saved, isSending, sameFields);
  return { form, ...useErrorSummary(form.formState.submitCount), draft, noteOf };
}

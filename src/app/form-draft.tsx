import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { isSameText, mergeRecord, type Texts } from '@/domain/merge-record';
import { formDraftKey, formDraftsOf } from '@/domain/storage-keys';
import { type Address, type AddressFieldName, addressFieldNames, addressLine } from '@/lib/address/address';
import { createSignal } from '@/lib/signal';
import { readStored, writeStored } from '@/lib/storage';
import { announce } from '@/ui/feedback/announce';
import { useErrorSummary } from '@/ui/form/form-errors';
import { focusQuestion, MergeQuestion } from '@/ui/form/merge-question';
import { appPortOf, sessionScoped } from './app-port';
import { useApiStore } from './operation-actor';
import type { Store } from './store';

// Ours: free to reword.
const strings = {
  announcement: 'A field that you changed was also changed elsewhere.',
} as const;

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
  readonly #changed = createSignal();
  readonly #taken = createSignal<Texts>();
  /** The input of each submit since the last save that the server has confirmed: it may have any of these. */
  #sent: Texts[] = [];
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

  /** The saved values that the user's input started from; without those of fields that count as input as they are. */
  get base(): Partial<Texts> {
    const base = { ...this.#saved };
    for (const [field, change] of this.#changes)
      if (isSameText(change.text, change.base)) delete base[field];
      else base[field] = change.base;
    return base;
  }

  /** The saved values, overridden by the unsaved input. */
  get values(): Texts {
    return { ...this.#saved, ...this.#typed };
  }

  get #typed(): Texts {
    return Object.fromEntries([...this.#changes].map(([field, { text }]) => [field, text]));
  }

  /** The saved values of the fields that were changed both here and elsewhere; the same object until they change. */
  readonly conflicts = (): Texts => this.#conflicts;

  /** The listener is called when the unsaved input or the saved values may have changed. */
  readonly subscribe = this.#changed.subscribe;

  /** Connects the mounted form: `show` is called with the saved values that are new in fields without unsaved input. */
  readonly connect = this.#taken.subscribe;

  /** The form's values are submitted. Returns those that the user's edits started from (see `mergeRecord`). */
  submit(): Partial<Texts> {
    this.#sent.push(this.#typed);
    return this.base;
  }

  /** Takes over the server's values in fields without unsaved input. */
  takeOver(fetched: Texts): void {
    if (isSame(fetched, this.#fetched)) return;
    this.#fetched = fetched;
    this.#startFrom(fetched);
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

  /** Keeps the input in a field that was also changed elsewhere: it replaces what the server has now. */
  keepMine(field: string): void {
    const change = this.#changes.get(field);
    if (change !== undefined) this.#changes.set(field, { ...change, base: this.saved(field) });
    this.#compare();
  }

  /** The server has these values now; what was typed since they were sent stays unsaved. */
  save(merged: Texts): void {
    this.#hasSaved = true;
    this.#startFrom(merged);
    this.#sent = [];
  }

  /** The one rule for saved values, whether they were fetched or saved. */
  #startFrom(saved: Texts): void {
    const before = this.values;
    this.#saved = saved;
    for (const [field, text] of Object.entries(before)) {
      const theirs = saved[field];
      // A field of an older version is none any more.
      if (theirs === undefined || isSameText(text, theirs)) this.#changes.delete(field);
      // What the user has sent is no one else's change: what the field has now was typed since.
      else if (this.#sent.some((sent) => isSameText(sent[field], theirs)))
        this.#changes.set(field, { text, base: theirs });
    }
    this.#compare();
    const isNew = ([field, text]: [string, string]) =>
      !this.#changes.has(field) && !isSameText(text, before[field]);
    const texts = Object.fromEntries(Object.entries(saved).filter(isNew));
    this.#taken.notify(texts);
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
    const fields = [...this.#changes.keys()];
    const theirs = Object.fromEntries(fields.map((field) => [field, this.saved(field)]));
    const { conflicts: both } = mergeRecord<Texts>(this.base, this.#typed, theirs);
    const conflicts = Object.fromEntries(both.map((field) => [field, this.saved(field)]));
    if (!isSame(conflicts, this.#conflicts)) this.#conflicts = conflicts;
    this.#changed.notify();
  }
}

const isSame = (some: Texts, others: Texts): boolean =>
  Object.keys({ ...some, ...others }).every((field) => some[field] === others[field]);

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

/**
 * A form that starts blank, in a dialog. Its input is stored while the dialog is closed and over a reload, until
 * `discardDraft` is called.
 *
 * @param name identifies the form
 * @param resolver validates the values; must be stable
 */
export function useBlankForm<Values extends Texts>(
  name: string,
  resolver: Resolver<Values, unknown, Values>,
  blank: Values,
) {
  const store = useApiStore();
  const [draft] = useState(() => draftOf(store, name));
  const form = useForm<Values, unknown, Values>({
    resolver,
    shouldFocusError: false,
    // All values are given, but TypeScript can't prove that for a type parameter.
    defaultValues: Object.fromEntries(
      Object.entries(blank).map(([field, text]) => [field, draft.typed(field) ?? text]),
    ) as DefaultValues<Values>,
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }),
    [subscribe, draft],
  );
  return form;
}

/** The fields of a draft, as far as they are not those of its form. */
export interface DraftFields {
  toTexts(values: Texts): Texts;
  /** Also of some of the fields only. */
  toValues(texts: Partial<Texts>): Texts;
}

/**
 * The address is one field of a draft, a part on each line: parts of two people's addresses would make one that neither
 * of them entered.
 *
 * @param keys the form's names for the parts
 */
export function addressAsOne(keys: Readonly<Record<AddressFieldName, string>>): DraftFields {
  const parts = new Set(Object.values(keys));
  return {
    toTexts: (values) => {
      if (!(keys.street in values)) return values;
      const others = Object.entries(values).filter(([field]) => !parts.has(field));
      const lines = addressFieldNames.map((name) => values[keys[name]]?.replaceAll(/[\r\n]+/g, ' '));
      return { ...Object.fromEntries(others), address: lines.join('\n') };
    },
    toValues: ({ address, ...others }) => ({
      ...(others as Texts),
      ...(address === undefined ? {} : keyed(addressOfText(address), keys)),
    }),
  };
}

const keyed = (address: Address, keys: Readonly<Record<AddressFieldName, string>>): Texts =>
  Object.fromEntries(addressFieldNames.map((name) => [keys[name], address[name]]));

/** Returns the address of a draft. */
export function addressOfText(text: string): Address {
  const [street = '', city = '', postalCode = '', state = '', country = '', addressLine2 = ''] =
    text.split('\n');
  return { street, city, postalCode, state, country, addressLine2 };
}

const noDraft = {
  conflicts: (): Texts => noTexts,
  subscribe: () => () => undefined,
  connect: () => () => undefined,
};
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
 * @returns `questionOf` asks which value to keep of a field that was changed both here and elsewhere; its `toLabel`
 *   returns the text to show for a value, and `control` is the name of the control that gets the focus then
 */
export function useDraft<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'subscribe' | 'setValue' | 'getFieldState'>,
  draft: FormDraft | null,
  saved: Texts | null,
  isSending: boolean,
  { toTexts, toValues }: DraftFields,
) {
  const { subscribe, setValue, getFieldState } = form;
  const { subscribe: onConflicts, conflicts: readConflicts, connect } = draft ?? noDraft;
  const conflicts = useSyncExternalStore(onConflicts, readConflicts);
  const announced = useRef(noTexts);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft?.keep(toTexts(values)) }),
    [subscribe, draft, toTexts],
  );
  const setValues = (texts: Texts) => {
    for (const [field, text] of Object.entries(toValues(texts))) {
      const path = field as Path<Values>;
      setValue(path, text as PathValue<Values, Path<Values>>, {
        shouldValidate: getFieldState(path).invalid,
      });
    }
  };
  // Not react-hook-form's `values` with `keepDirtyValues`: its fields stay dirty after they were saved.
  const show = useEffectEvent(setValues);
  useLayoutEffect(() => connect((texts) => show(texts)), [connect]);
  useEffect(() => {
    if (isSending || draft === null || saved === null) return;
    draft.takeOver(saved);
    const isNew = ([field, text]: [string, string]) => text !== announced.current[field];
    if (Object.entries(draft.conflicts()).some(isNew)) announce(strings.announcement);
    announced.current = draft.conflicts();
  });
  const questionOf = (
    field: string,
    { toLabel = (value: string) => value, control = field }: QuestionOptions = {},
  ): ReactNode => {
    const theirs = conflicts[field];
    if (theirs === undefined || draft === null) return undefined;
    const useTheirs = () => setValues({ [field]: theirs });
    return <DraftQuestion {...{ draft, field, theirs, toLabel, control, useTheirs }} />;
  };
  return { questionOf, hasQuestions: Object.keys(conflicts).length > 0 };
}

interface QuestionOptions {
  readonly toLabel?: (value: string) => string;
  readonly control?: string;
}

interface DraftQuestionProps extends Required<QuestionOptions> {
  draft: FormDraft;
  field: string;
  theirs: string;
  useTheirs: () => void;
}

/** Asks about one field, with the input as it is now. */
function DraftQuestion({ draft, field, theirs, toLabel, control, useTheirs }: DraftQuestionProps) {
  const mine = useSyncExternalStore(draft.subscribe, () => draft.typed(field) ?? theirs);
  return (
    <MergeQuestion
      mine={toLabel(mine)}
      theirs={toLabel(theirs)}
      control={control}
      onKeepMine={() => draft.keepMine(field)}
      onUseTheirs={useTheirs}
    />
  );
}

/** Shows the address of a draft in one line. */
export const addressLabel = (text: string): string => addressLine(addressOfText(text));

/** Moves the focus to the first question of a form when a save was stopped by it. */
export function useFocusedQuestion(element: RefObject<HTMLElement | null>, isStopped: boolean): void {
  useEffect(() => {
    if (isStopped && element.current !== null) focusQuestion(element.current);
  }, [element, isStopped]);
}

/** The fields of a form whose address has the names of its parts. */
export const ownFields = addressAsOne({
  street: 'street',
  city: 'city',
  postalCode: 'postalCode',
  state: 'state',
  country: 'country',
  addressLine2: 'addressLine2',
});

/**
 * A form of saved values, with an error summary. It keeps its unsaved input until the account is signed out, also while
 * another section is open and when the page is reloaded; the session keeps it longer if it ends without Logout. `useDraft`
 * describes what it does with new saved values, and `questionOf`.
 *
 * @param name identifies the form
 * @param resolver validates the values; must be stable
 * @param saved the values as fetched last
 * @param isStopped the last save sent nothing, because the user must choose between two values first
 */
export function useDraftForm<Values extends Texts>(
  name: string,
  resolver: Resolver<Values, unknown, Values>,
  saved: Values,
  isSending: boolean,
  isStopped: boolean,
) {
  const store = useApiStore();
  const texts = ownFields.toTexts(saved);
  const [draft] = useState(() => {
    const stored = draftOf(store, name);
    if (!isSending) stored.takeOver(texts);
    return stored;
  });
  const form = useForm<Values, unknown, Values>({
    resolver,
    shouldFocusError: false,
    // All values are given, but TypeScript can't prove that for a type parameter.
    defaultValues: ownFields.toValues(draft.values) as DefaultValues<Values>,
  });
  const questions = useDraft<Values>(form, draft, texts, isSending, ownFields);
  const summary = useErrorSummary(form.formState.submitCount);
  useFocusedQuestion(summary.formElement, isStopped);
  return {
    form,
    ...summary,
    ...questions,
    addressQuestion: questions.questionOf('address', { toLabel: addressLabel, control: 'street' }),
    draft,
    hasSaved: draft.hasSaved,
    /** Counts all values as unsaved input, also those that the user left as they were. */
    claim: (values: Values) => draft.claim(ownFields.toTexts(values)),
    /** Returns the values that the user's edits started from (see `mergeRecord`). */
    submit: () => ownFields.toValues(draft.submit()) as Partial<Values>,
  };
}

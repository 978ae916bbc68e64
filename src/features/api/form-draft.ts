import { useEffect, useMemo, useRef } from 'react';
import { type DefaultValues, type Resolver, useForm } from 'react-hook-form';
import { useFirstInvalidFocus } from '@/ui/form/use-first-invalid-focus';
import { useApiStore } from './operation-actor';
import { sessionScoped } from './session-scoped';

type Texts = Readonly<Record<string, string>>;

/** What was typed and not saved, by form; only for the person who typed it. */
const draftsOf = sessionScoped(() => new Map<string, Texts>());

/** A form's unsaved input while another section is open. */
interface FormDraft<Values> {
  /** What the form starts with: the saved values, and over them what was typed before. */
  readonly start: Values;
  /** Nothing is unsaved any more. */
  readonly forget: () => void;
  /** Takes over what is in the form; only what differs from the saved values is a draft. */
  readonly keep: (values: Values) => void;
}

/**
 * Keeps a form's unsaved input as long as the same person is signed in and the page is not loaded anew.
 *
 * @param name tells the forms apart
 * @param saved what the server holds
 */
export function useFormDraft<Values extends Texts>(name: string, saved: Values): FormDraft<Values> {
  const store = useApiStore();
  const latest = useRef(saved);
  useEffect(() => {
    latest.current = saved;
    // What was saved while another section was open is no draft any more.
    const typed = draftsOf(store).get(name);
    if (typed !== undefined) draftsOf(store).set(name, differences(typed, saved));
  });
  return useMemo(
    () => ({
      start: { ...latest.current, ...draftsOf(store).get(name) },
      forget: () => draftsOf(store).delete(name),
      keep: (values) => draftsOf(store).set(name, differences(values, latest.current)),
    }),
    [store, name],
  );
}

const differences = (values: Texts, saved: Texts): Texts =>
  Object.fromEntries(Object.entries(values).filter(([field, text]) => text !== saved[field]));

/**
 * A form of saved values whose unsaved input stays while another section is open. A refused one moves the focus to its
 * first field that is wrong.
 *
 * @param name tells the forms apart
 * @param resolver checks the values; keep it stable
 * @param saved what the server holds
 */
export function useDraftForm<Values extends Texts>(
  name: string,
  resolver: Resolver<Values, unknown, Values>,
  saved: Values,
) {
  const draft = useFormDraft(name, saved);
  const form = useForm<Values, unknown, Values>({
    resolver,
    shouldFocusError: false,
    // All of them, and so some of them; of a type parameter TypeScript can't tell.
    defaultValues: draft.start as DefaultValues<Values>,
  });
  const { subscribe, formState } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }),
    [subscribe, draft],
  );
  return { form, formElement: useFirstInvalidFocus(formState.submitCount), clearDraft: draft.forget };
}

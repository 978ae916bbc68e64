import { useEffect, useMemo, useRef } from 'react';
import type { FieldValues, UseFormSubscribe } from 'react-hook-form';
import { useApiStore } from './operation-actor';
import { perSignIn } from './per-sign-in';

type Texts = Readonly<Record<string, string>>;

/** What was typed and not saved, by form; only for the person who typed it. */
const draftsOf = perSignIn(() => new Map<string, Texts>());

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

/** Writes each change of a form into its draft. */
export function useKeptDraft<Values extends FieldValues>(
  subscribe: UseFormSubscribe<Values>,
  draft: FormDraft<Values>,
): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }),
    [subscribe, draft],
  );
}

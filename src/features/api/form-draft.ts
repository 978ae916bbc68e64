import { useEffect, useMemo, useRef } from 'react';
import { type DefaultValues, type Resolver, useForm } from 'react-hook-form';
import { useErrorSummary } from '@/ui/form/error-summary';
import { sessionScoped } from './app-port';
import { useApiStore } from './operation-actor';

type Texts = Readonly<Record<string, string>>;

/** Unsaved input by form, only for the account that typed it. */
const draftsOf = sessionScoped(() => new Map<string, Texts>());

/** A form's unsaved input while another section is open. */
interface FormDraft<Values> {
  /** The form's initial values: the saved values, overridden by earlier unsaved input. */
  readonly start: Values;
  /** Clears the unsaved input. */
  readonly clear: () => void;
  /** Stores the form's values; only those that differ from the saved values count as unsaved. */
  readonly keep: (values: Values) => void;
}

/**
 * Keeps a form's unsaved input until the account is signed out or the page is reloaded.
 *
 * @param name identifies the form
 * @param saved the values that the server has
 */
export function useFormDraft<Values extends Texts>(name: string, saved: Values): FormDraft<Values> {
  const store = useApiStore();
  const latest = useRef(saved);
  useEffect(() => {
    latest.current = saved;
    // Values saved while another section was open are no longer unsaved.
    const typed = draftsOf(store).get(name);
    if (typed !== undefined) draftsOf(store).set(name, differences(typed, saved));
  });
  return useMemo(
    () => ({
      start: { ...latest.current, ...draftsOf(store).get(name) },
      clear: () => draftsOf(store).delete(name),
      keep: (values) => draftsOf(store).set(name, differences(values, latest.current)),
    }),
    [store, name],
  );
}

const differences = (values: Texts, saved: Texts): Texts =>
  Object.fromEntries(Object.entries(values).filter(([field, text]) => text !== saved[field]));

/**
 * A form of saved values that keeps its unsaved input while another section is open, with an error summary.
 *
 * @param name identifies the form
 * @param resolver validates the values; must be stable
 * @param saved the values that the server has
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
    // All values are given, but TypeScript can't prove that for a type parameter.
    defaultValues: draft.start as DefaultValues<Values>,
  });
  const { subscribe, formState } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }),
    [subscribe, draft],
  );
  return { form, ...useErrorSummary(formState.submitCount), clearDraft: draft.clear };
}

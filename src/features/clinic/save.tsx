import { useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  type Failure,
  failureMessage,
  isOutcomeUnknown,
  outcomeUnknown,
  type Request,
  validationMessages,
  type WriteName,
} from '@/contract/index';
import { sessionScoped } from '@/features/api/app-port';
import { runOperation, useApiStore } from '@/features/api/operation-actor';
import { dashboardToast, type Store, toastDone, topicOf } from '@/features/api/store';
import { failureOf } from '@/machines/failure';
import { Notice, Problem } from '@/ui/feedback/notice';
import { closeToast } from '@/ui/feedback/toast';
import { ErrorSummary, type InvalidFields } from '@/ui/form/form-errors';
import { strings } from './strings';

interface SaveOptions {
  /** Called when the server has what was sent. */
  readonly onSaved: () => void;
  /** Fetches again and resolves to whether the server has what was sent. Rejects if the fetch failed. */
  readonly isStored: (store: Store) => Promise<boolean>;
  /** After an unknown outcome, the next try is only sent if this resolves to true. Without it, it is always sent. */
  readonly mayRepeat?: ((store: Store) => Promise<boolean>) | undefined;
  /** Other failures after which the server is checked as well. */
  readonly askAfter?: (failure: Failure) => boolean;
}

interface SaveState {
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** The outcome of a try is unknown, and `mayRepeat` must allow the next one, also after leaving the form. */
  readonly mustCheck: boolean;
  /** The last try sent nothing, because it could not be checked whether the one before was processed. */
  readonly unchecked: boolean;
}

const idle: SaveState = { busy: false, failure: null, mustCheck: false, unchecked: false };

/** The saving state of each form. It outlives the mounted form, so that leaving and returning can't send it twice. */
class Saves {
  readonly #states = new Map<string, SaveState>();
  readonly #listeners = new Set<() => void>();

  of(form: string): SaveState {
    return this.#states.get(form) ?? idle;
  }

  set(form: string, state: SaveState): void {
    this.#states.set(form, state);
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const savesOf = sessionScoped(() => new Saves());

/**
 * Saves one of the clinic's forms. After an unknown outcome, the server's data is checked before a result is shown.
 *
 * @param form the form's name
 */
export function useSave(form: 'lab' | 'clinicProfile') {
  const store = useApiStore();
  const saves = useMemo(() => savesOf(store), [store]);
  const state = useSyncExternalStore(saves.subscribe, () => saves.of(form));
  useEffect(
    () => () => {
      const { busy, mustCheck } = saves.of(form);
      if (!busy && !mustCheck) saves.set(form, idle);
    },
    [saves, form],
  );

  async function save<K extends WriteName>(
    operation: K,
    request: Request<K>,
    { onSaved, isStored, mayRepeat, askAfter = () => false }: SaveOptions,
  ): Promise<void> {
    const last = saves.of(form);
    saves.set(form, { ...idle, busy: true });
    if (mayRepeat && last.mustCheck) {
      const isMissing = await checkAgain(operation, () => mayRepeat(store));
      if (!isMissing) return saves.set(form, { ...last, unchecked: isMissing === null });
    }
    const outcome = await runOperation(store, operation, request).then(() => 'saved' as const, failureOf);
    // A session that has ended breaks calls off: what the server has is no longer this user's to read.
    if (savesOf(store) !== saves) return;
    if (outcome !== 'saved') {
      const asks = outcome !== null && (isOutcomeUnknown(outcome) || askAfter(outcome));
      if (!asks || !(await isStored(store).catch(() => false))) {
        const mustCheck = last.mustCheck || (mayRepeat !== undefined && isOutcomeUnknown(outcome));
        return saves.set(form, { ...idle, failure: outcome, mustCheck });
      }
      toastDone(operation);
    }
    onSaved();
    saves.set(form, idle);
  }
  return { ...state, save };
}

/** Makes the check before a repeated write; resolves to null if it failed, which a toast then reports. */
async function checkAgain(operation: WriteName, check: () => Promise<boolean>): Promise<boolean | null> {
  const topic = topicOf(operation);
  // A toast with the same text would otherwise not be announced again.
  closeToast(topic);
  const result = await check().catch(() => null);
  if (result === null) dashboardToast(strings.form.unchecked, { tone: 'error', topic });
  return result;
}

/** Shows that something is missing, once per try; the next result of the form's operations replaces the toast. */
export const toastRequiredFields = (operation: WriteName) =>
  dashboardToast(validationMessages.requiredFields, { tone: 'error', topic: topicOf(operation) });

interface FormProblemProps {
  /** The required fields that the last try left blank. */
  errorSummary: InvalidFields;
  /** Why the last call failed. */
  failure: Failure | null;
  /** It could not be checked whether the last call was processed, so the last try sent nothing. */
  unchecked?: boolean;
}

/** Why the last try did not save, or may not have, shown in place; what was typed is kept. */
export function FormProblem({ errorSummary, failure, unchecked = false }: FormProblemProps) {
  const isIncomplete = errorSummary.fields.length > 0;
  return (
    <>
      <ErrorSummary {...errorSummary} message={validationMessages.requiredFields} />
      <Problem>{isIncomplete ? null : unchecked ? strings.form.unchecked : failureMessage(failure)}</Problem>
      {isOutcomeUnknown(failure) && !unchecked ? (
        <Notice tone="warning">{outcomeUnknown.typed}</Notice>
      ) : null}
    </>
  );
}

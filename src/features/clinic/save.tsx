import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { sessionScoped } from '@/app/app-port';
import { NotSent } from '@/app/form-draft';
import { runOperation, useApiStore } from '@/app/operation-actor';
import { dashboardToast, type Store, toastDone, topicOf } from '@/app/store';
import {
  type ClinicProfilePayload,
  type Failure,
  failureMessage,
  hasSent,
  isOutcomeUnknown,
  type LabPayload,
  notSent,
  outcomeUnknown,
  type Request,
  validationMessages,
  type WriteName,
} from '@/contract';
import { mergeRecord } from '@/domain/merge-record';
import { failureOf } from '@/machines/failure';
import { Notice, Problem } from '@/ui/feedback/notice';
import { ErrorSummary, type InvalidFields } from '@/ui/form/form-errors';
import { strings } from './strings';

interface SaveOptions<Body> {
  /** What the form has. */
  readonly body: Body;
  /** The values that the user's edits started from (see `mergeRecord`). */
  readonly base: Partial<Body>;
  /** Fetches what the server has, as it is sent; null if there is nothing. Rejects if the fetch failed. */
  readonly read: (store: Store) => Promise<Body | null>;
  /** Called with what the server has before it is changed. */
  readonly onRead: (stored: Body) => void;
  /** Called if there is nothing any more. */
  readonly onGone?: () => void;
  /** Called with what was sent when the server has it. */
  readonly onSaved: (sent: Body) => void;
  /** It is sent only if there is nothing yet: doing it twice would make two. Otherwise only if there is something. */
  readonly isNew?: boolean;
  /** Other failures after which the server is checked as well. */
  readonly askAfter?: (failure: Failure) => boolean;
}

interface SaveState {
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** What was last sent without an answer. */
  readonly sent: ClinicBody | null;
  /** Something new may have been saved by an earlier try, also after leaving the form. */
  readonly mustCheck: boolean;
  /**
   * Why the last try sent nothing: what the server has could not be fetched, the user must choose between two values,
   * there is one already, or none any more.
   */
  readonly stopped: 'not-fetched' | 'changed-by-both' | 'exists' | 'gone' | null;
}

const idle: SaveState = { busy: false, failure: null, sent: null, mustCheck: false, stopped: null };

type ClinicBody = LabPayload | ClinicProfilePayload;

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
      const { busy, mustCheck, sent } = saves.of(form);
      if (!busy && !mustCheck) saves.set(form, { ...idle, sent });
    },
    [saves, form],
  );

  /** Fetches what the server has, and merges it with the form's; null if nothing may be sent. */
  async function compare<Body extends ClinicBody>(options: SaveOptions<Body>): Promise<Body | null> {
    const { body, base, read, onRead, onGone, isNew = false } = options;
    const last = saves.of(form);
    const stop = (stopped: SaveState['stopped'], before = last) => {
      saves.set(form, { ...before, busy: false, stopped });
      return null;
    };
    saves.set(form, { ...idle, sent: last.sent, busy: true });
    const stored = await read(store).catch(() => undefined);
    // A session that has ended breaks calls off: what the server has is no longer this user's to read.
    if (savesOf(store) !== saves) return null;
    if (stored === undefined) return stop('not-fetched');
    if (stored === null) {
      if (isNew) return body;
      onGone?.();
      return stop('gone');
    }
    if (isNew) return stop('exists');
    onRead(stored);
    // Each form has its own state.
    const { merged, conflicts } = mergeRecord<Body>(base, body, stored, last.sent as Body | null);
    return conflicts.length > 0 ? stop('changed-by-both', { ...idle, sent: last.sent }) : merged;
  }

  async function save<Body extends ClinicBody>(
    operation: 'addLab' | 'updateLab' | 'updateClinicProfile',
    options: SaveOptions<Body>,
  ): Promise<void> {
    const { read, onSaved, isNew = false, askAfter = () => false } = options;
    const { mustCheck: mayBeSaved, sent: sentBefore } = saves.of(form);
    const merged = await compare(options);
    if (merged === null) return;
    const outcome = await runOperation(store, operation, { body: merged } as Request<typeof operation>).then(
      () => 'saved' as const,
      failureOf,
    );
    if (savesOf(store) !== saves) return;
    if (outcome !== 'saved') {
      const asks = outcome !== null && (isOutcomeUnknown(outcome) || askAfter(outcome));
      const isStored = (stored: Body | null) => stored !== null && hasSent(stored, merged);
      if (!asks || !(await read(store).then(isStored, () => false))) {
        const mustCheck = mayBeSaved || (isNew && isOutcomeUnknown(outcome));
        const sent = isOutcomeUnknown(outcome) ? merged : sentBefore;
        return saves.set(form, { ...idle, failure: outcome, mustCheck, sent });
      }
      toastDone(operation);
    }
    onSaved(merged);
    saves.set(form, idle);
  }
  return { ...state, save };
}

/** Shows that something is missing, once per try; the next result of the form's operations replaces the toast. */
export const toastRequiredFields = (operation: WriteName) =>
  dashboardToast(validationMessages.requiredFields, { tone: 'error', topic: topicOf(operation) });

interface FormProblemProps {
  operation: WriteName;
  /** The required fields that the last try left blank. */
  errorSummary: InvalidFields;
  /** Why the last call failed, or why nothing was sent. */
  state: SaveState;
  /** A field waits for a choice between two values. */
  hasQuestions: boolean;
}

/** Why the last try did not save, or may not have, shown in place; what was typed is kept. */
export function FormProblem({ operation, errorSummary, state, hasQuestions }: FormProblemProps) {
  const { failure, mustCheck, stopped } = state;
  const isIncomplete = errorSummary.fields.length > 0;
  return (
    <>
      <ErrorSummary {...errorSummary} message={validationMessages.requiredFields} />
      <NotSent
        operation={operation}
        isStopped={stopped === 'changed-by-both'}
        hasQuestions={hasQuestions}
        notFetched={stopped === 'not-fetched' && (mustCheck ? strings.form.unchecked : notSent.notFetched)}
      />
      <Problem>{isIncomplete || stopped !== null ? null : failureMessage(failure)}</Problem>
      {isOutcomeUnknown(failure) && !(stopped === 'not-fetched' && mustCheck) ? (
        <Notice tone="warning">{outcomeUnknown.typed}</Notice>
      ) : null}
    </>
  );
}

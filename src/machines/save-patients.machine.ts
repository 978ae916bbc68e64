import { assertEvent, assign, emit, enqueueActions, setup } from 'xstate';
import {
  type Failure,
  isOutcomeUnknown,
  type Patient,
  type PatientImportRow,
  reportsDuplicate,
  validationMessages,
} from '@/contract';
import {
  findSent,
  importRowOf,
  isBlankRow,
  isCompleteRow,
  isSameRow,
  rowsToSend,
  sortRows,
} from '@/domain/patient-rows';
import type { GridRow, SentRow } from '@/domain/storage-keys';
import { errorIn, failureOf, notProvided } from './failure';

/** The result of looking up rows that were sent without a response. */
interface CheckResult {
  readonly saved: number;
  readonly missing: number;
  readonly unclear: number;
}

/** What to send and what to check first. */
export interface SaveStart {
  readonly rows: readonly SentRow[];
  /** Rows that were sent without a response, also before a reload. */
  readonly unanswered: readonly SentRow[];
}

interface SavePatientsContext {
  /** All rows of the grid, as the last Save All or check found them. */
  readonly grid: readonly GridRow[];
  /** The complete rows of the last Save All that are not sent yet. */
  readonly waiting: readonly GridRow[];
  /** The rows being saved. */
  readonly rows: readonly SentRow[];
  /** Rows of earlier tries without a response. A slow server may still save them, so a check does not drop them. */
  readonly unanswered: readonly SentRow[];
  /** Rows that may be in the list already, shown to the user: not sent again while they are unchanged. */
  readonly unclear: readonly GridRow[];
  /** Ids of the partly filled rows of the current Save All, which are not sent. */
  readonly partial: readonly string[];
  /** Ids of the rows skipped by the last successful Save All. */
  readonly skipped: readonly string[];
  readonly result: CheckResult | null;
  readonly validationError: string | null;
  readonly failure: Failure | null;
  /** The rows of the last try as they were sent, if it was rejected. */
  readonly rejected: readonly GridRow[];
}

type SavePatientsInput =
  | {
      /** Ids of the rows skipped before a reload. */
      readonly skipped: readonly string[];
    }
  | undefined;

type SavePatientsEvent =
  | { readonly type: 'SAVE'; readonly rows: readonly GridRow[] }
  | { readonly type: 'CHECK'; readonly rows: readonly GridRow[] }
  /** The grid was opened with rows that were sent without a response. */
  | {
      readonly type: 'RESUME';
      readonly rows: readonly GridRow[];
      readonly unanswered: readonly SentRow[];
    };

type SavePatientsEmitted =
  /** After `settled` with the same rows. */
  | {
      readonly type: 'saved';
      readonly rows: readonly GridRow[];
      readonly skipped: number;
      /** The response was lost; the rows were found in the patient list. */
      readonly lookedUp: boolean;
    }
  /** Rows to store beyond this page's lifetime: being sent, or sent without a response. */
  | { readonly type: 'unanswered'; readonly rows: readonly SentRow[] }
  /** It is known whether these rows were saved. */
  | { readonly type: 'settled'; readonly rows: readonly GridRow[] }
  /** Nothing was sent, because all complete rows may be in the list already. */
  | { readonly type: 'nothing-sent'; readonly count: number };

/** Merges both lists without duplicates; the entry of a row's first try is kept. */
function withRows(earlier: readonly SentRow[], added: readonly SentRow[]): SentRow[] {
  const tries = new Map<string, GridRow[]>();
  for (const { row } of earlier) tries.set(row.id, [...(tries.get(row.id) ?? []), row]);
  return [
    ...earlier,
    ...added.filter(({ row }) => !tries.get(row.id)?.some((before) => isSameRow(before, row))),
  ];
}

const without = (rows: readonly GridRow[], others: readonly GridRow[]): GridRow[] => {
  const byId = new Map(others.map((row) => [row.id, row]));
  return rows.filter((row) => !isSameRow(byId.get(row.id), row));
};

/** Looks up the unanswered rows in the list, and determines which waiting rows are still to be sent. */
function afterCheck(
  { unanswered, waiting, grid, unclear: unclearBefore }: SavePatientsContext,
  patients: readonly Patient[],
) {
  const { saved, missing, unclear } = findSent(
    unanswered.filter(({ isSaved }) => !isSaved),
    patients,
  );
  const savedBefore = unanswered.flatMap(({ row, isSaved }) => (isSaved ? [row] : []));
  const ids = new Set([...savedBefore, ...saved, ...unclear].map(({ id }) => id));
  const missingIds = new Set(missing.map(({ id }) => id).filter((id) => !ids.has(id)));
  const unclearById = new Map(unclearBefore.map((row) => [row.id, row]));
  // The list has or may have the row as it was sent, so sending it as it is now could add the patient twice. A row that
  // was changed after this notice is sent: the user has decided.
  const unclearRows = without(grid, saved).filter((row) => {
    const rowBefore = unclearById.get(row.id);
    if (rowBefore === undefined) return ids.has(row.id) && !isBlankRow(row);
    return isSameRow(rowBefore, row) && !missingIds.has(row.id);
  });
  const unclearIds = new Set(unclearRows.map(({ id }) => id));
  const stillUnclear = unclearBefore.filter(({ id }) => !unclearIds.has(id) && !missingIds.has(id));
  const isSettled = missing.length === 0 && unclear.length === 0;
  return {
    saved,
    missing,
    isSettled,
    unclearRows,
    stillUnclear,
    rest: without(without(waiting, saved), unclearRows),
  };
}

/**
 * The grid's Save All (§2 "Add Patients", §5 "Add patients", §8; §Notes "Partly filled rows"). Each try first looks for rows
 * of earlier tries without a response, which a slow server may save late, so that no row is sent twice. Chart:
 * docs/machines/save-patients.md.
 */
export const savePatientsMachine = setup({
  types: {} as {
    input: SavePatientsInput;
    context: SavePatientsContext;
    events: SavePatientsEvent;
    emitted: SavePatientsEmitted;
    tags: 'idle' | 'busy' | 'sending' | 'checking' | 'outcome-unknown';
  },
  actors: {
    startSaving: notProvided<SaveStart, readonly GridRow[]>('startSaving'),
    addPatients: notProvided<unknown, readonly PatientImportRow[]>('addPatients'),
    fetchPatients: notProvided<Patient[], void>('fetchPatients'),
  },
  guards: {
    nothingComplete: ({ event }) => event.type === 'SAVE' && !event.rows.some(isCompleteRow),
    nothingClear: ({ context, event }) =>
      event.type === 'SAVE' && without(sortRows(event.rows).complete, context.unclear).length === 0,
    mustCheck: ({ context }, start: SaveStart) =>
      context.unanswered.length > 0 || start.unanswered.length > 0,
    mayBeSaved: ({ context, event }) =>
      isOutcomeUnknown(errorIn(event)) ||
      (context.unanswered.some(({ isSaved }) => !isSaved) && reportsDuplicate(errorIn(event))),
    moreToSend: ({ context }, { patients }: { patients: readonly Patient[] }) =>
      afterCheck(context, patients).rest.length > 0,
  },
  actions: {
    rejectInput: assign({ validationError: validationMessages.addPatients, failure: null }),
    beginSave: assign(({ context, event }) => {
      assertEvent(event, 'SAVE');
      const { rows } = event;
      const { complete, partial } = sortRows(rows);
      const ids = new Set(rows.map(({ id }) => id));
      return {
        grid: rows,
        waiting: without(complete, context.unclear),
        // A row that was removed from the grid is no longer checked.
        unanswered: context.unanswered.filter(({ row }) => ids.has(row.id)),
        partial: partial.map(({ id }) => id),
        skipped: [],
        result: null,
        validationError: null,
        failure: null,
        rejected: [],
      };
    }),
    start: assign(({ context }, { rows, unanswered }: SaveStart) => ({
      rows,
      unanswered: withRows(context.unanswered, unanswered),
    })),
    markUnanswered: assign(({ context }) => ({
      unanswered: withRows(context.unanswered, context.rows),
      rows: [],
      waiting: [],
      rejected: context.rows.map(({ row }) => row),
    })),
    finish: enqueueActions(({ context, enqueue }) => {
      const rows = context.rows.map(({ row }) => row);
      const sentIds = new Set(rows.map(({ id }) => id));
      const unclearIds = new Set(context.unclear.map(({ id }) => id).filter((id) => !sentIds.has(id)));
      const unanswered = context.unanswered.filter(({ row }) => unclearIds.has(row.id));
      const answered = context.unanswered.flatMap(({ row }) => (unclearIds.has(row.id) ? [] : [row]));
      enqueue.assign({
        rows: [],
        waiting: [],
        unanswered,
        partial: [],
        skipped: context.partial,
        result: context.result && { ...context.result, missing: 0 },
      });
      enqueue.emit({ type: 'settled', rows: [...rows, ...answered] });
      enqueue.emit({ type: 'saved', rows, skipped: context.partial.length, lookedUp: false });
    }),
    applyCheck: enqueueActions(({ context, enqueue }, { patients }: { patients: readonly Patient[] }) => {
      const { saved, missing, isSettled, unclearRows, stillUnclear, rest } = afterCheck(context, patients);
      enqueue.assign({
        result: { saved: saved.length, missing: missing.length, unclear: unclearRows.length },
        unanswered: context.unanswered.filter(({ row }) => !saved.includes(row)),
        unclear: [...stillUnclear, ...unclearRows],
        rows: rowsToSend(rest, patients),
        waiting: [],
        ...(isSettled ? { failure: null } : {}),
        ...(rest.length === 0 && saved.length > 0 ? { skipped: context.partial, partial: [] } : {}),
      });
      enqueue.emit({ type: 'settled', rows: saved });
      if (saved.length > 0)
        enqueue.emit({
          type: 'saved',
          rows: saved,
          skipped: rest.length === 0 ? context.partial.length : 0,
          lookedUp: true,
        });
    }),
    dropWaiting: assign({ waiting: [] }),
    rememberSent: emit(({ context }) => ({
      type: 'unanswered',
      rows: withRows(context.unanswered, context.rows),
    })),
    clearSent: enqueueActions(({ context, enqueue }) => {
      const { unanswered } = context;
      const rejected = context.rows.map(({ row }) => row);
      const settled = without(
        rejected,
        unanswered.map(({ row }) => row),
      );
      enqueue.assign({ rows: [], rejected });
      enqueue.emit({ type: 'settled', rows: settled });
    }),
    fail: assign({ failure: ({ event }) => failureOf(errorIn(event)) }),
  },
}).createMachine({
  id: 'savePatients',
  context: ({ input }) => ({
    grid: [],
    waiting: [],
    rows: [],
    unanswered: [],
    unclear: [],
    partial: [],
    skipped: input?.skipped ?? [],
    result: null,
    validationError: null,
    failure: null,
    rejected: [],
  }),
  initial: 'idle',
  states: {
    idle: {
      tags: 'idle',
      on: {
        SAVE: [
          { guard: 'nothingComplete', actions: 'rejectInput' },
          {
            guard: 'nothingClear',
            actions: emit(({ event }) => ({
              type: 'nothing-sent',
              count: sortRows(event.rows).complete.length,
            })),
          },
          { target: 'working', actions: 'beginSave' },
        ],
        RESUME: {
          target: 'working.checking',
          actions: assign(({ event: { rows, unanswered } }) => ({ grid: rows, unanswered })),
        },
      },
    },
    working: {
      tags: 'busy',
      initial: 'starting',
      states: {
        starting: {
          invoke: {
            id: 'startSaving',
            src: 'startSaving',
            input: ({ context }) => context.waiting,
            onDone: [
              {
                guard: { type: 'mustCheck', params: ({ event }) => event.output },
                target: 'checking',
                actions: { type: 'start', params: ({ event }) => event.output },
              },
              { target: 'saving', actions: { type: 'start', params: ({ event }) => event.output } },
            ],
            onError: { target: '#savePatients.idle', actions: 'fail' },
          },
        },
        saving: {
          tags: 'sending',
          entry: 'rememberSent',
          invoke: {
            id: 'addPatients',
            src: 'addPatients',
            input: ({ context }) => context.rows.map(({ row }) => importRowOf(row)),
            onDone: { target: '#savePatients.idle', actions: 'finish' },
            onError: [
              {
                guard: 'mayBeSaved',
                target: 'checking',
                actions: ['fail', 'markUnanswered'],
              },
              { target: '#savePatients.idle', actions: ['fail', 'clearSent'] },
            ],
          },
        },
        checking: {
          tags: 'checking',
          invoke: {
            id: 'fetchPatients',
            src: 'fetchPatients',
            onDone: [
              {
                guard: { type: 'moreToSend', params: ({ event }) => ({ patients: event.output }) },
                target: 'saving',
                actions: { type: 'applyCheck', params: ({ event }) => ({ patients: event.output }) },
              },
              {
                target: '#savePatients.idle',
                actions: { type: 'applyCheck', params: ({ event }) => ({ patients: event.output }) },
              },
            ],
            onError: { target: '#savePatients.unknown', actions: 'dropWaiting' },
          },
        },
      },
    },
    unknown: {
      tags: 'outcome-unknown',
      on: {
        CHECK: {
          target: 'working.checking',
          actions: assign({ grid: ({ event }) => event.rows }),
        },
        SAVE: [
          { guard: 'nothingComplete', actions: 'rejectInput' },
          { target: 'working', actions: 'beginSave' },
        ],
      },
    },
  },
});

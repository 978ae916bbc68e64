import { assign, emit, setup } from 'xstate';
import { type Failure, type GridRowDraft, type PatientImportRow, validationMessages } from '@/contract';
import { caught, type DefectEvent, keepFailure, notProvided, type RefusedEvent, refuseWith } from './failure';
import { importRowOf, isCompleteRow, sortRows } from './rows-to-save';

interface SavePatientsContext {
  /** The rows being saved, or that were when the last try failed. */
  readonly rows: readonly GridRowDraft[];
  /** Partly filled rows of the same Save All, which are not sent. */
  readonly skipped: readonly GridRowDraft[];
  readonly refusal: string | null;
  readonly failure: Failure | null;
}

type SavePatientsEvent = { readonly type: 'SAVE'; readonly rows: readonly GridRowDraft[] };

type SavePatientsEmitted =
  | { readonly type: 'saved'; readonly count: number; readonly skipped: readonly GridRowDraft[] }
  | RefusedEvent
  | DefectEvent;

/**
 * The grid's Save All (SPEC §2 "Add Patients", §5 "Add patients", §8; SPEC-NOTES "Partly filled rows").
 *
 * ```
 * idle → SAVE → saving → idle (emits saved) | idle (failure)
 * idle → SAVE without a complete row → idle (refusal)
 * ```
 */
export const savePatientsMachine = setup({
  types: {} as {
    context: SavePatientsContext;
    events: SavePatientsEvent;
    emitted: SavePatientsEmitted;
    tags: 'idle' | 'busy';
  },
  actors: {
    addPatients: notProvided<unknown, readonly PatientImportRow[]>('addPatients'),
  },
  guards: {
    nothingComplete: (_, { rows }: { rows: readonly GridRowDraft[] }) => !rows.some(isCompleteRow),
  },
  actions: {
    refuse: refuseWith(validationMessages.addPatients),
    keepRows: assign((_, { rows }: { rows: readonly GridRowDraft[] }) => {
      const { complete, partial } = sortRows(rows);
      return { rows: complete, skipped: partial, refusal: null, failure: null };
    }),
    forgetRows: assign({ rows: [], skipped: [] }),
    fail: keepFailure(),
  },
}).createMachine({
  id: 'savePatients',
  context: { rows: [], skipped: [], refusal: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      tags: 'idle',
      on: {
        SAVE: [
          { guard: { type: 'nothingComplete', params: ({ event }) => event }, actions: 'refuse' },
          { target: 'saving', actions: { type: 'keepRows', params: ({ event }) => event } },
        ],
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'addPatients',
        src: 'addPatients',
        input: ({ context }) => context.rows.map(importRowOf),
        onDone: {
          target: 'idle',
          actions: [
            emit(({ context }) => ({ type: 'saved', count: context.rows.length, skipped: context.skipped })),
            'forgetRows',
          ],
        },
        onError: { target: 'idle', actions: { type: 'fail', params: caught } },
      },
    },
  },
});

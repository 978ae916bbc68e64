import { assign, emit, fromPromise, setup } from 'xstate';
import {
  ImportError,
  type ImportedRow,
  type ImportFailureReason,
  type ImportKits,
  type ImportResult,
} from '@/contract/import-result';

type ImportFailure = { readonly reason: ImportFailureReason; readonly message: string };

type ImportPatientsContext = {
  file: File | null;
  kits: ImportKits;
  /** Share of the reading that is done, 0 to 1. */
  progress: number;
  result: ImportResult | null;
  failure: ImportFailure | null;
};

export type ImportPatientsEvent =
  | { type: 'dialog.opened' }
  | { type: 'dialog.closed' }
  | { type: 'file.chosen'; file: File; kits: ImportKits }
  | { type: 'read.progressed'; progress: number }
  | { type: 'read.cancelled' }
  /** The kit list arrived after the file was read, and the rows were looked up again. */
  | { type: 'kits.lookedUp'; result: ImportResult }
  | { type: 'rows.accepted' };

export type RowsForGrid = { type: 'rows.forGrid'; rows: readonly ImportedRow[] };

export type ReadFileInput = {
  readonly file: File;
  readonly kits: ImportKits;
  readonly onProgress: (progress: number) => void;
};

const nothingChosen: ImportPatientsContext = {
  file: null,
  kits: [],
  progress: 0,
  result: null,
  failure: null,
};

function toFailure(error: unknown): ImportFailure {
  const { reason, message } =
    error instanceof ImportError ? error : new ImportError('unreadable', { cause: error });
  return { reason, message };
}

/**
 * The steps of "Import Patients from File" (SPEC §2 Patients section, §5 Spreadsheet import): choose, read, preview,
 * accept. Emits `rows.forGrid` once per accepted file and changes nothing else, so that closing, cancelling and failing
 * leave the grid as it was. A failure leads back to where the user can choose again; an earlier preview stays.
 * `readFile` must be provided; it rejects with ImportError, anything else counts as `unreadable`.
 */
export const importPatientsMachine = setup({
  types: {
    context: {} as ImportPatientsContext,
    events: {} as ImportPatientsEvent,
    emitted: {} as RowsForGrid,
    tags: {} as 'open' | 'busy' | 'preview',
  },
  actors: {
    readFile: fromPromise<ImportResult, ReadFileInput>(() => {
      throw new Error('importPatientsMachine: provide readFile');
    }),
  },
  guards: {
    hasPreview: ({ context }) => context.result !== null,
    // A kit that nobody looked up must not be stored as "no kit" (SPEC-NOTES, Spreadsheet import).
    kitsAreKnown: ({ context }) => context.result !== null && !context.result.kitsNotLookedUp,
  },
  actions: {
    forgetAll: assign(nothingChosen),
    takeFile: assign(({ event }) =>
      event.type === 'file.chosen' ? { file: event.file, kits: event.kits, progress: 0, failure: null } : {},
    ),
    handOver: emit(
      ({ context }): RowsForGrid => ({ type: 'rows.forGrid', rows: context.result?.rows ?? [] }),
    ),
  },
}).createMachine({
  id: 'importPatients',
  context: nothingChosen,
  initial: 'closed',
  on: { 'dialog.closed': { target: '.closed' } },
  states: {
    closed: {
      entry: 'forgetAll',
      on: { 'dialog.opened': 'choosing' },
    },
    choosing: {
      tags: 'open',
      on: { 'file.chosen': 'reading' },
    },
    reading: {
      tags: ['open', 'busy'],
      entry: 'takeFile',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context, self }) => {
          if (!context.file) throw new Error('importPatientsMachine: reading without a file');
          const onProgress = (progress: number) => self.send({ type: 'read.progressed', progress });
          return { file: context.file, kits: context.kits, onProgress };
        },
        onDone: { target: 'previewing', actions: assign({ result: ({ event }) => event.output }) },
        onError: [
          {
            guard: 'hasPreview',
            target: 'previewing',
            actions: assign({ failure: ({ event }) => toFailure(event.error) }),
          },
          { target: 'choosing', actions: assign({ failure: ({ event }) => toFailure(event.error) }) },
        ],
      },
      on: {
        'read.progressed': { actions: assign({ progress: ({ event }) => event.progress }) },
        'read.cancelled': [{ guard: 'hasPreview', target: 'previewing' }, { target: 'choosing' }],
      },
    },
    previewing: {
      tags: ['open', 'preview'],
      on: {
        'file.chosen': 'reading',
        'kits.lookedUp': { actions: assign({ result: ({ event }) => event.result, failure: null }) },
        'rows.accepted': { guard: 'kitsAreKnown', target: 'accepted', actions: 'handOver' },
      },
    },
    accepted: {
      on: { 'dialog.opened': { target: 'choosing', actions: 'forgetAll' } },
    },
  },
});

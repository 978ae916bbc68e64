import { assertEvent, assign, emit, enqueueActions, setup } from 'xstate';
import {
  type ColumnMatch,
  type FileColumns,
  ImportError,
  type ImportedRow,
  type ImportFailureReason,
  type ImportKits,
  type ImportResult,
  type SheetReading,
  type SheetView,
} from '@/domain/patient-import';
import { errorIn, notProvided } from './failure';

/** Why no rows could be read from a file; `message` is shown to the user. */
interface ImportFailure {
  readonly reason: ImportFailureReason;
  readonly message: string;
}

interface ImportPatientsContext {
  /** The file that is being read, or was read last. */
  readonly file: File | null;
  readonly kits: ImportKits;
  /** The part of `file` to read; null: its first sheet. */
  readonly view: SheetView | null;
  /** The columns that the user confirmed for `file`; null until then. */
  readonly match: ColumnMatch | null;
  /** What the user chose for `result` and did not confirm yet; null without a choice. */
  readonly choice: ColumnMatch | null;
  /** Progress of reading the file, 0 to 1. */
  readonly progress: number;
  readonly result: ImportResult | null;
  /** The file that `result` was read from. */
  readonly source: File | null;
  readonly failure: ImportFailure | null;
}

export type ImportPatientsEvent =
  | { readonly type: 'OPEN' | 'CLOSE' | 'CANCEL' | 'CHANGE_COLUMNS' | 'ACCEPT' }
  | { readonly type: 'CHOOSE'; readonly file: File; readonly kits: ImportKits }
  | { readonly type: 'PROGRESS'; readonly progress: number }
  /** The user said where a column is. */
  | { readonly type: 'CHOOSE_COLUMNS'; readonly match: ColumnMatch }
  /** The user wants another sheet, another header row, or what is hidden in the file. */
  | { readonly type: 'CHANGE_VIEW'; readonly view: SheetView; readonly kits: ImportKits }
  | { readonly type: 'CONFIRM_COLUMNS'; readonly match: ColumnMatch; readonly kits: ImportKits }
  /** The kit list arrived after the file was read, and the rows were looked up again. */
  | { readonly type: 'KITS_LOOKED_UP'; readonly result: ImportResult };

export type ImportPatientsEmitted =
  | { readonly type: 'rows-for-grid'; readonly rows: readonly ImportedRow[] }
  | { readonly type: 'columns-confirmed'; readonly columns: FileColumns; readonly match: ColumnMatch };

export interface ReadFileInput {
  readonly file: File;
  readonly kits: ImportKits;
  readonly view: SheetView | null;
  /** Null: by position, by an earlier confirmed choice, or as suggested. */
  readonly match: ColumnMatch | null;
  readonly onProgress: (progress: number) => void;
}

const nothingChosen: ImportPatientsContext = {
  file: null,
  kits: [],
  view: null,
  match: null,
  choice: null,
  progress: 0,
  result: null,
  source: null,
  failure: null,
};

const viewOf = ({ sheet, headerRow, withHidden }: SheetReading): SheetView => ({
  sheet,
  headerRow,
  withHidden,
});

const isSameMatch = (one: ColumnMatch, other: ColumnMatch): boolean =>
  (Object.keys(one) as (keyof ColumnMatch)[]).every((target) => one[target] === other[target]);

const headersOf = ({ sources }: FileColumns): string =>
  JSON.stringify(sources.map(({ index, header }) => [index, header]));

/** Whether both files have the same header row, which is not that of the sample file. */
const hasSameHeader = (one: ImportResult | null, { columns }: ImportResult): boolean =>
  one !== null && one.columns !== null && columns !== null && headersOf(one.columns) === headersOf(columns);

function toFailure(error: unknown): ImportFailure {
  const { reason, message } =
    error instanceof ImportError ? error : new ImportError('unreadable', { cause: error });
  return { reason, message };
}

/**
 * The steps of "Import Patients from File" (§2 Patients section, §5 Spreadsheet import): choose, read, match the
 * columns if the header row is not that of the sample file, preview, accept. Emits `rows-for-grid` once per accepted
 * file and changes nothing else, so that closing, cancelling and failing leave the grid unchanged.
 * Chart: docs/machines/import-patients.md
 *
 * After a failure the user can choose a file again; what was read and chosen before is kept, also for a file with the
 * same header row. `readFile` must be provided; it rejects with ImportError, and any other error counts as `unreadable`.
 */
export const importPatientsMachine = setup({
  types: {} as {
    context: ImportPatientsContext;
    events: ImportPatientsEvent;
    emitted: ImportPatientsEmitted;
    tags: 'open' | 'busy' | 'matching' | 'preview';
  },
  actors: {
    readFile: notProvided<ImportResult, ReadFileInput>('readFile'),
  },
  guards: {
    hasPreview: ({ context }) => context.result?.confirmed === true,
    hasResult: ({ context }) => context.result !== null,
    hasColumns: ({ context }) => context.result !== null && context.result.columns !== null,
    /** Remembered columns do not replace an unconfirmed choice of the user. */
    needsNoQuestion: ({ context: { match, choice, result } }, read: ImportResult) =>
      read.confirmed && (match !== null || choice === null || !hasSameHeader(result, read)),
    hasNoColumn: ({ event }) =>
      event.type === 'CONFIRM_COLUMNS' && Object.values(event.match).every((index) => index === null),
    isReadSo: ({ context: { result }, event }) =>
      event.type === 'CONFIRM_COLUMNS' && result !== null && isSameMatch(result.match, event.match),
    // A kit that was not looked up must not be stored as "no kit" (§Notes, Spreadsheet import).
    canBeAdded: ({ context: { result } }) =>
      result !== null && result.rows.length > 0 && !result.kitsNotLookedUp,
  },
  actions: {
    clearAll: assign(nothingChosen),
    setFile: assign(({ event }) => {
      assertEvent(event, 'CHOOSE');
      return { file: event.file, kits: event.kits, view: null, match: null, progress: 0, failure: null };
    }),
    setView: assign(({ context, event }) => {
      assertEvent(event, 'CHANGE_VIEW');
      const { view, kits } = event;
      return { file: context.source, kits, view, match: null, progress: 0, failure: null };
    }),
    setResult: assign(({ event }) => {
      assertEvent(event, 'KITS_LOOKED_UP');
      return { result: event.result };
    }),
    fail: assign({ failure: ({ event }) => toFailure(errorIn(event)) }),
    reportColumns: enqueueActions(({ context: { match, result }, enqueue }) => {
      if (match === null || result === null || result.columns === null) return;
      enqueue.emit({ type: 'columns-confirmed', columns: result.columns, match: result.match });
    }),
  },
}).createMachine({
  id: 'importPatients',
  context: nothingChosen,
  initial: 'closed',
  on: { CLOSE: { target: '.closed' } },
  states: {
    closed: {
      entry: 'clearAll',
      on: { OPEN: 'choosing' },
    },
    choosing: {
      tags: 'open',
      on: { CHOOSE: { target: 'reading', actions: 'setFile' } },
    },
    reading: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context, self }) => {
          const { file, kits, view, match } = context;
          if (file === null) throw new Error('A reading was started without a file.');
          return {
            file,
            kits,
            view,
            match,
            onProgress: (progress) => self.send({ type: 'PROGRESS', progress }),
          };
        },
        onDone: [
          {
            guard: { type: 'needsNoQuestion', params: ({ event }) => event.output },
            target: 'previewing',
            actions: [
              assign(({ context, event }) => ({ result: event.output, source: context.file, choice: null })),
              'reportColumns',
            ],
          },
          {
            target: 'matching',
            // The user's choice for the same header row stays.
            actions: assign(({ context, event }) => ({
              result: { ...event.output, confirmed: false },
              source: context.file,
              choice: hasSameHeader(context.result, event.output) ? context.choice : null,
            })),
          },
        ],
        onError: [
          { guard: 'hasPreview', target: 'previewing', actions: 'fail' },
          { guard: 'hasResult', target: 'matching', actions: 'fail' },
          { target: 'choosing', actions: 'fail' },
        ],
      },
      on: {
        // The user chose another file meanwhile: the last one counts.
        CHOOSE: {
          target: 'reading',
          reenter: true,
          actions: 'setFile',
        },
        PROGRESS: { actions: assign({ progress: ({ event }) => event.progress }) },
        KITS_LOOKED_UP: {
          guard: 'hasResult',
          actions: 'setResult',
        },
        CANCEL: [
          { guard: 'hasPreview', target: 'previewing' },
          { guard: 'hasResult', target: 'matching' },
          { target: 'choosing' },
        ],
      },
    },
    matching: {
      tags: ['open', 'matching'],
      on: {
        CHOOSE: { target: 'reading', actions: 'setFile' },
        KITS_LOOKED_UP: { actions: 'setResult' },
        CHANGE_VIEW: { target: 'reading', actions: 'setView' },
        CHOOSE_COLUMNS: { actions: assign({ choice: ({ event }) => event.match }) },
        CONFIRM_COLUMNS: [
          // No column would be read.
          { guard: 'hasNoColumn' },
          {
            guard: 'isReadSo',
            target: 'previewing',
            actions: [
              assign(({ context: { result }, event }) => ({
                result: result && { ...result, confirmed: true },
                match: event.match,
                choice: null,
                failure: null,
              })),
              'reportColumns',
            ],
          },
          {
            target: 'reading',
            actions: assign(({ context: { source, result }, event: { match, kits } }) => ({
              file: source,
              kits,
              // The view of `result`: reading another view may have failed since.
              view: result && viewOf(result.reading),
              match,
              choice: match,
              progress: 0,
              failure: null,
            })),
          },
        ],
      },
    },
    previewing: {
      tags: ['open', 'preview'],
      on: {
        CHOOSE: { target: 'reading', actions: 'setFile' },
        CHANGE_VIEW: { target: 'reading', actions: 'setView' },
        CHANGE_COLUMNS: {
          guard: 'hasColumns',
          target: 'matching',
          actions: assign(({ context: { result } }) => ({
            result: result && { ...result, confirmed: false },
            failure: null,
          })),
        },
        KITS_LOOKED_UP: { actions: ['setResult', assign({ failure: null })] },
        ACCEPT: {
          guard: 'canBeAdded',
          target: 'accepted',
          actions: emit(({ context }) => ({ type: 'rows-for-grid', rows: context.result?.rows ?? [] })),
        },
      },
    },
    accepted: {
      on: { OPEN: { target: 'choosing', actions: 'clearAll' } },
    },
  },
});

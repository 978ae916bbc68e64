import { assign, emit, enqueueActions, setup } from 'xstate';
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
import { type Caught, caught, notProvided } from './failure';

/** Why no rows could be read from a file; `message` is shown to the user. */
interface ImportFailure {
  readonly reason: ImportFailureReason;
  readonly message: string;
}

interface ImportPatientsContext {
  /** The file that is being read, or was read last. */
  readonly file: File | null;
  readonly kits: ImportKits;
  /** What of `file` is read; null: its first sheet. */
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

const hasColumn = (match: ColumnMatch): boolean => Object.values(match).some((index) => index !== null);

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
 *
 * ```
 * closed → OPEN → choosing → CHOOSE → reading → previewing → ACCEPT → accepted
 * reading → matching → CONFIRM_COLUMNS → previewing, or reading again if the user changed the suggestion
 * previewing → CHANGE_COLUMNS → matching
 * matching, previewing → CHANGE_VIEW → reading another sheet, header row, or what is hidden
 * reading → CHOOSE → reading the other file ; CANCEL → choosing | matching | previewing ; any → CLOSE → closed
 * ```
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
    /** Columns that were remembered do not replace a choice that the user is about to make. */
    needsNoQuestion: ({ context: { match, choice, result } }, read: ImportResult) =>
      read.confirmed && (match !== null || choice === null || !hasSameHeader(result, read)),
    hasNoColumn: (_, { match }: { match: ColumnMatch }) => !hasColumn(match),
    isReadSo: ({ context }, { match }: { match: ColumnMatch }) =>
      context.result !== null && isSameMatch(context.result.match, match),
    // A kit that was not looked up must not be stored as "no kit" (§Notes, Spreadsheet import).
    canBeAdded: ({ context: { result } }) =>
      result !== null && result.rows.length > 0 && !result.kitsNotLookedUp,
  },
  actions: {
    clearAll: assign(nothingChosen),
    takeFile: assign((_, { file, kits }: { file: File; kits: ImportKits }) => ({
      file,
      kits,
      view: null,
      match: null,
      progress: 0,
      failure: null,
    })),
    takeView: assign(({ context }, { view, kits }: { view: SheetView; kits: ImportKits }) => ({
      file: context.source,
      kits,
      view,
      match: null,
      progress: 0,
      failure: null,
    })),
    takeMatch: assign(({ context }, { match, kits }: { match: ColumnMatch; kits: ImportKits }) => ({
      file: context.source,
      kits,
      // The one that was read: another one may have failed since.
      view: context.result && viewOf(context.result.reading),
      match,
      choice: match,
      progress: 0,
      failure: null,
    })),
    keepProgress: assign({ progress: (_, { progress }: { progress: number }) => progress }),
    keepReading: assign(({ context }, read: ImportResult) => ({
      result: read,
      source: context.file,
      choice: null,
    })),
    /** The user is asked; what they chose before for the same header row is still chosen. */
    keepQuestion: assign(({ context }, read: ImportResult) => ({
      result: { ...read, confirmed: false },
      source: context.file,
      choice: hasSameHeader(context.result, read) ? context.choice : null,
    })),
    keepChoice: assign((_, { match }: { match: ColumnMatch }) => ({ choice: match })),
    keepResult: assign({ result: (_, { result }: { result: ImportResult }) => result }),
    keepConfirmed: assign(({ context: { result } }) => ({
      result: result && { ...result, confirmed: true },
      choice: null,
      failure: null,
    })),
    askAgain: assign(({ context: { result } }) => ({
      result: result && { ...result, confirmed: false },
      failure: null,
    })),
    clearFailure: assign({ failure: null }),
    fail: assign({ failure: (_, { error }: Caught) => toFailure(error) }),
    /** The user confirmed the columns by which the rows were read. */
    reportConfirmed: enqueueActions(({ context, enqueue }) => {
      const { columns = null, match } = context.result ?? {};
      if (columns !== null && match !== undefined)
        enqueue.emit({ type: 'columns-confirmed', columns, match });
    }),
    /** The rows were read by the columns that the user changed. */
    reportChanged: enqueueActions(({ context, enqueue }, { columns, match }: ImportResult) => {
      if (columns !== null && context.match !== null)
        enqueue.emit({ type: 'columns-confirmed', columns, match });
    }),
    handOver: emit(({ context }) => ({ type: 'rows-for-grid', rows: context.result?.rows ?? [] })),
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
      on: { CHOOSE: { target: 'reading', actions: { type: 'takeFile', params: ({ event }) => event } } },
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
              { type: 'keepReading', params: ({ event }) => event.output },
              { type: 'reportChanged', params: ({ event }) => event.output },
            ],
          },
          { target: 'matching', actions: { type: 'keepQuestion', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: 'hasPreview', target: 'previewing', actions: { type: 'fail', params: caught } },
          { guard: 'hasResult', target: 'matching', actions: { type: 'fail', params: caught } },
          { target: 'choosing', actions: { type: 'fail', params: caught } },
        ],
      },
      on: {
        // The user chose another file meanwhile: the last one counts.
        CHOOSE: {
          target: 'reading',
          reenter: true,
          actions: { type: 'takeFile', params: ({ event }) => event },
        },
        PROGRESS: { actions: { type: 'keepProgress', params: ({ event }) => event } },
        KITS_LOOKED_UP: {
          guard: 'hasResult',
          actions: { type: 'keepResult', params: ({ event }) => event },
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
        CHOOSE: { target: 'reading', actions: { type: 'takeFile', params: ({ event }) => event } },
        KITS_LOOKED_UP: { actions: { type: 'keepResult', params: ({ event }) => event } },
        CHANGE_VIEW: { target: 'reading', actions: { type: 'takeView', params: ({ event }) => event } },
        CHOOSE_COLUMNS: { actions: { type: 'keepChoice', params: ({ event }) => event } },
        CONFIRM_COLUMNS: [
          // Nothing would be read.
          { guard: { type: 'hasNoColumn', params: ({ event }) => event } },
          {
            guard: { type: 'isReadSo', params: ({ event }) => event },
            target: 'previewing',
            actions: ['reportConfirmed', 'keepConfirmed'],
          },
          {
            target: 'reading',
            actions: { type: 'takeMatch', params: ({ event }) => event },
          },
        ],
      },
    },
    previewing: {
      tags: ['open', 'preview'],
      on: {
        CHOOSE: { target: 'reading', actions: { type: 'takeFile', params: ({ event }) => event } },
        CHANGE_VIEW: { target: 'reading', actions: { type: 'takeView', params: ({ event }) => event } },
        CHANGE_COLUMNS: { guard: 'hasColumns', target: 'matching', actions: 'askAgain' },
        KITS_LOOKED_UP: { actions: [{ type: 'keepResult', params: ({ event }) => event }, 'clearFailure'] },
        ACCEPT: { guard: 'canBeAdded', target: 'accepted', actions: 'handOver' },
      },
    },
    accepted: {
      on: { OPEN: { target: 'choosing', actions: 'clearAll' } },
    },
  },
});

import { assign, emit, setup } from 'xstate';
import {
  ImportError,
  type ImportedRow,
  type ImportFailureReason,
  type ImportKits,
  type ImportResult,
} from '@/contract/patient-import';
import { type Caught, caught, notProvided } from './failure';

/** Why no rows could be read from a file; `message` is shown to the user. */
interface ImportFailure {
  readonly reason: ImportFailureReason;
  readonly message: string;
}

interface ImportPatientsContext {
  readonly file: File | null;
  readonly kits: ImportKits;
  /** Progress of reading the file, 0 to 1. */
  readonly progress: number;
  readonly result: ImportResult | null;
  readonly failure: ImportFailure | null;
}

export type ImportPatientsEvent =
  | { readonly type: 'OPEN' | 'CLOSE' | 'CANCEL' | 'ACCEPT' }
  | { readonly type: 'CHOOSE'; readonly file: File; readonly kits: ImportKits }
  | { readonly type: 'PROGRESS'; readonly progress: number }
  /** The kit list arrived after the file was read, and the rows were looked up again. */
  | { readonly type: 'KITS_LOOKED_UP'; readonly result: ImportResult };

export type ImportPatientsEmitted = {
  readonly type: 'rows-for-grid';
  readonly rows: readonly ImportedRow[];
};

export interface ReadFileInput {
  readonly file: File;
  readonly kits: ImportKits;
  readonly onProgress: (progress: number) => void;
}

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
 * accept. Emits `rows-for-grid` once per accepted file and changes nothing else, so that closing, cancelling and
 * failing leave the grid unchanged.
 *
 * ```
 * closed → OPEN → choosing → CHOOSE → reading → previewing → ACCEPT → accepted
 * reading → CANCEL → choosing | previewing ; any → CLOSE → closed
 * ```
 * After a failure the user can choose a file again; an earlier preview is kept. `readFile` must be provided; it rejects
 * with ImportError, and any other error counts as `unreadable`.
 */
export const importPatientsMachine = setup({
  types: {} as {
    context: ImportPatientsContext;
    events: ImportPatientsEvent;
    emitted: ImportPatientsEmitted;
    tags: 'open' | 'busy' | 'preview';
  },
  actors: {
    readFile: notProvided<ImportResult, ReadFileInput>('readFile'),
  },
  guards: {
    hasPreview: ({ context }) => context.result !== null,
    // A kit that was not looked up must not be stored as "no kit" (SPEC-NOTES, Spreadsheet import).
    kitsAreKnown: ({ context }) => context.result !== null && !context.result.kitsNotLookedUp,
  },
  actions: {
    clearAll: assign(nothingChosen),
    takeFile: assign((_, { file, kits }: { file: File; kits: ImportKits }) => ({
      file,
      kits,
      progress: 0,
      failure: null,
    })),
    keepProgress: assign({ progress: (_, { progress }: { progress: number }) => progress }),
    keepResult: assign((_, { result }: { result: ImportResult }) => ({ result })),
    clearFailure: assign({ failure: null }),
    fail: assign({ failure: (_, { error }: Caught) => toFailure(error) }),
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
          if (context.file === null) throw new Error('A reading was started without a file.');
          const onProgress = (progress: number) => self.send({ type: 'PROGRESS', progress });
          return { file: context.file, kits: context.kits, onProgress };
        },
        onDone: {
          target: 'previewing',
          actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
        },
        onError: [
          { guard: 'hasPreview', target: 'previewing', actions: { type: 'fail', params: caught } },
          { target: 'choosing', actions: { type: 'fail', params: caught } },
        ],
      },
      on: {
        PROGRESS: { actions: { type: 'keepProgress', params: ({ event }) => event } },
        CANCEL: [{ guard: 'hasPreview', target: 'previewing' }, { target: 'choosing' }],
      },
    },
    previewing: {
      tags: ['open', 'preview'],
      on: {
        CHOOSE: { target: 'reading', actions: { type: 'takeFile', params: ({ event }) => event } },
        KITS_LOOKED_UP: { actions: [{ type: 'keepResult', params: ({ event }) => event }, 'clearFailure'] },
        ACCEPT: { guard: 'kitsAreKnown', target: 'accepted', actions: 'handOver' },
      },
    },
    accepted: {
      on: { OPEN: { target: 'choosing', actions: 'clearAll' } },
    },
  },
});

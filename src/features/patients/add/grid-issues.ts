import { useSyncExternalStore } from 'react';
import type { Patient } from '@/contract';
import type { ImportField, ImportIssue } from '@/domain/patient-import';
import { isSameRow } from '@/domain/patient-rows';
import type { GridRow } from '@/domain/storage-keys';
import { createSignal } from '@/lib/signal';
import { whenIdle } from '@/lib/when-idle';
import { createPeopleIndex } from '../people-index';
import { valueIssues } from '../row-issues';
import { strings } from '../strings';
import { type GridRows, type GridStore, rowState } from './grid-store';

/** What the bar above the grid counts. */
type IssueKind = 'email' | 'phone' | 'age' | 'postalCode' | 'duplicate' | 'rejected';

/** A value of a row that the user should look at. It keeps nothing from being sent: the server decides (§5). */
export interface RowIssue {
  readonly kind: IssueKind;
  /** The cell where it can be fixed. */
  readonly column: ImportField;
  /** `error`: the server will hardly accept it. `warning`: it may be right. */
  readonly level: ImportIssue['level'];
  readonly message: string;
}

interface IssueCounts {
  /** Rows with an issue. */
  readonly rows: number;
  /** Complete rows with an issue: Save All sends them. */
  readonly complete: number;
  readonly kinds: Readonly<Partial<Record<IssueKind, number>>>;
}

/** Milliseconds of comparing at a time: all of 10,000 rows at once would block a frame. */
const sliceTime = 8;

const soon = { timeout: 500, fallbackDelay: 50 };

const none: readonly RowIssue[] = [];
const noCounts: IssueCounts = { rows: 0, complete: 0, kinds: {} };

/** Those that can be fixed in the grid; it has no cell for what an imported row says of its order. */
const gridKinds = ['email', 'phone', 'age', 'postalCode'] as const;

// Rows are immutable, so what is wrong with their values can be cached.
const issuesByRow = new WeakMap<GridRow, readonly RowIssue[]>();

function issuesOfValues(row: GridRow): readonly RowIssue[] {
  const cached = issuesByRow.get(row);
  if (cached !== undefined) return cached;
  const issues = valueIssues(row).flatMap(({ column, level }) => {
    const kind = gridKinds.find((gridKind) => gridKind === column);
    return kind === undefined ? [] : [{ kind, column, level, message: strings.issues.values[kind] }];
  });
  issuesByRow.set(row, issues.length === 0 ? none : issues);
  return issues.length === 0 ? none : issues;
}

type ComparedPatient = Pick<Patient, 'patient_name' | 'patient_email' | 'patient_phone' | 'patient_age'>;

export interface GridIssues {
  /** The same array until the row's issues change. */
  of(id: string): readonly RowIssue[];
  /** The same object until a number changes. */
  counts(): IssueCounts;
  /** The next row with an issue after the given one, starting over at the end; null if there is none. */
  after(id: string | null): { readonly id: string; readonly issue: RowIssue } | null;
  subscribe(listener: () => void): () => void;
  /** Sets the clinic's patients, with whom rows are compared. */
  setPatients(patients: readonly ComparedPatient[]): void;
  /**
   * Marks the rows that the server's message about a rejected Save All names, until they are changed.
   *
   * @param sent the rows as they were sent; one that was changed since is not marked
   */
  setRejection(message: string | null, sent: readonly GridRow[]): void;
  /** Starts watching the grid; returns a function that stops. */
  start(): () => void;
}

/** A message that names a person says what to look at, too: "Ava Thompson: A patient with this email exists." */
const subjects: readonly (readonly [RegExp, ImportField])[] = [
  [/e-?mail/i, 'email'],
  [/phone|mobile/i, 'phone'],
  [/\bage\b/i, 'age'],
  [/\b(?:zip|postal|post ?code)/i, 'postalCode'],
  [/\b(?:address|street|city|state|country)\b/i, 'street'],
];

/** What belongs to a name or an email around a place in a text. */
const wordBefore = /[\p{L}\p{N}@._+-]$/u;
const wordAfter = /^\.?[\p{L}\p{N}@_+-]/u;

/** Whether a text contains a part as whole words. */
function containsWords(text: string, part: string): boolean {
  const words = part.trim();
  const places = text.split(words);
  return (
    words !== '' &&
    places.slice(1).some((after, index) => !wordAfter.test(after) && !wordBefore.test(places[index] ?? ''))
  );
}

/**
 * Returns the sent rows that a message names by their email address or, if it names none, by their whole name. Letter case
 * counts if that finds a row: a patient called "An" is not meant by "an age".
 */
function rowsNamedIn(message: string, sent: readonly GridRow[]): readonly GridRow[] {
  const lower = message.toLowerCase();
  if (/\S@\S/.test(message))
    return sent.filter(({ email }) => email.includes('@') && containsWords(lower, email.toLowerCase()));
  const exactly = sent.filter(({ name }) => containsWords(message, name));
  return exactly.length > 0 ? exactly : sent.filter(({ name }) => containsWords(lower, name.toLowerCase()));
}

/** Watches the rows of a grid for doubtful values and for people who may be in it twice. */
export function createGridIssues(store: GridStore): GridIssues {
  const { subscribe, notify } = createSignal();
  /** The rows as they were compared last, by id. */
  const compared = new Map<string, GridRow>();
  const inGrid = createPeopleIndex<string>();
  const issuesById = new Map<string, readonly RowIssue[]>();
  let patients: readonly ComparedPatient[] = [];
  let inList = createPeopleIndex<number>();
  let indexed = patients;
  let rejected: { readonly rows: ReadonlySet<GridRow>; readonly issue: RowIssue } | null = null;
  /** What is left to compare; null if all was compared. */
  let steps: Iterator<undefined> | null = null;
  let cancelWork: (() => void) | null = null;
  let counts = noCounts;
  let running = false;

  const forget = (id: string) => {
    compared.delete(id);
    issuesById.delete(id);
    inGrid.remove(id);
  };

  /** Someone who may be the same person as the one in a row, in the grid or in the list. */
  const duplicateOf = (row: GridRow): RowIssue | null => {
    const patient = inList.like(row);
    const twin = inGrid.like(row, row.id);
    const at = twin === null ? undefined : store.position(twin.id);
    // The same email counts before the same name: the server rejects it.
    for (const by of ['email', 'name'] as const) {
      if (patient?.by === by) return duplicate(by, strings.issues.inList[by]);
      if (twin?.by === by && at !== undefined) return duplicate(by, strings.issues.inGrid[by](at + 1));
    }
    return null;
  };

  const find = (row: GridRow): readonly RowIssue[] => {
    const doubtful = issuesOfValues(row);
    const twice = duplicateOf(row);
    const rejection = rejected?.rows.has(row) ? [rejected.issue] : none;
    return twice === null && rejection.length === 0
      ? doubtful
      : [...rejection, ...doubtful, ...(twice === null ? none : [twice])];
  };

  const of = (id: string): readonly RowIssue[] => {
    const row = store.row(id);
    const issues = row === undefined ? none : find(row);
    const before = issuesById.get(id) ?? none;
    const isSame =
      issues.length === before.length && issues.every(({ message }, at) => message === before[at]?.message);
    if (isSame) return before;
    issuesById.set(id, issues);
    return issues;
  };

  const recount = () => {
    const kinds: Partial<Record<IssueKind, number>> = {};
    let rows = 0;
    let complete = 0;
    for (const row of store.rows()) {
      // A value is doubtful until it is typed to the end.
      const issues = row.id === store.typedRow() ? none : find(row);
      if (issues.length === 0) continue;
      rows += 1;
      if (rowState(row) === 'complete') complete += 1;
      for (const { kind } of issues) kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    const next = { rows, complete, kinds };
    if (JSON.stringify(next) !== JSON.stringify(counts)) counts = next;
  };

  /** Whether the index is of an older list; a grid without values needs no index of thousands of patients. */
  const listNeedsIndex = () => indexed !== patients && store.rows().some((row) => rowState(row) !== 'blank');

  function* indexPatients(): Generator<undefined> {
    const indexing = patients;
    const index = createPeopleIndex<number>();
    for (const [at, patient] of indexing.entries()) {
      index.set(at, {
        name: patient.patient_name,
        email: patient.patient_email,
        phone: patient.patient_phone,
        age: patient.patient_age,
      });
      yield;
    }
    inList = index;
    indexed = indexing;
  }

  function* indexRows(rows: GridRows): Generator<undefined> {
    for (const id of compared.keys()) if (store.row(id) === undefined) forget(id);
    for (const row of rows) {
      if (compared.get(row.id) === row) continue;
      compared.set(row.id, row);
      inGrid.set(row.id, row);
      // Cached, so that counting does not check thousands of rows at once.
      issuesOfValues(row);
      yield;
    }
  }

  /** Brings both indexes up to date, a person at a time; rows and patients may change meanwhile. */
  function* compareChanged(): Generator<undefined> {
    let rows: GridRows | null = null;
    while (rows !== store.rows() || listNeedsIndex()) {
      rows = store.rows();
      yield* indexRows(rows);
      if (listNeedsIndex()) yield* indexPatients();
    }
  }

  function work(): void {
    cancelWork = null;
    steps ??= compareChanged();
    const end = performance.now() + sliceTime;
    while (performance.now() < end) {
      if (!steps.next().done) continue;
      steps = null;
      recount();
      notify();
      return;
    }
    schedule();
  }

  const schedule = () => {
    if (running) cancelWork ??= whenIdle(work, soon);
  };

  return {
    of,
    counts: () => counts,
    after(id) {
      const ids = store.rowIds();
      const start = id === null ? 0 : (store.position(id) ?? -1) + 1;
      for (const next of [...ids.slice(start), ...ids.slice(0, start)]) {
        const [issue] = of(next);
        if (issue !== undefined) return { id: next, issue };
      }
      return null;
    },
    subscribe,
    setPatients(next) {
      patients = next;
      schedule();
    },
    setRejection(message, sent) {
      if (message === null && rejected === null) return;
      const column = subjects.find(([pattern]) => pattern.test(message ?? ''))?.[1] ?? 'name';
      rejected =
        message === null
          ? null
          : {
              rows: new Set(
                rowsNamedIn(message, sent).flatMap((row) => {
                  const now = store.row(row.id);
                  return now !== undefined && isSameRow(now, row) ? [now] : [];
                }),
              ),
              issue: { kind: 'rejected', column, level: 'error', message },
            };
      schedule();
    },
    start() {
      running = true;
      const stop = store.subscribe(() => {
        notify();
        schedule();
      });
      schedule();
      return () => {
        stop();
        running = false;
        cancelWork?.();
        cancelWork = null;
      };
    },
  };
}

const duplicate = (by: 'email' | 'name', message: string): RowIssue => ({
  kind: 'duplicate',
  column: by,
  level: by === 'email' ? 'error' : 'warning',
  message,
});

/** Subscribes to one row's issues. */
export const useRowIssues = (issues: GridIssues, id: string): readonly RowIssue[] =>
  useSyncExternalStore(issues.subscribe, () => issues.of(id));

/** Subscribes to the numbers of the whole grid. */
export const useIssueCounts = (issues: GridIssues): IssueCounts =>
  useSyncExternalStore(issues.subscribe, issues.counts);

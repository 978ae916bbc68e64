import { blankGridRow, type GridRowDraft } from '@/contract/storage-keys';
import { fillBlankRows, type GridRows, type GridRowValues, rowState } from './grid-rows';

/** Steps that undo can take back. A step holds references to rows, not copies. */
const undoLimit = 50;

interface GridCounts {
  readonly complete: number;
  readonly incomplete: number;
}

type Listener = () => void;

/**
 * The rows of the Add Patients grid, outside React: a keystroke tells the one row that changed, and whoever subscribes to
 * everything. All rows and the arrays that hold them are immutable.
 */
export interface GridStore {
  rows(): GridRows;
  row(id: string): GridRowDraft | undefined;
  /** The same array until a row comes or goes. */
  rowIds(): readonly string[];
  /** The same object until a number changes. */
  counts(): GridCounts;
  canUndo(): boolean;
  canRedo(): boolean;
  subscribe(listener: Listener): () => void;
  subscribeRow(id: string, listener: Listener): () => void;
  /** Changes one row. Successive edits with the same `step` are taken back together, until `endStep`. */
  edit(id: string, change: Partial<GridRowValues>, step: string): void;
  endStep(): void;
  /** Any other change, as one step; `newId` names rows that it adds. */
  change(next: (rows: GridRows, newId: () => string) => GridRows): void;
  /** Replaces rows wherever they are held, in the steps of undo and redo as well; it is no step itself. */
  amend(next: (row: GridRowDraft) => GridRowDraft): void;
  addRow(): void;
  removeRow(id: string): void;
  fill(added: readonly GridRowValues[]): void;
  undo(): void;
  redo(): void;
  /** Shows other rows and forgets the steps: they belong to rows that are saved or somebody else's. */
  replaceAll(rows: GridRows): void;
}

export function createGridStore(initial: GridRows): GridStore {
  let rows = initial;
  let index = indexOf(initial);
  let counts = countsOf(initial);
  let past: GridRows[] = [];
  let future: GridRows[] = [];
  let openStep: string | null = null;
  let lastNumber = highestNumber(initial);
  const listeners = new Set<Listener>();
  const rowListeners = new Map<string, Set<Listener>>();

  const newId = () => {
    lastNumber += 1;
    return `row-${lastNumber}`;
  };
  const rowOf = (id: string) => {
    const position = index.positions.get(id);
    return position === undefined ? undefined : rows[position];
  };

  function show(next: GridRows): void {
    const before = new Map([...rowListeners.keys()].map((id) => [id, rowOf(id)]));
    rows = next;
    if (!hasIds(next, index.ids)) index = indexOf(next);
    const counted = countsOf(next);
    if (counted.complete !== counts.complete || counted.incomplete !== counts.incomplete) counts = counted;
    for (const [id, told] of rowListeners) {
      if (before.get(id) !== rowOf(id)) for (const listener of told) listener();
    }
    for (const listener of listeners) listener();
  }

  function commit(next: GridRows, step: string | null): void {
    if (step === null || step !== openStep) past = [...past.slice(1 - undoLimit), rows];
    openStep = step;
    future = [];
    show(next);
  }

  const change: GridStore['change'] = (next) => commit(next(rows, newId), null);

  return {
    rows: () => rows,
    row: rowOf,
    rowIds: () => index.ids,
    counts: () => counts,
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    subscribe: (listener) => subscribed(listeners, listener),
    subscribeRow(id, listener) {
      const told = rowListeners.get(id) ?? new Set();
      rowListeners.set(id, told.add(listener));
      return () => {
        told.delete(listener);
        if (told.size === 0) rowListeners.delete(id);
      };
    },
    edit(id, changed, step) {
      const position = index.positions.get(id);
      const row = rowOf(id);
      if (row !== undefined && position !== undefined)
        commit(rows.with(position, { ...row, ...changed }), step);
    },
    endStep: () => {
      openStep = null;
    },
    change,
    amend(next) {
      const known = new Map<GridRowDraft, GridRowDraft>();
      const amended = (row: GridRowDraft) => {
        const found = known.get(row) ?? next(row);
        known.set(row, found);
        return found;
      };
      past = past.map((step) => step.map(amended));
      future = future.map((step) => step.map(amended));
      show(rows.map(amended));
    },
    addRow: () => change((all, id) => [...all, blankGridRow(id())]),
    removeRow: (id) => change((all) => all.filter((row) => row.id !== id)),
    fill: (added) => change((all, id) => fillBlankRows(all, added, id)),
    undo() {
      const previous = past.at(-1);
      if (previous === undefined) return;
      past = past.slice(0, -1);
      future = [...future, rows];
      openStep = null;
      show(previous);
    },
    redo() {
      const next = future.at(-1);
      if (next === undefined) return;
      future = future.slice(0, -1);
      past = [...past, rows];
      openStep = null;
      show(next);
    },
    replaceAll(next) {
      past = [];
      future = [];
      openStep = null;
      lastNumber = Math.max(lastNumber, highestNumber(next));
      show(next);
    },
  };
}

function subscribed(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface GridIndex {
  readonly ids: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
}

function indexOf(rows: GridRows): GridIndex {
  const ids = rows.map(({ id }) => id);
  return { ids, positions: new Map(ids.map((id, position) => [id, position])) };
}

const hasIds = (rows: GridRows, ids: readonly string[]): boolean =>
  rows.length === ids.length && rows.every(({ id }, position) => id === ids[position]);

function countsOf(rows: GridRows): GridCounts {
  let complete = 0;
  let incomplete = 0;
  for (const row of rows) {
    const state = rowState(row);
    if (state === 'complete') complete += 1;
    if (state === 'incomplete') incomplete += 1;
  }
  return { complete, incomplete };
}

const highestNumber = (rows: GridRows): number =>
  rows.reduce((highest, { id }) => Math.max(highest, Number(/^row-(\d+)$/.exec(id)?.[1] ?? 0)), 0);

import { useCallback, useSyncExternalStore } from 'react';
import { isBlank } from '@/contract';
import { initialGridRows } from '@/contract/constants';
import { type GridRowValues, isBlankRow, isCompleteRow, isSameRow } from '@/domain/patient-rows';
import { blankGridRow, type GridRow } from '@/domain/storage-keys';
import { createSignal, type Signal } from '@/lib/signal';
import type { GridColumn } from './grid-movement';

export type GridRows = readonly GridRow[];

/** `blank` rows are dropped silently; `incomplete` rows are skipped by Save All with a notice (§Notes). */
export type RowState = 'blank' | 'incomplete' | 'complete';

// Rows are immutable, so the state of a row can be cached.
const stateByRow = new WeakMap<GridRow, RowState>();

export function rowState(row: GridRow): RowState {
  const cached = stateByRow.get(row);
  if (cached !== undefined) return cached;
  const state = isCompleteRow(row) ? 'complete' : isBlankRow(row) ? 'blank' : 'incomplete';
  stateByRow.set(row, state);
  return state;
}

/** Returns an id that no other row or page has. (`crypto.randomUUID` is missing without HTTPS.) */
export const newRowId = (): string =>
  `row-${[...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('')}`;

export const blankRows = (count: number): GridRow[] =>
  Array.from({ length: count }, () => blankGridRow(newRowId()));

/** Returns the first cell in which an incomplete row lacks something. */
export const firstGap = (row: GridRow): GridColumn =>
  (['name', 'email', 'phone', 'age'] as const).find((column) => isBlank(row[column])) ?? 'address';

/** Puts values into the blank rows first and appends the rest (§Notes, import). */
function fillBlankRows(rows: GridRows, added: readonly GridRowValues[], newId: () => string): GridRows {
  const waiting = added.values();
  const filled = rows.map((row) => {
    if (rowState(row) !== 'blank') return row;
    const next = waiting.next();
    return next.done ? row : { ...next.value, id: row.id };
  });
  return [...filled, ...[...waiting].map((values) => ({ ...values, id: newId() }))];
}

/** Number of undo steps. A step holds references to rows, not copies. */
const undoLimit = 50;

interface GridCounts {
  readonly complete: number;
  readonly incomplete: number;
}

/**
 * The rows of the Add Patients grid, outside React: a keystroke notifies the listeners of the changed row and those of
 * the whole grid. All rows and the arrays that hold them are immutable.
 */
export interface GridStore {
  rows(): GridRows;
  row(id: string): GridRow | undefined;
  /** The index of a row. */
  position(id: string): number | undefined;
  /** The same array until a row is added or removed. */
  rowIds(): readonly string[];
  /** The same object until a number changes. */
  counts(): GridCounts;
  /** Those of the given rows that are incomplete. */
  incompleteOf(ids: readonly string[]): readonly string[];
  canUndo(): boolean;
  canRedo(): boolean;
  subscribe(listener: () => void): () => void;
  subscribeRow(id: string, listener: () => void): () => void;
  /** Changes one row. Successive edits with the same `step` are undone together, until `endStep`. */
  edit(id: string, change: Partial<GridRowValues>, step: string): void;
  endStep(): void;
  /** The row that is being typed into, until `endStep`; null if there is none. */
  typedRow(): string | null;
  /** Reverts the open step, which then is no undo or redo step. */
  cancelStep(step: string): void;
  /** Any other change, as one undo step; `newId` creates the ids of added rows. */
  change(next: (rows: GridRows, newId: () => string) => GridRows): void;
  /** Replaces rows everywhere, including undo and redo steps; it is not an undo step itself. */
  amend(next: (row: GridRow) => GridRow): void;
  /**
   * Removes rows that were saved, unless they were changed since, also from undo and redo steps: undo restores none. The
   * grid is filled up with blank rows.
   *
   * @returns those that were changed, as they were saved
   */
  removeSaved(saved: GridRows): GridRows;
  addRow(): void;
  removeRow(id: string): void;
  fill(added: readonly GridRowValues[]): void;
  undo(): void;
  redo(): void;
}

export function createGridStore(initial: GridRows): GridStore {
  let rows = initial;
  let index = indexOf(initial);
  let counts = countsOf(initial);
  let past: GridRows[] = [];
  let future: GridRows[] = [];
  let openStep: string | null = null;
  let typedRow: string | null = null;
  const { subscribe, notify } = createSignal();
  const rowSignals = new Map<string, Signal>();

  const rowOf = (id: string) => {
    const position = index.positions.get(id);
    return position === undefined ? undefined : rows[position];
  };

  function show(next: GridRows): void {
    const before = new Map([...rowSignals.keys()].map((id) => [id, rowOf(id)]));
    rows = next;
    if (!hasIds(next, index.ids)) index = indexOf(next);
    if (typedRow !== null && !index.positions.has(typedRow)) typedRow = null;
    const counted = countsOf(next);
    if (counted.complete !== counts.complete || counted.incomplete !== counts.incomplete) counts = counted;
    for (const [id, signal] of rowSignals) if (before.get(id) !== rowOf(id)) signal.notify();
    notify();
  }

  function commit(next: GridRows, step: string | null): void {
    if (step === null || step !== openStep) past = [...past.slice(1 - undoLimit), rows];
    openStep = step;
    future = [];
    show(next);
  }

  function endTyping(): void {
    if (typedRow === null) return;
    typedRow = null;
    notify();
  }

  const change: GridStore['change'] = (next) => commit(next(rows, newRowId), null);

  return {
    rows: () => rows,
    row: rowOf,
    position: (id) => index.positions.get(id),
    rowIds: () => index.ids,
    counts: () => counts,
    incompleteOf: (ids) =>
      ids.filter((id) => {
        const row = rowOf(id);
        return row !== undefined && rowState(row) === 'incomplete';
      }),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    subscribe,
    subscribeRow(id, listener) {
      const signal = rowSignals.get(id) ?? createSignal();
      rowSignals.set(id, signal);
      const unsubscribe = signal.subscribe(listener);
      return () => {
        unsubscribe();
        if (!signal.hasListeners()) rowSignals.delete(id);
      };
    },
    edit(id, changed, step) {
      const position = index.positions.get(id);
      const row = rowOf(id);
      if (row === undefined || position === undefined) return;
      typedRow = id;
      commit(rows.with(position, { ...row, ...changed }), step);
    },
    endStep() {
      openStep = null;
      endTyping();
    },
    typedRow: () => typedRow,
    cancelStep(step) {
      endTyping();
      const before = past.at(-1);
      if (openStep !== step || before === undefined) return;
      past = past.slice(0, -1);
      openStep = null;
      show(before);
    },
    change,
    amend(next) {
      const amendedRows = new Map<GridRow, GridRow>();
      const amended = (row: GridRow) => {
        const amendedRow = amendedRows.get(row) ?? next(row);
        amendedRows.set(row, amendedRow);
        return amendedRow;
      };
      past = past.map((step) => step.map(amended));
      future = future.map((step) => step.map(amended));
      show(rows.map(amended));
    },
    removeSaved(saved) {
      const gone = new Set(saved.flatMap((row) => (isSameRow(rowOf(row.id), row) ? [row.id] : [])));
      const spare = blankRows(initialGridRows);
      const without = (step: GridRows) => {
        const left = step.filter(({ id }) => !gone.has(id));
        return left.length === step.length ? step : [...left, ...spare.slice(left.length)];
      };
      const now = without(rows);
      // A step that no longer changes anything would make undo do nothing.
      const useful = (steps: GridRows[]) => {
        const all = [...steps.map(without), now];
        return all.slice(0, -1).filter((step, index) => !isSame(step, all[index + 1] ?? now));
      };
      openStep = null;
      past = useful(past);
      future = useful(future);
      show(now);
      return saved.filter(({ id }) => index.positions.has(id));
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
  };
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

const isSame = (one: GridRows, other: GridRows): boolean =>
  one.length === other.length && one.every((row, position) => row === other[position]);

const goneRow = blankGridRow('gone');

/** Subscribes to one row; other rows do not cause a rerender. A row that was just removed is returned blank. */
export function useGridRow(store: GridStore, id: string): GridRow {
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(id, listener), [store, id]);
  return useSyncExternalStore(subscribe, () => store.row(id) ?? goneRow);
}

/** Subscribes to a value derived from the whole grid; `read` must return the same value until it changes. */
export function useGridValue<Value>(store: GridStore, read: (store: GridStore) => Value): Value {
  return useSyncExternalStore(store.subscribe, () => read(store));
}

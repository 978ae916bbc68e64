import type { Key, Row } from './row';

/** One row that differs: null before it was added, and after it was removed. */
export type RowChange = {
  readonly table: string;
  readonly key: Key;
  readonly before: object | null;
  readonly after: object | null;
};

/** Rows by table, in the order of the table. */
export type TableRows = Readonly<Record<string, readonly Row[]>>;

const isSame = (left: unknown, right: unknown) =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

function isSameRow(before: Row, after: Row): boolean {
  if (before === after) return true;
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].every((field) => isSame(Reflect.get(before, field), Reflect.get(after, field)));
}

function changesOf(
  table: string,
  keyField: string,
  before: readonly Row[],
  after: readonly Row[],
): RowChange[] {
  const keyOf = (row: Row): Key => Reflect.get(row, keyField);
  const places = new Map(before.map((row, place) => [keyOf(row), place]));
  const kept = new Set<Key>();
  const changed: RowChange[] = [];
  let last = -1;
  let count = 0;
  // A table keeps its order and appends, so from the first row that is new or out of order, all were added.
  for (const row of after) {
    const key = keyOf(row);
    const place = places.get(key) ?? -1;
    const known = before[place];
    if (known === undefined || place <= last) break;
    if (!isSameRow(known, row)) changed.push({ table, key, before: known, after: row });
    kept.add(key);
    last = place;
    count += 1;
  }
  const removed = before
    .filter((row) => !kept.has(keyOf(row)))
    .map((row) => ({ table, key: keyOf(row), before: row, after: null }));
  const added = after.slice(count).map((row) => ({ table, key: keyOf(row), before: null, after: row }));
  return [...removed, ...changed, ...added];
}

/**
 * How two states of the same tables differ: done in this order, the changes make the second state of the first, order of
 * rows included. A row that was removed and added again is both.
 *
 * @param keyOf the field that identifies a table's rows
 */
export const changesBetween = (
  before: TableRows,
  after: TableRows,
  keyOf: (table: string) => string,
): RowChange[] =>
  Object.entries(after).flatMap(([table, rows]) => changesOf(table, keyOf(table), before[table] ?? [], rows));

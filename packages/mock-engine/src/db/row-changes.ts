import type { AnyTable, TableChange } from './database-types';
import type { Key, Row } from './row';

/** A row that differs between two states of the data: null before it was added, and after it was removed. */
export type RowChange = {
  readonly table: string;
  readonly key: Key;
  readonly before: Row | null;
  readonly after: Row | null;
};

/** Rows by table, in the order of the table. */
export type TableRows = Readonly<Record<string, readonly Row[]>>;

/** A change with the positions of its row before and after; null where there is none. */
export interface PlacedChange {
  readonly change: RowChange;
  readonly from: number | null;
  readonly to: number | null;
}

/** Whether two JSON values are equal. The order of an object's fields makes no difference. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const fields = Object.keys(left);
  return (
    Array.isArray(left) === Array.isArray(right) &&
    fields.length === Object.keys(right).length &&
    fields.every((field) => field in right && isSame(Reflect.get(left, field), Reflect.get(right, field)))
  );
}

const keyIn = (field: string) => (row: Row) => Reflect.get(row, field) as Key;

/** A row at its position; `rank` counts the rows before it that are the same in both states. */
type PlacedRows = Map<Key, { readonly row: Row; readonly at: number; readonly rank: number }>;

/** The rows that may differ, by key. */
function differingRows(
  idOf: (row: Row) => Key,
  before: readonly Row[],
  after: readonly Row[],
  touched: ReadonlySet<Key> | null,
): { olds: PlacedRows; news: PlacedRows } {
  const mayDiffer = (row: Row | undefined): row is Row =>
    row !== undefined && (touched === null || touched.has(idOf(row)));
  const olds: PlacedRows = new Map();
  const news: PlacedRows = new Map();
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  let [from, to] = [same, same];
  while (from < before.length || to < after.length) {
    const old = before[from];
    const now = after[to];
    if (old !== now && mayDiffer(old)) {
      olds.set(idOf(old), { row: old, at: from, rank: same });
      from += 1;
    } else if (old !== now && mayDiffer(now)) {
      news.set(idOf(now), { row: now, at: to, rank: same });
      to += 1;
    } else {
      same += 1;
      from += 1;
      to += 1;
    }
  }
  return { olds, news };
}

/**
 * How the rows of a table differ between two states. Rows that are the same object are skipped, so that one change
 * among 10,000 rows costs little. If rows changed places, each of them is listed.
 *
 * @param field the field that identifies a row
 * @param touched the keys of all rows that may differ; null if any may
 */
export function diffRows(
  table: string,
  field: string,
  before: readonly Row[],
  after: readonly Row[],
  touched: ReadonlySet<Key> | null,
): PlacedChange[] {
  const { olds, news } = differingRows(keyIn(field), before, after, touched);
  const keptBefore = [...olds].filter(([key]) => news.has(key));
  const keptAfter = [...news].filter(([key]) => olds.has(key));
  const keepOrder = keptBefore.every(
    ([key, { rank }], position) => key === keptAfter[position]?.[0] && rank === keptAfter[position][1].rank,
  );

  const changes: PlacedChange[] = [];
  for (const [key, old] of olds) {
    const now = news.get(key);
    const isEqual = now !== undefined && isSame(old.row, now.row);
    if (isEqual && keepOrder) continue;
    const change = { table, key, before: old.row, after: isEqual ? old.row : (now?.row ?? null) };
    changes.push({ change, from: old.at, to: now?.at ?? null });
  }
  for (const [key, now] of news) {
    if (!olds.has(key))
      changes.push({ change: { table, key, before: null, after: now.row }, from: null, to: now.at });
  }
  return changes;
}

/**
 * Returns the rows of a table with changes applied or taken back, in their order.
 *
 * @param rows the rows in the state on the other side of the changes
 * @param field the field that identifies a row
 */
export function withChanges(
  rows: readonly Row[],
  field: string,
  changes: readonly PlacedChange[],
  wanted: 'before' | 'after',
): Row[] {
  const idOf = keyIn(field);
  const changed = new Set(changes.map(({ change }) => change.key));
  const rest = rows.filter((row) => !changed.has(idOf(row))).values();
  const coming = changes
    .flatMap(({ change, from, to }) => {
      const [row, at] = wanted === 'before' ? [change.before, from] : [change.after, to];
      return row === null || at === null ? [] : [{ row, at }];
    })
    .sort((one, other) => one.at - other.at);
  const result: Row[] = [];
  for (const { row, at } of coming) {
    while (result.length < at) {
      const next = rest.next();
      if (next.done) break;
      result.push(next.value);
    }
    result.push(row);
  }
  return [...result, ...rest];
}

/** From so many changes on, replacing all rows is cheaper than single writes. */
const REPLACE_FROM = 64;

/** Makes a table have exactly these rows in this order, with as few writes as possible. */
export async function writeRows(table: AnyTable, rows: readonly Row[]): Promise<void> {
  const idOf = keyIn(table.key);
  const current = table.capture();
  const changes = diffRows(table.name, table.key, current, rows, null).map(({ change }) => change);
  if (changes.length === 0) return;
  const removed = changes.filter(({ after }) => after === null).map(({ key }) => key);
  const patched = changes.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []));
  const added = changes.flatMap(({ before, after }) => (before === null && after ? [after] : []));

  const gone = new Set(removed);
  const order = [...current.map(idOf).filter((key) => !gone.has(key)), ...added.map(idOf)];
  const isInPlace =
    changes.length < REPLACE_FROM &&
    rows.every((row, position) => idOf(row) === order[position]) &&
    // A patch can't remove a field.
    patched.every(({ before, after }) => Object.keys(before).every((field) => field in after));
  if (!isInPlace) return table.reset(rows);
  const { name } = table;
  await table.apply({ table: name, kind: 'remove', ids: removed, rows: [] });
  const next = patched.map(({ after }) => after);
  await table.apply({ table: name, kind: 'patch', ids: next.map(idOf), rows: next });
  await table.apply({ table: name, kind: 'insert', ids: added.map(idOf), rows: added });
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
    if (!isSame(known, row)) changed.push({ table, key, before: known, after: row });
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

/**
 * Fewer changes with the same result as the given ones of a table, done in order. A change of many rows may rewrite the
 * whole table, so that a long list of them would take minutes.
 */
export function netChanges(table: string, changes: readonly TableChange[]): TableChange[] {
  let isReset = false;
  const removed = new Set<Key>();
  // In order of insertion: a row that was removed and added again comes last.
  const current = new Map<Key, Row>();
  for (const { kind, ids, rows } of changes) {
    if (kind === 'reset') {
      isReset = true;
      current.clear();
    }
    for (const [position, id] of ids.entries()) {
      const row = rows[position];
      if (kind === 'remove') {
        current.delete(id);
        removed.add(id);
      } else if (row) current.set(id, row);
    }
  }
  const change = { table, ids: [...current.keys()], rows: [...current.values()] };
  if (isReset) return [{ ...change, kind: 'reset' }];
  return [
    { table, kind: 'remove', ids: [...removed], rows: [] },
    // Rows that are not in the table yet are added.
    { ...change, kind: 'patch' },
  ];
}

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

/** From so many changes on, replacing all rows is cheaper than single writes. */
const REPLACE_FROM = 64;

/** Makes a table have exactly these rows in this order, with as few writes as possible. */
export async function writeRows(table: AnyTable, rows: readonly Row[]): Promise<void> {
  const { name, key } = table;
  const changes = changesOf(name, key, table.capture(), rows);
  // A patch can't remove a field.
  const losesField = ({ before, after }: RowChange) =>
    before !== null && after !== null && Object.keys(before).some((field) => !(field in after));
  if (changes.length >= REPLACE_FROM || changes.some(losesField)) return table.reset(rows);
  const write = (kind: TableChange['kind'], part: readonly RowChange[]) =>
    table.apply({
      table: name,
      kind,
      ids: part.map((change) => change.key),
      rows: part.flatMap(({ after }) => after ?? []),
    });
  await write(
    'remove',
    changes.filter(({ after }) => after === null),
  );
  await write(
    'patch',
    changes.filter(({ before, after }) => before !== null && after !== null),
  );
  await write(
    'insert',
    changes.filter(({ before }) => before === null),
  );
}

/**
 * The changes that turn one state of a table into another, in the order to apply them, including the order of rows.
 * A row that was removed and added again has a change for each. Rows that are the same object are skipped, so that one
 * change among 10,000 rows costs little.
 *
 * @param keyField the field that identifies a row
 */
export function changesOf(
  table: string,
  keyField: string,
  before: readonly Row[],
  after: readonly Row[],
): RowChange[] {
  const keyOf = (row: Row): Key => Reflect.get(row, keyField);
  const removed: Row[] = [];
  const changed: RowChange[] = [];
  /** The keys from `from` on, collected at the first row that is not in its place. */
  let coming: Set<Key> | undefined;
  let from = 0;
  let to = 0;
  for (;;) {
    const [old, now] = [before[from], after[to]];
    if (old === undefined || now === undefined) break;
    const key = keyOf(now);
    if (old === now || keyOf(old) === key) {
      if (!isSame(old, now)) changed.push({ table, key, before: old, after: now });
      to += 1;
    } else {
      coming ??= new Set(before.slice(from).map(keyOf));
      // A table keeps its order and appends, so from the first row that is new or out of order, all were added.
      if (!coming.has(key)) break;
      removed.push(old);
      coming.delete(keyOf(old));
    }
    from += 1;
  }
  return [
    ...[...removed, ...before.slice(from)].map((row) => ({
      table,
      key: keyOf(row),
      before: row,
      after: null,
    })),
    ...changed,
    ...after.slice(to).map((row) => ({ table, key: keyOf(row), before: null, after: row })),
  ];
}

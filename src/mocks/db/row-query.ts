/** Selects rows by equal fields, or by a predicate. */
export type Where<R> = Partial<R> | ((row: Readonly<R>) => boolean);

/** A comparator, or one field. */
type Sort<R> = ((left: Readonly<R>, right: Readonly<R>) => number) | { by: keyof R; order?: 'asc' | 'desc' };

export type RowQuery<R> = {
  where?: Where<R> | undefined;
  sort?: Sort<R> | undefined;
  /** Number of rows to skip, after filtering and sorting. */
  skip?: number | undefined;
  /** Maximum number of rows, after filtering, sorting and skipping. */
  take?: number | undefined;
};

function predicateOf<R extends object>(where: Where<R>): (row: R) => boolean {
  if (typeof where === 'function') return where;
  const wanted = Object.entries(where) as [keyof R, unknown][];
  return (row) => wanted.every(([field, value]) => row[field] === value);
}

function comparatorOf<R>(sort: Sort<R>): (left: R, right: R) => number {
  if (typeof sort === 'function') return sort;
  const sign = sort.order === 'desc' ? -1 : 1;
  return (left, right) => {
    if (left[sort.by] === right[sort.by]) return 0;
    return left[sort.by] < right[sort.by] ? -sign : sign;
  };
}

/** The first row that matches `where`, not copied. */
export function findRow<R extends object>(rows: readonly R[], where: Where<R>): R | undefined {
  return rows.find(predicateOf(where));
}

/** Filters, then sorts, then slices (the library slices before it sorts). Does not change `rows`. */
export function queryRows<R extends object>(rows: readonly R[], query: RowQuery<R>): R[] {
  const matching = query.where === undefined ? rows : rows.filter(predicateOf(query.where));
  const sorted = query.sort === undefined ? matching : matching.toSorted(comparatorOf(query.sort));
  const start = query.skip ?? 0;
  return sorted.slice(start, start + (query.take ?? Number.POSITIVE_INFINITY));
}

import type { Key } from '@/mocks/db/row';

type TableErrorCode = 'duplicate' | 'invalid' | 'key-change' | 'missing';

/** A write that a table refused. Nothing of the refused write was applied. */
export class TableError extends Error {
  override readonly name = 'TableError';

  constructor(
    readonly code: TableErrorCode,
    readonly table: string,
    message: string,
    /** The field at fault: a unique field for `duplicate`, the path for `invalid`. */
    readonly field?: string,
  ) {
    super(message);
  }
}

/** The error for a write to a row that is not there. */
export function missingRow(table: string, id: Key): TableError {
  return new TableError('missing', table, `${table} has no row ${JSON.stringify(id)}`);
}

import type { Key, Row } from './row';

/** A row that differs between two states of the data: null where there is none. */
export type RowChange = {
  readonly table: string;
  readonly key: Key;
  readonly before: Row | null;
  readonly after: Row | null;
};

import { isAge, isBlank, isEmail } from '@/contract';
import type { ImportedRow } from '@/contract/import-result';
import { blankGridRow, type GridRowDraft } from '@/contract/storage-keys';
import { isBlankRow, isCompleteRow } from '@/machines/rows-to-save';
import type { GridColumn } from './grid-movement';

export type GridRows = readonly GridRowDraft[];
/** What a row holds besides its id. */
export type GridRowValues = Omit<GridRowDraft, 'id'>;

/** `blank` rows are dropped in silence, `incomplete` ones are skipped by Save All and say so (SPEC-NOTES). */
export type RowState = 'blank' | 'incomplete' | 'complete';

// Rows are immutable, so what was found out about one holds for as long as it lives.
const knownStates = new WeakMap<GridRowDraft, RowState>();

export function rowState(row: GridRowDraft): RowState {
  const known = knownStates.get(row);
  if (known !== undefined) return known;
  const state = isCompleteRow(row) ? 'complete' : isBlankRow(row) ? 'blank' : 'incomplete';
  knownStates.set(row, state);
  return state;
}

/** An id that no other row has, in this tab or another. (`crypto.randomUUID` is missing where there is no HTTPS.) */
export const newRowId = (): string =>
  `row-${[...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('')}`;

export const blankRows = (count: number): GridRowDraft[] =>
  Array.from({ length: count }, () => blankGridRow(newRowId()));

/** Cells that hold something which is probably a slip. It stops nobody: the server has the last word. */
export function doubtfulCells({ email, age }: GridRowDraft): ('email' | 'age')[] {
  const doubtful: ('email' | 'age')[] = [];
  if (!isBlank(email) && !isEmail(email)) doubtful.push('email');
  if (!isBlank(age) && !isAge(age)) doubtful.push('age');
  return doubtful;
}

/** The first cell that an incomplete row lacks something in. */
export const firstGap = (row: GridRowDraft): GridColumn =>
  (['name', 'email', 'phone', 'age'] as const).find((column) => isBlank(row[column])) ?? 'address';

/** Puts values into the blank rows first and appends the rest (SPEC-NOTES, import). */
export function fillBlankRows(
  rows: GridRows,
  added: readonly GridRowValues[],
  newId: () => string,
): GridRows {
  const waiting = added.values();
  const filled = rows.map((row) => {
    if (rowState(row) !== 'blank') return row;
    const next = waiting.next();
    return next.done ? row : { ...next.value, id: row.id };
  });
  return [...filled, ...[...waiting].map((values) => ({ ...values, id: newId() }))];
}

/** An accepted spreadsheet row as the grid holds it; the kit is kept by its id (SPEC-NOTES). */
export function valuesOfImportedRow({
  values: { kitId, kitType: _, ...values },
}: ImportedRow): GridRowValues {
  return { ...values, kitType: kitId };
}

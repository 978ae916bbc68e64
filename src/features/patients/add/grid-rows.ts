import { isAge, isBlank, isEmail } from '@/contract';
import { type GridRowValues, isBlankRow, isCompleteRow } from '@/contract/patient-rows';
import { blankGridRow, type GridRowDraft } from '@/contract/storage-keys';
import type { GridColumn } from './grid-movement';

export type GridRows = readonly GridRowDraft[];

/** `blank` rows are dropped silently; `incomplete` rows are skipped by Save All with a notice (SPEC-NOTES). */
export type RowState = 'blank' | 'incomplete' | 'complete';

// Rows are immutable, so the state of a row can be cached.
const knownStates = new WeakMap<GridRowDraft, RowState>();

export function rowState(row: GridRowDraft): RowState {
  const known = knownStates.get(row);
  if (known !== undefined) return known;
  const state = isCompleteRow(row) ? 'complete' : isBlankRow(row) ? 'blank' : 'incomplete';
  knownStates.set(row, state);
  return state;
}

/** Returns an id that is unique across tabs. (`crypto.randomUUID` is missing without HTTPS.) */
export const newRowId = (): string =>
  `row-${[...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('')}`;

export const blankRows = (count: number): GridRowDraft[] =>
  Array.from({ length: count }, () => blankGridRow(newRowId()));

export type DoubtfulCell = 'email' | 'phone' | 'age';

/**
 * Returns the cells whose value is probably a mistake. They do not block anything: the server decides.
 *
 * @param isPhoneDoubtful whether `usePhoneWarning` warns of its phone number
 */
export function doubtfulCells({ email, age }: GridRowDraft, isPhoneDoubtful: boolean): DoubtfulCell[] {
  const doubtful: DoubtfulCell[] = [];
  if (!isBlank(email) && !isEmail(email)) doubtful.push('email');
  if (isPhoneDoubtful) doubtful.push('phone');
  if (!isBlank(age) && !isAge(age)) doubtful.push('age');
  return doubtful;
}

/** Returns the first cell in which an incomplete row lacks something. */
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

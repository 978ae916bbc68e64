import {
  type GridRowDraft,
  isBlank,
  type PatientImportRow,
  patientImportRow,
  requiredFieldsOf,
} from '@/contract';

/** What a row must hold to be submitted (SPEC §5 "Add patients"). */
const requiredCells = requiredFieldsOf(patientImportRow);

/**
 * Whether every required cell of a row holds something; age 0 does. A row whose kit waits for the kit list is not
 * complete: it would be stored without its kit (SPEC-NOTES).
 */
export const isCompleteRow = (row: GridRowDraft): boolean =>
  row.kitText === undefined && requiredCells.every((field) => !isBlank(row[field]));

/** Whether no cell of a row holds anything. */
export const isBlankRow = ({ id: _, ...cells }: GridRowDraft): boolean =>
  Object.values(cells).every((cell) => isBlank(cell ?? ''));

interface SortedRows {
  readonly complete: readonly GridRowDraft[];
  /** Begun but incomplete: not saved, and offered again afterwards. */
  readonly partial: readonly GridRowDraft[];
}

/** Takes the grid's rows; gives those to save and those to remember, blank ones dropped (SPEC §5, SPEC-NOTES). */
export function sortRows(rows: readonly GridRowDraft[]): SortedRows {
  return {
    complete: rows.filter(isCompleteRow),
    partial: rows.filter((row) => !isCompleteRow(row) && !isBlankRow(row)),
  };
}

/** Takes a grid row; gives the row as `POST /patient/add-patients` wants it (SPEC §3, §7). */
export const importRowOf = ({ id: _, ...cells }: GridRowDraft): PatientImportRow => ({
  ...cells,
  isChecked: false,
});

import { normalEmail } from '@/contract/fields';
import type { ImportedRow, ImportIssue } from '@/contract/patient-import';
import { createPeopleIndex } from '../people-index';
import * as strings from './strings';

const withIssue = (row: ImportedRow, issue: ImportIssue): ImportedRow => ({
  ...row,
  issues: [...row.issues, issue],
});

/** Returns a function that marks a row that may be the same person as a row it was called with before. */
export function duplicateMarker(): (row: ImportedRow) => ImportedRow {
  const earlier = createPeopleIndex<number>();
  return (row) => {
    const [twin] = earlier.like(row.values);
    earlier.set(row.sheetRow, row.values);
    if (twin === undefined) return row;
    return withIssue(
      row,
      twin.by === 'email'
        ? { column: 'email', message: strings.sameEmail(twin.id), level: 'error' }
        : { column: 'name', message: strings.samePerson(twin.id), level: 'warning' },
    );
  };
}

/** Emails that an imported row may repeat. */
export interface KnownEmails {
  readonly patients: readonly string[];
  /** Of the grid's rows, which are no patients yet. */
  readonly grid: readonly string[];
}

/** Marks every row whose email already belongs to a patient of the clinic or to a row of the grid. */
export function markKnownEmails(
  rows: readonly ImportedRow[],
  { patients, grid }: KnownEmails,
): readonly ImportedRow[] {
  const messages = new Map([
    ...grid.map((email) => [normalEmail(email), strings.emailInGrid] as const),
    ...patients.map((email) => [normalEmail(email), strings.emailOfPatient] as const),
  ]);
  messages.delete('');
  return rows.map((row) => {
    const message = messages.get(normalEmail(row.values.email));
    return message === undefined ? row : withIssue(row, { column: 'email', message, level: 'error' });
  });
}

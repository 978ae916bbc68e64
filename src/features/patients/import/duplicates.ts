import { normalEmail } from '@/contract/fields';
import type { ImportedRow, ImportIssue } from '@/contract/patient-import';
import { createPeopleIndex } from '../people-index';
import * as strings from './strings';

const withIssue = (row: ImportedRow, issue: ImportIssue): ImportedRow => ({
  ...row,
  issues: [...row.issues, issue],
});

const knownEmail: ImportIssue = { column: 'email', message: strings.knownEmail, level: 'error' };

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

/** Marks every row whose email already belongs to a patient of the clinic or to a row of the grid. */
export function markKnownEmails(rows: readonly ImportedRow[], knownEmails: Iterable<string>): ImportedRow[] {
  const known = new Set(Array.from(knownEmails, normalEmail));
  known.delete('');
  return rows.map((row) => (known.has(normalEmail(row.values.email)) ? withIssue(row, knownEmail) : row));
}

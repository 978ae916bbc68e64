import { normalEmail } from '@/contract/fields';
import type { ImportedRow, ImportIssue } from '@/contract/patient-import';
import * as strings from './strings';

const withIssue = (row: ImportedRow, message: string): ImportedRow => {
  const issue: ImportIssue = { column: 'email', message, level: 'error' };
  return { ...row, issues: [...row.issues, issue] };
};

/** Marks every row whose email is already in an earlier row of the same file. */
export function markDuplicatesInFile(rows: readonly ImportedRow[]): ImportedRow[] {
  const firstRowByEmail = new Map<string, number>();
  return rows.map((row) => {
    const email = normalEmail(row.values.email);
    if (email === '') return row;
    const first = firstRowByEmail.get(email);
    if (first !== undefined) return withIssue(row, strings.sameEmail(first));
    firstRowByEmail.set(email, row.sheetRow);
    return row;
  });
}

/** Marks every row whose email already belongs to a patient of the clinic or to a row of the grid. */
export function markKnownEmails(rows: readonly ImportedRow[], knownEmails: Iterable<string>): ImportedRow[] {
  const known = new Set(Array.from(knownEmails, normalEmail));
  known.delete('');
  return rows.map((row) =>
    known.has(normalEmail(row.values.email)) ? withIssue(row, strings.knownEmail) : row,
  );
}

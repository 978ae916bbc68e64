import type { ImportedRow, ImportIssue } from '@/contract/import-result';

const normalised = (email: string) => email.trim().toLowerCase();

const withIssue = (row: ImportedRow, message: string): ImportedRow => {
  const issue: ImportIssue = { column: 'email', message, level: 'error' };
  return { ...row, issues: [...row.issues, issue] };
};

/** Marks every row whose email stands in an earlier row of the same file already. */
export function markDuplicatesInFile(rows: readonly ImportedRow[]): ImportedRow[] {
  const firstRowByEmail = new Map<string, number>();
  return rows.map((row) => {
    const email = normalised(row.values.email);
    if (email === '') return row;
    const first = firstRowByEmail.get(email);
    if (first !== undefined) return withIssue(row, `Same email as row ${first} of the file.`);
    firstRowByEmail.set(email, row.sheetRow);
    return row;
  });
}

/** Marks every row whose email stands in the grid already. */
export function markDuplicatesOfGrid(
  rows: readonly ImportedRow[],
  existingEmails: Iterable<string>,
): ImportedRow[] {
  const existing = new Set(Array.from(existingEmails, normalised));
  existing.delete('');
  return rows.map((row) =>
    existing.has(normalised(row.values.email))
      ? withIssue(row, 'A patient with this email is in the grid already.')
      : row,
  );
}

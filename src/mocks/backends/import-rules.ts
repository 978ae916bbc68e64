import { isAge } from '@/contract/fields';
import type { PatientImportRow } from '@/contract/patients.contract';
import { isEmail, isPhone, normalEmail } from './plausibility';

/** Years, or nothing where the text is blank. */
export const ageOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

interface Held {
  /** Addresses of the clinic's patients, normalised. */
  readonly emails: ReadonlySet<string>;
  readonly kits: ReadonlySet<string>;
}

function faultOf(
  row: PatientImportRow,
  { emails, kits }: Held,
  seen: ReadonlyMap<string, number>,
): string | null {
  const email = normalEmail(row.email);
  const twin = seen.get(email);
  if (!isEmail(row.email)) return `"${row.email}" is not an email address`;
  if (!isPhone(row.phone)) return `"${row.phone}" is not a phone number`;
  if (!isAge(row.age)) return `"${row.age}" is not an age from 0 to 120`;
  if (row.kitType && !kits.has(row.kitType)) return `there is no kit "${row.kitType}"`;
  if (twin !== undefined) return `${row.email} stands in row ${twin} as well`;
  if (emails.has(email)) return `a patient with the email ${row.email} already exists`;
  return null;
}

/**
 * Why a list of new patients is refused as a whole, naming the first wrong row (counted from 1), or null. Addresses are
 * unique within a clinic, so that a repeated request adds nobody twice.
 */
export function importRefusal(rows: readonly PatientImportRow[], held: Held): string | null {
  if (rows.length === 0) return 'There are no patients to add.';
  const seen = new Map<string, number>();
  for (const [position, row] of rows.entries()) {
    const fault = faultOf(row, held, seen);
    if (fault !== null) return `Row ${position + 1}: ${fault}.`;
    seen.set(normalEmail(row.email), position + 1);
  }
  return null;
}

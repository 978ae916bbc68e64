import { isAge, isEmail, normalEmail } from '@/contract/fields';
import type { PatientImportRow } from '@/contract/patients.contract';
import { isPhone } from './plausibility';

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
  seen: ReadonlyMap<string, string>,
): string | null {
  const email = normalEmail(row.email);
  const twin = seen.get(email);
  if (!isEmail(row.email)) return `"${row.email}" is not an email address`;
  if (!isPhone(row.phone)) return `"${row.phone}" is not a phone number`;
  if (!isAge(row.age)) return `"${row.age}" is not an age from 0 to 120`;
  if (row.kitType && !kits.has(row.kitType)) return `there is no kit "${row.kitType}"`;
  if (twin !== undefined) return `${row.email} is the email of ${twin} as well`;
  if (emails.has(email)) return `a patient with the email ${row.email} already exists`;
  return null;
}

/**
 * Why a list of new patients is refused as a whole, naming the first wrong patient, or null: whoever sent the list may
 * have skipped rows of theirs, so a row's number would mislead. Addresses are unique within a clinic, so that a repeated
 * request adds nobody twice.
 */
export function importError(rows: readonly PatientImportRow[], held: Held): string | null {
  if (rows.length === 0) return 'There are no patients to add.';
  const seen = new Map<string, string>();
  for (const row of rows) {
    const fault = faultOf(row, held, seen);
    if (fault !== null) return `${row.name.trim()}: ${fault}.`;
    seen.set(normalEmail(row.email), row.name.trim());
  }
  return null;
}

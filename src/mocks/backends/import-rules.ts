import { isAge, isEmail, normalEmail } from '@/contract/fields';
import type { PatientImportRow } from '@/contract/patients.contract';
import { isPhone } from './plausibility';

/** The age in years, or null if the text is blank. */
export const ageOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

interface Held {
  /** Normalized addresses of the clinic's patients. */
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
 * Why a list of new patients is rejected, or null. Names the patient, not the row: the client may have skipped rows.
 * Addresses are unique within a clinic, so a repeated request adds no duplicates.
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

import type { Patient } from '@/contract';

/** A patient with the text that a search looks at, prepared once: a keystroke then only compares. */
interface Searchable {
  readonly patient: Patient;
  readonly haystack: string;
}

/** Prepares patients for `findPatients`. */
export const searchable = (patients: readonly Patient[]): Searchable[] =>
  patients.map((patient) => ({
    patient,
    haystack: `${patient.patient_name}\n${patient.patient_email}`.toLowerCase(),
  }));

/** The patients whose name or email contains the query, in the given order; all of them for a blank query. */
export function findPatients(prepared: readonly Searchable[], query: string): Patient[] {
  const wanted = query.trim().toLowerCase();
  return prepared.flatMap(({ patient, haystack }) => (haystack.includes(wanted) ? [patient] : []));
}

import { frequencyOptions } from '@/contract/constants';
import type { Patient, PatientId } from '@/contract/entities';
import { isBlank, normalEmail, requiredFieldsOf } from '@/contract/fields';
import { type PatientImportRow, type PatientRecord, patientImportRow } from '@/contract/patients.contract';
import type { KitChoice } from './kit-choice';
import type { GridRow, SentRow } from './storage-keys';

// A patient on the way from a file or the keyboard to the server and back:
//
// file → ImportedRow (a row of the grid, with the problems found) → GridRow (typed, pasted or imported; stored)
// GridRow → importRowOf → PatientImportRow (sent by Save All)
// GridRow → rowsToSend → SentRow (kept while there is no response) → findSent in the list of Patients
// Patient (listed) → recordOf → PatientRecord (edited and sent back)

/** A row of the grid without its id. */
export type GridRowValues = Omit<GridRow, 'id'>;

/** The cells that a row needs to be submitted (§5 "Add patients"). */
const requiredCells = requiredFieldsOf(patientImportRow);

/** Returns the required cells of a row that have no value, in the order of the columns; age 0 is a value. */
export const missingCells = (row: GridRow): (typeof requiredCells)[number][] =>
  requiredCells.filter((field) => isBlank(row[field]));

/**
 * Whether every required cell of a row has a value. A row whose kit waits for the kit list is incomplete, because it
 * would be stored without its kit (§Notes).
 */
export const isCompleteRow = (row: GridRow): boolean =>
  row.kitText === undefined && missingCells(row).length === 0;

/** Whether every cell of a row is blank. */
export const isBlankRow = ({ id: _, ...cells }: GridRow): boolean =>
  Object.values(cells).every((cell) => isBlank(cell ?? ''));

/** Whether two rows have the same id and the same cells. */
export const isSameRow = (one: GridRow | undefined, other: GridRow): boolean =>
  one === other ||
  (one?.id === other.id &&
    (Object.keys({ ...one, ...other }) as (keyof GridRow)[]).every((cell) => one[cell] === other[cell]));

interface SortedRows {
  readonly complete: readonly GridRow[];
  /** Started but incomplete: they are not saved and stay in the grid. */
  readonly partial: readonly GridRow[];
}

/** Splits the grid's rows into those to save and those to skip; blank rows are dropped (§5, §Notes). */
export function sortRows(rows: readonly GridRow[]): SortedRows {
  return {
    complete: rows.filter(isCompleteRow),
    partial: rows.filter((row) => !isCompleteRow(row) && !isBlankRow(row)),
  };
}

/** Converts a grid row to a row of `POST /patient/add-patients` (§3, §7). */
export const importRowOf = ({ id: _, ...cells }: GridRow): PatientImportRow => ({
  ...cells,
  isChecked: false,
});

function byEmail(patients: readonly Patient[]): ReadonlyMap<string, readonly Patient[]> {
  const patientsByEmail = new Map<string, Patient[]>();
  for (const patient of patients) {
    const email = normalEmail(patient.patient_email);
    patientsByEmail.set(email, [...(patientsByEmail.get(email) ?? []), patient]);
  }
  return patientsByEmail;
}

/** Returns the rows to send with the number of patients that have their email; null if the list was never fetched. */
export function rowsToSend(rows: readonly GridRow[], patients: readonly Patient[] | null): SentRow[] {
  if (patients === null) return rows.map((row) => ({ row, before: null }));
  const emails = byEmail(patients);
  return rows.map((row) => ({ row, before: emails.get(normalEmail(row.email))?.length ?? 0 }));
}

interface CheckedRows {
  readonly saved: readonly GridRow[];
  readonly missing: readonly GridRow[];
  /** A patient has the email and name but other details, and may be older: the list before sending is not known. */
  readonly unclear: readonly GridRow[];
}

/**
 * Finds rows that were sent without a response in the patient list, by email and name.
 *
 * A row counts as saved if more patients have its email than before it was sent. If that number is not known, a patient
 * must match it in every detail; then no data is lost, even if another user added the patient.
 *
 * @param patients the list as fetched after the rows were sent
 */
export function findSent(sent: readonly SentRow[], patients: readonly Patient[]): CheckedRows {
  const holders = byEmail(patients);
  const taken = new Set<Patient>();
  const added = new Map<string, number>();
  const groups = { saved: [] as GridRow[], missing: [] as GridRow[], unclear: [] as GridRow[] };
  for (const { row, before } of sent) {
    const email = normalEmail(row.email);
    const all = holders.get(email) ?? [];
    const named = all.filter((patient) => !taken.has(patient) && isSameText(patient.patient_name, row.name));
    const left = before === null ? null : all.length - before - (added.get(email) ?? 0);
    const match = left === null ? named.find((patient) => hasDetailsOf(patient, row)) : named[0];
    if (match !== undefined && (left === null || left > 0)) {
      taken.add(match);
      added.set(email, (added.get(email) ?? 0) + 1);
      groups.saved.push(row);
    } else (left === null && named.length > 0 ? groups.unclear : groups.missing).push(row);
  }
  return groups;
}

interface AddedPatient {
  readonly row: GridRow;
  readonly patient: Patient;
}

/**
 * Finds the patients whom saved rows have become, by email and name: the answer to `add-patients` names none. Of several
 * patients with both, it prefers unauthorized ones, as a new patient is, and then those with every detail of the row. It
 * returns all that remain.
 *
 * @param rows as they were saved
 * @param patients the list as fetched after that
 * @param before the ids of the list before that; empty if it is not known
 */
export function findAdded(
  rows: readonly GridRow[],
  patients: readonly Patient[],
  before: ReadonlySet<PatientId>,
): readonly AddedPatient[] {
  const holders = byEmail(patients.filter(({ patient_id }) => !before.has(patient_id)));
  return rows.flatMap((row) => {
    const all = holders.get(normalEmail(row.email)) ?? [];
    const named = all.filter(({ patient_name }) => isSameText(patient_name, row.name));
    const unauthorized = matchingOrAll(named, ({ authorized }) => authorized === 0);
    const added = matchingOrAll(unauthorized, (patient) => hasDetailsOf(patient, row));
    return added.map((patient) => ({ row, patient }));
  });
}

/** Returns the frequency and kit of a row, as far as an order can have them. */
export const kitChoiceOf = ({ frequency, kitType }: GridRow): KitChoice => ({
  frequency: frequencyOptions.some(({ value }) => value === frequency) ? frequency : '',
  kitType: kitType ?? '',
});

/** The patients who match, or all if none does. */
function matchingOrAll(
  patients: readonly Patient[],
  isMatch: (patient: Patient) => boolean,
): readonly Patient[] {
  const matching = patients.filter(isMatch);
  return matching.length > 0 ? matching : patients;
}

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const isSameText = (one: string, other: string): boolean => plain(one) === plain(other);
const digits = (phone: string): string => phone.replaceAll(/\D/g, '');

const hasDetailsOf = (patient: Patient, row: GridRow): boolean =>
  digits(patient.patient_phone) === digits(row.phone) &&
  isSameText(patient.patient_age, row.age) &&
  isSameText(patient.patient_street, row.street) &&
  isSameText(patient.patient_city, row.city) &&
  isSameText(patient.patient_postal_code, row.postalCode) &&
  isSameText(patient.patient_state, row.state) &&
  isSameText(patient.patient_country, row.country) &&
  isSameText(patient.address_line_2, row.addressLine2);

/** Returns the record that an edit starts with and that is sent (§7 "update-patient"). */
export function recordOf({ id: _, authorized: __, ...record }: Patient): PatientRecord {
  return record;
}

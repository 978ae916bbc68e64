import type { MockTransaction, TableRow } from '@/mocks/kitwell/tables';

type PatientRow = TableRow<'patients'>;
type Numbered = 'patient_id' | 'id';
type OwnFields = Pick<
  PatientRow,
  'clinic_id' | 'account_id' | 'patient_name' | 'patient_email' | 'patient_phone'
>;

/** Both ids of the next patient. They start at different numbers, so that mixing them up always fails. */
export function nextPatientIds(db: MockTransaction): Pick<PatientRow, Numbered> {
  const number = db.nextId('patients');
  return { patient_id: `P-${1000 + number}`, id: 5000 + number };
}

/** A patient with default values for all other fields, not authorized. */
export const newPatient = (
  fields: OwnFields & Partial<PatientRow> & Pick<PatientRow, Numbered>,
): PatientRow => ({
  patient_age: null,
  patient_street: '',
  patient_city: '',
  patient_postal_code: '',
  patient_state: '',
  patient_country: '',
  address_line_2: null,
  authorized: 0,
  shipping_type: null,
  frequency: null,
  kit_type: null,
  ...fields,
});

/** Stores a new patient with new ids. */
export const insertPatient = (
  db: MockTransaction,
  fields: OwnFields & Partial<Omit<PatientRow, Numbered>>,
): Promise<PatientRow> => db.tables.patients.insert(newPatient({ ...fields, ...nextPatientIds(db) }));

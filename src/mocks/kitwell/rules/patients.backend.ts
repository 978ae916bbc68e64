import { freezeRow, oncePerRow } from '@kitwell/mock-engine/db/row';
import { HttpError } from '@kitwell/mock-engine/engine/backend';
import { isAge, isBlank, isEmail, normalEmail } from '@/contract/fields';
import type { PatientImportRow, PatientRecord } from '@/contract/patients.contract';
import type { Backend } from '@/mocks/kitwell/rules/rules';
import type { TableRow } from '@/mocks/kitwell/tables';
import { newPatient, nextPatientIds } from './patient-records';
import { clinicOf, patientOfClinic } from './permissions';
import { isPhone } from './plausibility';

/** The age in years, or null if the text is empty. */
const ageOf = (text: string): number | null => (text === '' ? null : Number(text));

interface ExistingValues {
  /** Normalized addresses of the clinic's patients. */
  readonly emails: ReadonlySet<string>;
  readonly kits: ReadonlySet<string>;
}

function faultOf(
  row: PatientImportRow,
  { emails, kits }: ExistingValues,
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
function importError(rows: readonly PatientImportRow[], existing: ExistingValues): string | null {
  if (rows.length === 0) return 'There are no patients to add.';
  const seen = new Map<string, string>();
  for (const row of rows) {
    const fault = faultOf(row, existing, seen);
    if (fault !== null) return `${row.name}: ${fault}.`;
    seen.set(normalEmail(row.email), row.name);
  }
  return null;
}

/** A stored patient as returned to the clinic: without account, clinic and profile fields. */
export const patientAnswer = oncePerRow((row: TableRow<'patients'>) =>
  freezeRow({
    patient_id: row.patient_id,
    id: row.id,
    patient_name: row.patient_name,
    patient_email: row.patient_email,
    patient_phone: row.patient_phone,
    patient_age: row.patient_age,
    patient_street: row.patient_street,
    patient_city: row.patient_city,
    patient_postal_code: row.patient_postal_code,
    patient_state: row.patient_state,
    patient_country: row.patient_country,
    address_line_2: row.address_line_2,
    authorized: row.authorized,
  }),
);

const recordChange = (record: PatientRecord): Partial<TableRow<'patients'>> => ({
  patient_name: record.patient_name,
  patient_email: record.patient_email,
  patient_phone: record.patient_phone,
  patient_age: ageOf(record.patient_age),
  patient_street: record.patient_street,
  patient_city: record.patient_city,
  patient_postal_code: record.patient_postal_code,
  patient_state: record.patient_state,
  patient_country: record.patient_country,
  address_line_2: record.address_line_2 || null,
});

/** A clinic's patients; it can only read and change its own (§6). */
export const patientsBackend = {
  fetchPatients({ caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    return db.tables.patients.list({ where: { clinic_id } }).map(patientAnswer);
  },

  async addPatients({ request, caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    const rows = request.body;
    const patients = db.tables.patients.list({ where: { clinic_id } });
    const error = importError(rows, {
      emails: new Set(patients.map((patient) => normalEmail(patient.patient_email))),
      kits: new Set(db.tables.kits.list().map((kit) => kit.id)),
    });
    if (error !== null) throw new HttpError(400, error);
    await db.tables.patients.insertMany(
      rows.map((row) =>
        newPatient({
          ...nextPatientIds(db),
          clinic_id,
          account_id: null,
          patient_name: row.name,
          patient_email: row.email,
          patient_phone: row.phone,
          patient_age: ageOf(row.age),
          patient_street: row.street,
          patient_city: row.city,
          patient_postal_code: row.postalCode,
          patient_state: row.state,
          patient_country: row.country,
          address_line_2: row.addressLine2 || null,
          shipping_type: row.shippingType || null,
          frequency: row.frequency || null,
          kit_type: row.kitType || null,
        }),
      ),
    );
    return { message: `${rows.length} patients added` };
  },

  async updatePatient({ request, caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    const record = request.body;
    const { patient_id } = record;
    const patient = patientOfClinic(db, clinic_id, patient_id);
    if (patient.id !== request.path.id) throw new HttpError(400, 'The record belongs to another patient');
    const email = normalEmail(record.patient_email);
    if (!isBlank(record.patient_age) && !isAge(record.patient_age)) throw new HttpError(400, 'Invalid age');
    const holder = db.tables.patients.find(
      (other) => other.clinic_id === clinic_id && normalEmail(other.patient_email) === email,
    );
    if (holder && holder.patient_id !== patient_id) {
      throw new HttpError(400, 'A patient with this email already exists');
    }
    await db.tables.patients.patch(patient_id, recordChange(record));
    return { message: 'Patient updated' };
  },

  async authenticatePatients({ request, caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    const { patientIds, authorized } = request.body;
    if (patientIds.length === 0) throw new HttpError(400, 'No patients selected');
    for (const patientId of patientIds) patientOfClinic(db, clinic_id, patientId);
    await db.tables.patients.patchMany(patientIds, { authorized });
    return { message: 'Authorization updated' };
  },
} satisfies Partial<Backend>;

import { isAge, isBlank, isEmail, normalEmail } from '@/contract/fields';
import type { PatientRecord } from '@/contract/patients.contract';
import { freezeRow, oncePerRow } from '@/mocks/db/row';
import type { TableRow } from '@/mocks/db/tables';
import { type Backend, HttpError } from '@/mocks/engine/backend';
import { ageOf, importError } from './import-rules';
import { newPatient, nextPatientIds } from './patient-records';
import { clinicOf, patientOfClinic } from './permissions';

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
  patient_name: record.patient_name.trim(),
  patient_email: record.patient_email.trim(),
  patient_phone: record.patient_phone,
  patient_age: ageOf(record.patient_age),
  patient_street: record.patient_street,
  patient_city: record.patient_city,
  patient_postal_code: record.patient_postal_code,
  patient_state: record.patient_state,
  patient_country: record.patient_country,
  address_line_2: record.address_line_2 || null,
});

/** A clinic's patients; it can only read and change its own (SPEC §6). */
export const patientsBackend = {
  fetchPatients({ caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    return db.tables.patients.list({ where: { clinic_id } }).map(patientAnswer);
  },

  async addPatients({ request, caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    const rows = request.body;
    const held = db.tables.patients.list({ where: { clinic_id } });
    const error = importError(rows, {
      emails: new Set(held.map((patient) => normalEmail(patient.patient_email))),
      kits: new Set(db.tables.kits.list().map((kit) => kit.id)),
    });
    if (error !== null) throw new HttpError(400, error);
    await db.tables.patients.insertMany(
      rows.map((row) =>
        newPatient({
          ...nextPatientIds(db),
          clinic_id,
          account_id: null,
          patient_name: row.name.trim(),
          patient_email: row.email.trim(),
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
    const { patient_id, ...record } = request.body;
    const patient = patientOfClinic(db, clinic_id, patient_id);
    if (patient.id !== request.path.id) throw new HttpError(400, 'The record belongs to another patient');
    const email = normalEmail(record.patient_email);
    if (!isEmail(email)) throw new HttpError(400, 'Invalid email address');
    if (!isBlank(record.patient_age) && !isAge(record.patient_age)) throw new HttpError(400, 'Invalid age');
    const holder = db.tables.patients.find(
      (other) => other.clinic_id === clinic_id && normalEmail(other.patient_email) === email,
    );
    if (holder && holder.patient_id !== patient_id) {
      throw new HttpError(400, 'A patient with this email already exists');
    }
    await db.tables.patients.patch(patient_id, recordChange({ ...record, patient_id }));
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

import { HttpError, SoftFail } from '@kitwell/mock-engine/engine/backend';
import { noClinicId } from '@/contract/constants';
import { normalEmail } from '@/contract/fields';
import type { PatientProfileUpdate } from '@/contract/patients.contract';
import type { Backend } from '@/mocks/kitwell/rules/rules';
import type { MockTransaction, TableRow } from '@/mocks/kitwell/tables';
import { kitStatusAt } from './kit-status';
import { latestOrderOf } from './orders.backend';
import { patientAnswer } from './patients.backend';
import { patientRecordOf } from './permissions';

const profileChange = (profile: PatientProfileUpdate): Partial<TableRow<'patients'>> => ({
  patient_name: profile.name,
  patient_phone: profile.phone,
  patient_age: Number(profile.age),
  patient_street: profile.street,
  patient_city: profile.city,
  patient_postal_code: profile.postalCode,
  patient_state: profile.state,
  patient_country: profile.country,
  address_line_2: profile.addressLine2 || null,
  shipping_type: profile.shippingType,
  frequency: profile.frequency,
  kit_type: profile.kitType,
});

/**
 * Returns the clinic of the patient's record after the update: its current clinic, or the chosen one if it has none.
 *
 * @throws HttpError 400 for an unknown clinic, and for a change of clinic (§6)
 */
function chosenClinic(db: MockTransaction, patient: TableRow<'patients'>, requested: string): string {
  const clinicId = requested || patient.clinic_id;
  if (clinicId === patient.clinic_id) return clinicId;
  if (patient.clinic_id !== noClinicId) throw new HttpError(400, 'The provider cannot be changed');
  if (!db.tables.clinics.get(clinicId)) throw new HttpError(400, 'Unknown provider');
  return clinicId;
}

/** Returns the record that the clinic created for this patient earlier, if any, else the patient's own. */
async function recordIn(
  db: MockTransaction,
  patient: TableRow<'patients'>,
  clinicId: string,
): Promise<TableRow<'patients'>> {
  const email = normalEmail(patient.patient_email);
  const importedPatient = db.tables.patients.find(
    (other) =>
      other.clinic_id === clinicId && other.account_id === null && normalEmail(other.patient_email) === email,
  );
  if (!importedPatient) return patient;
  await db.tables.accounts.patch(patient.account_id ?? '', { patient_id: importedPatient.patient_id });
  await db.tables.patients.remove(patient.patient_id);
  return { ...importedPatient, account_id: patient.account_id };
}

/** The patient's own profile and kit (§2 "Patient profile", §6). */
export const patientProfileBackend = {
  fetchPatientProfile({ caller, db }) {
    const patient = patientRecordOf(db, caller);
    return {
      ...patientAnswer(patient),
      shipping_type: patient.shipping_type,
      frequency: patient.frequency,
      kit_type: patient.kit_type,
      order_id: latestOrderOf(db, patient.patient_id)?.order_id ?? null,
      clinic_name: db.tables.clinics.get(patient.clinic_id)?.clinic_name ?? '',
      clinic_id: patient.clinic_id,
    };
  },

  async updatePatientProfile({ request, caller, db }) {
    const patient = patientRecordOf(db, caller);
    const { body } = request;
    const clinic_id = chosenClinic(db, patient, body.clinicId);
    if (!db.tables.kits.get(body.kitType)) throw new HttpError(400, 'Unknown kit type');
    const record = clinic_id === patient.clinic_id ? patient : await recordIn(db, patient, clinic_id);
    await db.tables.patients.patch(record.patient_id, {
      ...profileChange(body),
      clinic_id,
      account_id: caller.id,
    });
    return { message: 'Profile updated' };
  },

  trackKitStatus({ request, caller, db, world }) {
    const { orderId } = request.body;
    const patient = patientRecordOf(db, caller);
    const order = orderId === null ? undefined : db.tables.orders.get(orderId);
    if (order?.patient_id !== patient.patient_id) throw new SoftFail('Order not placed');
    return { success: true as const, status: kitStatusAt(order.placed_at, world.now()) };
  },
} satisfies Partial<Backend>;

import { HttpError, onlyForRole } from '@kitwell/mock-engine/engine/backend';
import { roles } from '@/contract/constants';
import type { Caller, MockTransaction, TableRow } from '@/mocks/kitwell/tables';

/**
 * Returns the caller's clinic (§6).
 *
 * @throws HttpError 403 unless the caller is a provider
 */
export function clinicOf(db: MockTransaction, caller: Caller): TableRow<'clinics'> {
  const clinic = caller.role === roles.provider && db.tables.clinics.get(caller.clinic_id ?? '');
  if (!clinic) throw new HttpError(403, onlyForRole('provider'));
  return clinic;
}

/**
 * Returns the caller's patient record (§6).
 *
 * @throws HttpError 403 unless the caller is a patient
 */
export function patientRecordOf(db: MockTransaction, caller: Caller): TableRow<'patients'> {
  const patient = caller.role === roles.patient && db.tables.patients.get(caller.patient_id ?? '');
  if (!patient) throw new HttpError(403, onlyForRole('patient'));
  return patient;
}

/**
 * Returns a patient of this clinic.
 *
 * @throws HttpError 404 for an unknown patient and for another clinic's alike, so that a clinic learns nothing about
 * others
 */
export function patientOfClinic(
  db: MockTransaction,
  clinicId: string,
  patientId: string,
): TableRow<'patients'> {
  const patient = db.tables.patients.get(patientId);
  if (patient?.clinic_id !== clinicId) throw new HttpError(404, 'There is no such patient');
  return patient;
}

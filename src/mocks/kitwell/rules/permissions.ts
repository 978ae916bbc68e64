import { roles } from '@/contract/constants';
import { HttpError, onlyForRole } from '@/mocks/engine/backend';
import type { Caller, MockTransaction, TableRow } from '@/mocks/kitwell/tables';

/**
 * Returns the caller's clinic (SPEC §6).
 *
 * @throws HttpError 403 unless the caller is a provider
 */
export function clinicOf(db: MockTransaction, caller: Caller): TableRow<'clinics'> {
  const clinic = caller.role === roles.provider && db.tables.clinics.get(caller.clinic_id ?? '');
  if (!clinic) throw new HttpError(403, onlyForRole('provider'));
  return clinic;
}

/**
 * Returns the caller's patient record (SPEC §6).
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

/** Server-side checks beyond the schema. The client distinguishes the errors by the field they mention (SPEC §5). */

/** 7 to 15 digits (the E.164 maximum), with the usual punctuation. */
export function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^[\d\s()+.-]+$/.test(text.trim()) && digits >= 7 && digits <= 15;
}

const isUnitedStates = (country: string) =>
  /^(us|u\.s\.|usa|u\.s\.a\.|united states( of america)?)$/i.test(country.trim());

/** In the USA five digits, or nine with a hyphen; any text for other countries. */
const isPostalCode = (text: string, country: string): boolean =>
  !isUnitedStates(country) || /^\d{5}(-\d{4})?$/.test(text.trim());

/** @throws HttpError 400 that mentions the phone */
export function requirePhone(phone: string): void {
  if (!isPhone(phone)) throw new HttpError(400, 'Invalid phone number');
}

/** @throws HttpError 400 that mentions the postal code */
export function requirePostalCode(postalCode: string, country: string): void {
  if (!isPostalCode(postalCode, country)) throw new HttpError(400, 'Invalid postal code');
}

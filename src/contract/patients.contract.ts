import { ignoredBody, serverMessage, silent, text } from '@kitwell/mock-engine/declaration';
import * as z from '@/contract/zod';
import {
  authorization,
  orderId,
  parsePatientListFast,
  patient,
  patientId,
  patientProfile,
  patientRowId,
} from './entities';
import {
  ageText,
  answerName,
  emailText,
  idInAnswer,
  optionalText,
  postalAddress,
  requiredText,
  rowIdInAnswer,
  storedTexts,
  successInAnswer,
} from './fields';
import { everyFailure, operation, saysExists } from './operation';

/** Patients as their clinic sees them, and the patient's own profile (§7, §8). */

/** One row of `POST /patient/add-patients` (§3 patient import row, plus isChecked). */
export const patientImportRow = z.object({
  name: requiredText,
  email: requiredText,
  phone: requiredText,
  age: requiredText,
  ...postalAddress,
  shippingType: optionalText,
  frequency: optionalText,
  /** The kit's id; null if the sheet's text names no kit. */
  kitType: z.nullable(z.string()),
  isChecked: z.boolean(),
});
export type PatientImportRow = z.output<typeof patientImportRow>;

/** The record that Update Patients saves. Age may be empty (§Notes). */
export const patientRecord = z.object({
  patient_id: patientId,
  patient_name: requiredText,
  patient_email: emailText,
  patient_phone: requiredText,
  patient_age: optionalText,
  patient_street: requiredText,
  patient_city: requiredText,
  patient_postal_code: requiredText,
  patient_state: requiredText,
  patient_country: requiredText,
  address_line_2: optionalText,
});
export type PatientRecord = z.output<typeof patientRecord>;

/** The record as `fetchPatients` returns it: a server accepts unchanged what it has sent. */
const { patient_id: _, ...patientTexts } = patientRecord.shape;
const storedPatient = z.object({ patient_id: idInAnswer(patientId), ...storedTexts(patientTexts) });

/** The profile as the patient sends it (§5). */
export const patientProfileUpdate = z.object({
  name: requiredText,
  phone: requiredText,
  age: ageText,
  ...postalAddress,
  shippingType: requiredText,
  frequency: requiredText,
  kitType: requiredText,
  clinicId: optionalText,
});
export type PatientProfileUpdate = z.output<typeof patientProfileUpdate>;

const addFailed = 'Failed to add patients. Please try again later.';

export const patientsContract = {
  fetchPatients: operation({
    operation: 'GET /patient/fetch-patients',
    auth: 'required',
    role: 'provider',
    host: 'api',
    ok: { status: 200, body: z.array(patient), parseFast: parsePatientListFast },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-center',
    reads: ['Patients'],
  }),
  addPatients: operation({
    operation: 'POST /patient/add-patients',
    auth: 'required',
    role: 'provider',
    host: 'api',
    body: z.array(patientImportRow),
    ok: { status: 201, body: ignoredBody },
    errorResponses: {
      400: { notice: serverMessage(addFailed), example: 'A patient with this email already exists' },
    },
    notices: { ok: text('Patients added successfully'), ...everyFailure(text(addFailed)) },
    toasts: 'top-center',
    writes: ['Patients'],
    existsAlready: saysExists,
  }),
  updatePatient: operation({
    operation: 'PUT /patient/update-patient/{id}',
    auth: 'required',
    role: 'provider',
    host: 'api',
    path: z.object({ id: rowIdInAnswer(patientRowId) }),
    body: storedPatient,
    ok: { status: 200, body: ignoredBody },
    errorResponses: { 404: { example: 'There is no such patient' } },
    notices: {
      ok: text('Patient data updated successfully'),
      otherStatus: text('Failed to update patient data'),
      noResponse: silent,
      thrown: silent,
    },
    toasts: 'top-center',
    // Appointments contain the patient's name and email.
    writes: ['Patients', 'Appointments'],
  }),
  authenticatePatients: operation({
    operation: 'POST /patient/authenticate',
    auth: 'required',
    role: 'provider',
    host: 'api',
    body: z.object({ patientIds: z.array(patientId), authorized: authorization }),
    ok: { status: 200, body: ignoredBody },
    errorResponses: { 404: { example: 'There is no such patient' } },
    notices: {
      ok: text('Patients authenticated successfully'),
      otherStatus: text('Failed to update patient authorization'),
      noResponse: text('An error occurred while updating patient authorization'),
      thrown: text('An error occurred while updating patient authorization'),
    },
    toasts: 'top-center',
    writes: ['Patients'],
  }),
  fetchPatientProfile: operation({
    operation: 'GET /patient/fetch-patient-profile',
    auth: 'required',
    role: 'patient',
    host: 'api',
    ok: { status: 200, body: patientProfile },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-center',
    reads: ['PatientProfile'],
  }),
  updatePatientProfile: operation({
    operation: 'POST /patient/update-patient-profile',
    auth: 'required',
    role: 'patient',
    host: 'api',
    body: patientProfileUpdate,
    ok: { status: 200, body: ignoredBody },
    notices: {
      ok: text('Profile updated successfully'),
      otherStatus: text('Error updating profile, please try again later!'),
      noResponse: text('Server error'),
      thrown: text('Server error'),
    },
    toasts: 'top-center',
    writes: ['PatientProfile', 'Session'],
  }),
  trackKitStatus: operation({
    operation: 'POST /patient/track-kit-status',
    auth: 'required',
    role: 'patient',
    host: 'api',
    body: z.object({ orderId: z.nullable(orderId) }),
    ok: {
      status: 200,
      body: z.object({ success: successInAnswer, message: z.optional(z.string()), status: answerName }),
    },
    softFails: true,
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-center',
    reads: ['KitStatus'],
  }),
} as const;

import * as z from '@/contract/zod';
import {
  answerName,
  answerText,
  cleanAnswer,
  flagInAnswer,
  idInAnswer,
  rowIdInAnswer,
  textFieldsInAnswer,
} from './fields';

/** Entities as the server sends them (§3). Ids with different meanings have different brands. */

/** Identifies a patient in every payload; only the update call's path uses `patientRowId`. */
export const patientId = z.string().brand<'PatientId'>();
export type PatientId = z.output<typeof patientId>;

/** The patient's row number, used only by `PUT /patient/update-patient/{id}`. */
export const patientRowId = z.number().brand<'PatientRowId'>();
export type PatientRowId = z.output<typeof patientRowId>;

export const clinicId = z.string().brand<'ClinicId'>();

export const kitId = z.string().brand<'KitId'>();
export type KitId = z.output<typeof kitId>;

export const orderId = z.string().brand<'OrderId'>();

/** The id of a hosted checkout session; unrelated to an appointment's `session_id`. */
export const checkoutSessionId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{6,255}$/))
  .brand<'CheckoutSessionId'>();
export type CheckoutSessionId = z.output<typeof checkoutSessionId>;

export const checkoutSessionIdInAnswer = idInAnswer(checkoutSessionId);

const appointmentSessionId = z.string().brand<'AppointmentSessionId'>();

/** Only what an HTTP header can carry unchanged: no call could be made with another token. */
export const authToken = z
  .string()
  .check(z.minLength(1), z.regex(/^[!-~]+(?: [!-~]+)*$/))
  .brand<'AuthToken'>();
export type AuthToken = z.output<typeof authToken>;

export const authorization = z.union([z.literal(0), z.literal(1)]);
export type Authorization = z.output<typeof authorization>;

/** Authorization in a response; null or nothing is not authorized. */
export const authorizationInAnswer = z.pipe(
  z.nullish(flagInAnswer),
  z.transform((isAuthorized): Authorization => (isAuthorized === true ? 1 : 0)),
);

export const role = z.enum(['0', '1']);
export type Role = z.output<typeof role>;

/** A role in a response, where it may also be a number. */
export const roleInAnswer = z.pipe(z.pipe(z.union([role, z.literal([0, 1])]), z.transform(String)), role);

/** The signed-in user; the name may be blank. Any other response means "not verified" (§Notes). */
export const verifiedUser = z.object({
  status: z.literal(true),
  user_name: answerName,
  role_id: roleInAnswer,
});
export type VerifiedUser = z.output<typeof verifiedUser>;

export const clinicListItem = z.object({ clinic_id: idInAnswer(clinicId), clinic_name: answerName });

export const patient = z.object({
  patient_id: idInAnswer(patientId),
  id: rowIdInAnswer(patientRowId),
  patient_name: answerText,
  patient_email: answerText,
  patient_phone: answerText,
  patient_age: answerText,
  patient_street: answerText,
  patient_city: answerText,
  patient_postal_code: answerText,
  patient_state: answerText,
  patient_country: answerText,
  address_line_2: answerText,
  authorized: authorizationInAnswer,
});
export type Patient = z.output<typeof patient>;

const patientFieldCount = Object.keys(patient.shape).length;
const patientTexts = textFieldsInAnswer(patient);

/** Converts a row in place as the patient schema would; returns false if only the schema can decide. */
function parsePatientFast(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as Record<string, unknown>;
  if (Object.keys(row).length !== patientFieldCount) return false;
  if (!Number.isFinite(row.id)) return false;
  if (Number.isFinite(row.patient_id)) row.patient_id = String(row.patient_id);
  else if (typeof row.patient_id !== 'string') return false;
  for (const field of patientTexts) {
    const text = row[field];
    if (typeof text === 'string') row[field] = cleanAnswer(text);
    else if (text === null) row[field] = '';
    else if (Number.isFinite(text)) row[field] = String(text);
    else return false;
  }
  return row.authorized === 0 || row.authorized === 1;
}

/** Fast path for the parsed body of a patient list; see `Operation.ok.parseFast`. */
export const parsePatientListFast = (body: unknown): boolean =>
  Array.isArray(body) && body.every(parsePatientFast);

export const patientProfile = z.extend(patient, {
  shipping_type: answerText,
  frequency: answerText,
  /** The kit's id; empty if none is chosen. */
  kit_type: answerText,
  /** Null if there is no order; some servers send a blank text or nothing. */
  order_id: z.pipe(
    z.nullish(idInAnswer(orderId)),
    z.transform((id) => id || null),
  ),
  clinic_name: answerText,
  clinic_id: answerText,
});
export type PatientProfile = z.output<typeof patientProfile>;

export const kit = z.object({
  id: idInAnswer(kitId),
  name: answerName,
  price: answerText,
  description: answerText,
});
export type Kit = z.output<typeof kit>;

/** The name under which a kit is shown; some servers send kits without one. */
export const nameOfKit = ({ id, name }: Kit): string => name.trim() || id;

export const lab = z.object({
  lab_name: answerText,
  lab_id_no: answerText,
  lab_phone: answerText,
  lab_street: answerText,
  lab_city: answerText,
  lab_postal_code: answerText,
  lab_state: answerText,
  lab_country: answerText,
  address_line_2: answerText,
  instructions: answerText,
});
export type Lab = z.output<typeof lab>;

export type RequiredLabField = Exclude<keyof Lab, 'address_line_2'>;

const requiredLabFields = (Object.keys(lab.shape) as (keyof Lab)[]).filter(
  (field): field is RequiredLabField => field !== 'address_line_2',
);

/** Returns the fields that a lab still needs to be complete: all but address line 2 (§5). */
export const missingLabFields = (stored: Lab): readonly RequiredLabField[] =>
  requiredLabFields.filter((field) => stored[field].trim() === '');

/** Whether there is a lab with all of its fields (§5). */
export const isLabComplete = (stored: Lab | null | undefined): boolean =>
  stored != null && missingLabFields(stored).length === 0;

export const clinicProfile = z.object({
  clinic_email: answerText,
  phone_number: answerText,
  clinic_name: answerText,
  clinic_address: answerText,
  patient_count: answerText,
  clinic_street: answerText,
  clinic_city: answerText,
  clinic_postal_code: answerText,
  clinic_state: answerText,
  clinic_country: answerText,
  address_line_2: answerText,
});
export type ClinicProfile = z.output<typeof clinicProfile>;

export const appointment = z.object({
  session_id: idInAnswer(appointmentSessionId),
  patient_name: answerText,
  patient_email: answerText,
  /** Opaque text composed by the server (§Notes). */
  time_slot: answerText,
  meet_link: answerText,
});
export type Appointment = z.output<typeof appointment>;

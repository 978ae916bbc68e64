import { HttpError } from '@kitwell/mock-engine/engine/backend';
import type { World } from '@kitwell/mock-engine/world/world';
import type { PatientSignup, ProviderSignup } from '@/contract/auth.contract';
import { noClinicId, roles } from '@/contract/constants';
import { normalEmail } from '@/contract/fields';
import type { Backend } from '@/mocks/kitwell/rules/rules';
import type { MockTransaction } from '@/mocks/kitwell/tables';
import { requireVerified } from './codes.backend';
import { insertPatient } from './patient-records';
import { requirePhone, requirePostalCode } from './plausibility';

/**
 * Whether this account exists with the same password and role, so that a retry after a lost response succeeds.
 *
 * @throws HttpError 400 if the address belongs to another account
 */
function isAlreadySignedUp(
  db: MockTransaction,
  { email, password }: ProviderSignup | PatientSignup,
  role: '0' | '1',
): boolean {
  const account = db.tables.accounts.getBy('email', normalEmail(email));
  if (!account) return false;
  if (account.password === password && account.role === role) return true;
  throw new HttpError(400, 'This email is already registered');
}

const accountFrom = (db: MockTransaction, world: World, signup: ProviderSignup | PatientSignup) => ({
  id: `account-${db.nextId('accounts')}`,
  email: normalEmail(signup.email),
  password: signup.password,
  created_at: world.now().toISOString(),
});

/** `C001`, `C002` and so on; `C000` means "no clinic" (§6). */
const nextClinicId = (db: MockTransaction) => `C${String(db.nextId('clinics')).padStart(3, '0')}`;

/** The patient record of a new account: one that its clinic created earlier, or a new one. */
async function patientFor(
  db: MockTransaction,
  signup: PatientSignup,
  clinicId: string,
  accountId: string,
): Promise<string> {
  const email = normalEmail(signup.email);
  const importedPatient = db.tables.patients.find(
    (patient) =>
      patient.clinic_id === clinicId &&
      patient.account_id === null &&
      normalEmail(patient.patient_email) === email,
  );
  if (importedPatient) {
    await db.tables.patients.patch(importedPatient.patient_id, { account_id: accountId });
    return importedPatient.patient_id;
  }
  const made = await insertPatient(db, {
    clinic_id: clinicId,
    account_id: accountId,
    patient_name: `${signup.firstName} ${signup.lastName}`,
    patient_email: email,
    patient_phone: signup.phone,
  });
  return made.patient_id;
}

/**
 * Creates the customer, then the account (§4 "Sign-up flow"). Both calls can be repeated without creating
 * duplicates: a customer without an account takes the new details; one with an account is rejected as taken.
 */
export const signUpBackend = {
  async createCustomer({ request, db, world }) {
    const { body } = request;
    requirePhone(body.phone);
    if (body.tag === 'provider') requirePostalCode(body.zip, body.country);
    requireVerified(db, world, body.email);
    const identity = `${body.tag}:${normalEmail(body.email)}`;
    const details = { first_name: body.firstName, last_name: body.lastName, phone: body.phone };
    const customer = db.tables.customers.getBy('identity', identity);
    if (customer && db.tables.accounts.getBy('email', normalEmail(body.email)))
      throw new HttpError(422, 'Email has already been taken');
    if (customer) {
      await db.tables.customers.patch(customer.id, details);
      return { message: 'Customer created' };
    }
    await db.tables.customers.insert({
      id: `customer-${db.nextId('customers')}`,
      identity,
      ...details,
      created_at: world.now().toISOString(),
    });
    return { message: 'Customer created' };
  },

  async clinicSignup({ request, db, world }) {
    const { body } = request;
    if (isAlreadySignedUp(db, body, roles.provider)) return { message: 'Registered' };
    requirePhone(body.phoneNumber);
    requirePostalCode(body.postalCode, body.country);
    requireVerified(db, world, body.email);
    const clinic = await db.tables.clinics.insert({
      clinic_id: nextClinicId(db),
      clinic_email: normalEmail(body.email),
      phone_number: body.phoneNumber,
      clinic_name: body.clinicName,
      clinic_street: body.street,
      clinic_city: body.city,
      clinic_postal_code: body.postalCode,
      clinic_state: body.state,
      clinic_country: body.country,
      address_line_2: body.addressLine2,
      patient_count: '',
    });
    await db.tables.accounts.insert({
      ...accountFrom(db, world, body),
      role: roles.provider,
      clinic_id: clinic.clinic_id,
      patient_id: null,
    });
    return { message: 'Registered' };
  },

  async patientSignup({ request, db, world }) {
    const { body } = request;
    if (isAlreadySignedUp(db, body, roles.patient)) return { message: 'Registered' };
    requirePhone(body.phone);
    const clinicId = body.clinicId.trim() || noClinicId;
    if (clinicId !== noClinicId && !db.tables.clinics.get(clinicId))
      throw new HttpError(400, 'Unknown provider');
    requireVerified(db, world, body.email);
    const account = accountFrom(db, world, body);
    const patientId = await patientFor(db, body, clinicId, account.id);
    await db.tables.accounts.insert({
      ...account,
      role: roles.patient,
      clinic_id: null,
      patient_id: patientId,
    });
    return { message: 'Registered' };
  },
} satisfies Partial<Backend>;

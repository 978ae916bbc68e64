import { expectThat, found, type TestContext } from '@/mocks/conformance/test-context';
import { recordIn, textIn } from '@/mocks/conformance/test-run';

/** The client distinguishes sign-up errors by the field that the message mentions (SPEC §5). */
const mentions = { phone: /phone/i, email: /email/i, postal: /postal|zip/i };

async function codePaths(context: TestContext, email: string, phoneNumber: string, codeName: string) {
  const { check, memory, mail } = context;
  await check.ok('sendOtp', { request: () => ({ body: { email, phoneNumber } }) });
  const code = await mail.code(email);
  memory.keep(codeName, code);
  const wrong = code === '000000' ? '111111' : '000000';
  await check.declined('verifyOtp', {
    path: 'with a wrong code',
    request: () => ({ body: { email, otp: wrong } }),
  });
  await check.ok('verifyOtp', { request: () => ({ body: { email, otp: memory.need(codeName) } }) });
}

/** A clinic signs up and logs in (SPEC §4 "Sign-up flow", §8 "Send code", "Sign-up", "Login"). */
export async function clinicSignUpPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const { clinic, clinicCustomer } = data;
  const verified = () => memory.need(found.clinicCode);
  await check.rejected('sendOtp', {
    path: 'without an email',
    request: () => ({ body: { email: '', phoneNumber: clinic.phoneNumber } }),
  });
  await check.rejected('sendOtp', {
    path: 'with a phone that is none',
    request: () => ({ body: { email: clinic.email, phoneNumber: 'none' } }),
  });
  await check.rejected('createCustomer', {
    path: 'before the code was entered',
    request: () => ({ body: { ...clinicCustomer, email: data.stranger } }),
  });
  await codePaths(context, clinic.email, clinic.phoneNumber, found.clinicCode);

  const customers = [
    ['phone', { phone: 'none' }],
    ['email', { email: 'none' }],
    ['postal', { zip: 'none' }],
  ] as const;
  for (const [field, change] of customers) {
    await check.rejected('createCustomer', {
      path: `with a wrong ${field}`,
      request: () => ({ body: { ...clinicCustomer, ...change } }),
      status: [400, 422],
      message: mentions[field],
    });
  }
  const signups = [
    ['phone', { phoneNumber: 'none' }],
    ['email', { email: 'none' }],
    ['postal', { postalCode: 'none' }],
  ] as const;
  for (const [field, change] of signups) {
    await check.rejected('clinicSignup', {
      path: `with a wrong ${field}`,
      request: () => ({ body: { ...clinic, ...change } }),
      status: [400, 422],
      message: mentions[field],
    });
  }
  await check.ok('createCustomer', { after: verified, request: () => ({ body: clinicCustomer }) });
  await check.ok('clinicSignup', { after: verified, request: () => ({ body: clinic }) });
  await check.rejected('sendOtp', {
    path: 'to an address that has an account',
    after: verified,
    request: () => ({ body: { email: clinic.email, phoneNumber: clinic.phoneNumber } }),
  });

  const { email, password } = clinic;
  await check.rejected('login', {
    path: 'with a wrong password',
    request: () => ({ body: { email, password: `${password}?` } }),
  });
  const session = await check.ok('login', {
    after: verified,
    request: () => ({ body: { email, password } }),
  });
  memory.keep(found.clinicToken, textIn(session, 'token'));
  await check.ok('verifyUser', {
    token: () => memory.need(found.clinicToken),
    and: (body) => expectThat(textIn(body, 'role_id') === '1', 'role_id: "1" expected of a provider'),
  });
  const clinics = await check.ok('fetchClinics', {
    after: verified,
    and: (body) =>
      expectThat(
        recordIn(body, 'clinic_name', clinic.clinicName) !== undefined,
        'the clinic that signed up is not in the list',
      ),
  });
  memory.keep(found.clinicId, textIn(recordIn(clinics, 'clinic_name', clinic.clinicName), 'clinic_id'));
}

/** A patient of that clinic signs up and logs in. */
export async function patientSignUpPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const { patient, patientCustomer } = data;
  const verified = () => memory.need(found.patientCode);
  await codePaths(context, patient.email, patient.phone, found.patientCode);
  await check.rejected('patientSignup', {
    path: 'with a wrong phone',
    request: () => ({ body: { ...patient, clinicId: 'C000', phone: 'none' } }),
    status: [400, 422],
    message: mentions.phone,
  });
  await check.rejected('patientSignup', {
    path: 'with a wrong email',
    request: () => ({ body: { ...patient, clinicId: 'C000', email: 'none' } }),
    status: [400, 422],
    message: mentions.email,
  });
  await check.ok('createCustomer', {
    path: 'ok, for a patient',
    after: verified,
    request: () => ({ body: patientCustomer }),
  });
  await check.ok('patientSignup', {
    after: verified,
    request: () => ({ body: { ...patient, clinicId: memory.need(found.clinicId) } }),
  });
  const { email, password } = patient;
  const session = await check.ok('login', {
    path: 'ok, for a patient',
    after: verified,
    request: () => ({ body: { email, password } }),
  });
  memory.keep(found.patientToken, textIn(session, 'token'));
  await check.ok('verifyUser', {
    path: 'ok, for a patient',
    token: () => memory.need(found.patientToken),
    and: (body) => expectThat(textIn(body, 'role_id') === '0', 'role_id: "0" expected of a patient'),
  });
}

import { patientSignup, providerSignup } from '@/contract/auth.contract';
import { noClinicId } from '@/contract/constants';
import { fieldDeviations } from '@/mocks/conformance/check-answer';
import * as sample from '@/mocks/conformance/sample-data';
import {
  type AccountName,
  type ClinicName,
  expectThat,
  judgeMail,
  keys,
  type TestContext,
} from '@/mocks/conformance/test-context';
import { blankFields, idIn, recordIn, textIn } from '@/mocks/conformance/test-run';

/** The client distinguishes sign-up errors by the field that the message mentions (§5). */
const mentions = { phone: /phone/i, email: /email/i, postal: /postal|zip/i };
const invalid = [400, 422];

/** Asks for a code and enters it. The code proves the address, so only its mail may contain it. */
async function enterCode(context: TestContext, who: AccountName, email: string, phoneNumber: string) {
  const { check, memory, mail, data } = context;
  const path = `ok, for the ${who}`;
  const sent = await check.ok('sendOtp', { path, request: () => ({ body: { email, phoneNumber } }) });
  const code = await mail.code(email);
  memory.store(keys.code(who), code);
  if (sent !== undefined)
    await judgeMail(context, 'sendOtp', `mails a code to the ${who}`, {
      to: email,
      kind: 'otp',
      value: code,
    });
  const wrong = code === '000000' ? '111111' : '000000';
  await check.declined('verifyOtp', {
    path: `with a wrong code, for the ${who}`,
    request: () => ({ body: { email, otp: wrong } }),
  });
  await check.declined('verifyOtp', {
    path: `for an address without a code, by that of the ${who}`,
    request: () => ({ body: { email: data.stranger, otp: memory.need(keys.code(who)) } }),
  });
  await check.ok('verifyOtp', {
    path,
    request: () => ({ body: { email, otp: memory.need(keys.code(who)) } }),
  });
}

async function logIn({ check, memory }: TestContext, who: AccountName, email: string, password: string) {
  const session = await check.ok('login', {
    path: `ok, for the ${who}`,
    after: () => memory.need(keys.code(who)),
    request: () => ({ body: { email, password } }),
  });
  memory.store(keys.token(who), textIn(session, 'token'));
}

/** Both clinics sign up and log in (§4 "Sign-up flow", §8 "Send code", "Sign-up", "Login"). */
export async function clinicSignUpPaths(context: TestContext): Promise<void> {
  await rejectedSignUpPaths(context);
  for (const who of ['clinic', 'other clinic'] as const) await signUpClinic(context, who);
  const { check, memory, data } = context;
  const { clinic, 'other clinic': other } = data.clinics;
  await check.rejected('clinicSignup', {
    path: 'with the address of an account and another password',
    after: () => memory.need(keys.token('clinic')),
    request: () => ({ body: { ...clinic, password: other.password } }),
    status: [400, 409, 422],
  });
  await check.rejected('sendOtp', {
    path: 'to an address that has an account',
    after: () => memory.need(keys.token('clinic')),
    request: () => ({ body: { email: clinic.email, phoneNumber: clinic.phoneNumber } }),
  });
  for (const [path, password] of [
    ['with a wrong password', `${clinic.password}?`],
    ['with the password of another account', other.password],
    ['with the password in capitals', clinic.password.toUpperCase()],
    ['without a password', ''],
  ] as const) {
    await check.rejected('login', { path, request: () => ({ body: { email: clinic.email, password } }) });
  }
  await check.rejected('login', {
    path: 'with an unknown email',
    request: () => ({ body: { email: data.stranger, password: clinic.password } }),
  });
}

/** What no sign-up may contain, before any code was entered. */
async function rejectedSignUpPaths({ check, data }: TestContext) {
  const { clinic } = data.clinics;
  const { patient } = data.patients;
  const otp = { email: clinic.email, phoneNumber: clinic.phoneNumber };
  for (const [path, change] of [
    ['without an email', { email: '' }],
    ['with an email that is none', { email: 'none' }],
    ['without a phone', { phoneNumber: '' }],
    ['with a phone that is none', { phoneNumber: 'none' }],
  ] as const) {
    await check.rejected('sendOtp', { path, request: () => ({ body: { ...otp, ...change } }) });
  }
  await check.rejected('verifyOtp', {
    path: 'without a code',
    request: () => ({ body: { email: clinic.email, otp: '' } }),
  });
  const before = { path: 'before the code was entered', status: invalid };
  const email = data.stranger;
  await check.rejected('createCustomer', {
    ...before,
    request: () => ({ body: { ...sample.providerCustomer, email } }),
  });
  await check.rejected('clinicSignup', { ...before, request: () => ({ body: { ...clinic, email } }) });
  await check.rejected('patientSignup', {
    ...before,
    request: () => ({ body: { ...patient, email, clinicId: noClinicId } }),
  });
}

async function signUpClinic(context: TestContext, who: ClinicName) {
  const { check, memory, data } = context;
  const clinic = data.clinics[who];
  const { email, password } = clinic;
  check.hide(password);
  await enterCode(context, who, email, clinic.phoneNumber);
  const verified = () => memory.need(keys.code(who));
  const customer = { ...sample.providerCustomer, email, password };
  if (who === 'clinic') await invalidClinicPaths(context, customer);
  const path = `ok, for the ${who}`;
  await check.ok('createCustomer', { path, after: verified, request: () => ({ body: customer }) });
  await check.ok('clinicSignup', { path, after: verified, request: () => ({ body: clinic }) });
  await logIn(context, who, email, password);
  const token = () => memory.need(keys.token(who));
  await check.ok('verifyUser', {
    path,
    token,
    and: (body) => fieldDeviations(body, { role_id: '1', user_name: clinic.clinicName }),
  });
  await check.effect('clinicSignup', 'fetchClinicProfile', {
    path: `stored, for the ${who}`,
    token,
    and: (body) =>
      fieldDeviations(body, {
        clinic_email: email,
        phone_number: clinic.phoneNumber,
        clinic_name: clinic.clinicName,
        clinic_street: clinic.street,
        clinic_city: clinic.city,
        clinic_postal_code: clinic.postalCode,
        clinic_state: clinic.state,
        clinic_country: clinic.country,
        address_line_2: clinic.addressLine2,
      }),
  });
  const clinics = await check.ok('fetchClinics', {
    path: `ok, with the ${who}`,
    after: verified,
    and: (body) =>
      expectThat(
        recordIn(body, 'clinic_name', clinic.clinicName) !== undefined,
        'the clinic that signed up is not in the list',
      ),
  });
  memory.store(keys.clinicId(who), idIn(recordIn(clinics, 'clinic_name', clinic.clinicName), 'clinic_id'));
}

async function invalidClinicPaths(
  { check, memory, data }: TestContext,
  customer: typeof sample.providerCustomer,
) {
  const { clinic } = data.clinics;
  const after = () => memory.need(keys.code('clinic'));
  const wrong = [
    ['phone', { phone: 'none' }, { phoneNumber: 'none' }],
    ['email', { email: 'none' }, { email: 'none' }],
    ['postal', { zip: 'none' }, { postalCode: 'none' }],
  ] as const;
  for (const [field, ofCustomer, ofClinic] of wrong) {
    const rest = { path: `with a wrong ${field}`, status: invalid, message: mentions[field] };
    await check.rejected('createCustomer', {
      ...rest,
      request: () => ({ body: { ...customer, ...ofCustomer } }),
    });
    await check.rejected('clinicSignup', { ...rest, request: () => ({ body: { ...clinic, ...ofClinic } }) });
  }
  const weak = { path: 'with a weak password', after, status: invalid };
  await check.rejected('createCustomer', {
    ...weak,
    request: () => ({ body: { ...customer, password: 'weak' } }),
  });
  await check.rejected('clinicSignup', {
    ...weak,
    request: () => ({ body: { ...clinic, password: 'weak' } }),
  });
  for (const field of ['firstName', 'phone', 'address1', 'city', 'province', 'country', 'zip'] as const) {
    await check.rejected('createCustomer', {
      path: `without ${field}`,
      after,
      status: invalid,
      request: () => ({ body: { ...customer, [field]: '' } }),
    });
  }
  await blankFields(check, 'clinicSignup', providerSignup, {
    after,
    status: invalid,
    request: (change) => ({ body: { ...clinic, ...change } }),
  });
}

/** A patient of the clinic signs up, and one who has no clinic yet. */
export async function patientSignUpPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  for (const who of ['patient', 'other patient'] as const) {
    const patient = data.patients[who];
    const { email, password, firstName, lastName, phone } = patient;
    check.hide(password);
    await enterCode(context, who, email, phone);
    const after = () => memory.need(keys.code(who));
    const clinicId = () => (who === 'patient' ? memory.need(keys.clinicId('clinic')) : noClinicId);
    if (who === 'patient') await invalidPatientPaths(context);
    const path = `ok, for the ${who}`;
    await check.ok('createCustomer', {
      path,
      after,
      request: () => ({ body: { ...sample.patientCustomer, firstName, lastName, phone, email, password } }),
    });
    await check.ok('patientSignup', {
      path,
      after,
      // A role that the sender claims must not count (§6).
      request: () => ({ body: { ...patient, clinicId: clinicId(), role_id: '1', role: '1' } }),
    });
    await logIn(context, who, email, password);
    const token = () => memory.need(keys.token(who));
    await check.effect('patientSignup', 'verifyUser', {
      path: `role and name of the ${who}`,
      token,
      and: (body) => [
        ...fieldDeviations(body, { role_id: '0' }),
        ...expectThat(
          textIn(body, 'user_name')?.includes(firstName) === true,
          `user_name: one with "${firstName}" expected`,
        ),
      ],
    });
    await check.effect('patientSignup', 'fetchPatientProfile', {
      path: `stored, for the ${who}`,
      token,
      and: (body) => [
        ...fieldDeviations(body, { patient_email: email, patient_phone: phone }),
        ...expectThat(
          who === 'other patient' || idIn(body, 'clinic_id') === clinicId(),
          'clinic_id: the chosen clinic expected',
        ),
        ...expectThat(
          [firstName, lastName].every((part) => textIn(body, 'patient_name')?.includes(part)),
          `patient_name: one with "${firstName}" and "${lastName}" expected`,
        ),
      ],
    });
  }
}

async function invalidPatientPaths({ check, memory, data }: TestContext) {
  const body = { ...data.patients.patient, clinicId: noClinicId };
  const after = () => memory.need(keys.code('patient'));
  for (const [field, change] of [
    ['phone', { phone: 'none' }],
    ['email', { email: 'none' }],
  ] as const) {
    await check.rejected('patientSignup', {
      path: `with a wrong ${field}`,
      request: () => ({ body: { ...body, ...change } }),
      status: invalid,
      message: mentions[field],
    });
  }
  await check.rejected('patientSignup', {
    path: 'with a weak password',
    after,
    status: invalid,
    request: () => ({ body: { ...body, password: 'weak' } }),
  });
  await blankFields(check, 'patientSignup', patientSignup, {
    after,
    status: invalid,
    request: (change) => ({ body: { ...body, ...change } }),
  });
}

const newPassword = 'Another1!y';

/** One password per rule of §5 that breaks only this rule. */
const weakPasswords = {
  'of seven characters': 'Ab1!xyz',
  'without an uppercase letter': 'another1!y',
  'without a lowercase letter': 'ANOTHER1!Y',
  'without a number': 'Another!y',
  'without a special character': 'Another1y',
} as const;

/** Password reset by mail (§8 "Forgot password", "Reset password"). */
export async function passwordPaths(context: TestContext): Promise<void> {
  const { check, memory, data, mail } = context;
  const { email, password } = data.clinics.clinic;
  const token = () => memory.need(keys.token('clinic'));
  await check.rejected('forgotPassword', {
    path: 'with an unknown email',
    request: () => ({ body: { email: data.stranger } }),
    // The client shows both the same: a server need not reveal who has an account.
    status: [200, 404],
  });
  const mailsToUnknown = await mail.count(data.stranger, 'reset-password');
  if (mailsToUnknown !== undefined) {
    check.record(
      'forgotPassword',
      'mails no link to an unknown address',
      expectThat(mailsToUnknown === 0, 'a mail to an unknown address was sent'),
    );
  }
  await check.rejected('forgotPassword', {
    path: 'without an email',
    request: () => ({ body: { email: '' } }),
  });
  const sent = await check.ok('forgotPassword', { after: token, request: () => ({ body: { email } }) });
  const link = await mail.linkToken(email, 'reset-password');
  memory.store(keys.reset, link);
  if (sent !== undefined)
    await judgeMail(context, 'forgotPassword', 'mails a link', {
      to: email,
      kind: 'reset-password',
      value: link,
    });
  const reset = (chosen: string) => () => ({
    path: { token: memory.need(keys.reset) },
    body: { password: chosen },
  });
  await check.rejected('resetPassword', {
    path: 'with a made-up link',
    request: () => ({ path: { token: 'made-up' }, body: { password: newPassword } }),
  });
  for (const [path, weak] of Object.entries(weakPasswords)) {
    await check.rejected('resetPassword', {
      path: `with a password ${path}`,
      status: [400, 422],
      request: reset(weak),
    });
  }
  check.hide(newPassword);
  await check.ok('resetPassword', { request: reset(newPassword) });
  await check.rejected('resetPassword', { path: 'with a used link', request: reset('Another2!y') });
  const after = () => memory.need(keys.reset);
  await check.effect('resetPassword', 'login', {
    path: 'the old password is no longer valid',
    after,
    expected: { kind: 'error', status: [400] },
    request: () => ({ body: { email, password } }),
  });
  // A session may belong to someone who knew the old password.
  await check.effect('resetPassword', 'verifyUser', {
    path: 'the sessions before the reset have ended',
    after,
    token,
    expected: { kind: 'error', status: [401] },
  });
  const session = await check.effect('resetPassword', 'login', {
    path: 'the new password is valid',
    after,
    request: () => ({ body: { email, password: newPassword } }),
  });
  memory.store(keys.token('clinic'), textIn(session, 'token'));
  const other = data.clinics['other clinic'];
  await check.effect('resetPassword', 'login', {
    path: 'the password of another account stays',
    after,
    request: () => ({ body: { email: other.email, password: other.password } }),
  });
  await check.effect('resetPassword', 'verifyUser', {
    path: 'the session of another account goes on',
    after,
    token: () => memory.need(keys.token('other clinic')),
    and: (body) => expectThat(textIn(body, 'role_id') === '1', 'role_id: "1" expected of a provider'),
  });
}

/** Logout ends this session, and no one else's. */
export async function logoutPaths({ check, memory, data }: TestContext): Promise<void> {
  const { email, password } = data.clinics['other clinic'];
  const token = () => memory.need(keys.token('other clinic'));
  await check.ok('logout', { token });
  for (const read of ['verifyUser', 'fetchPatients'] as const) {
    await check.effect('logout', read, {
      path: 'the session has ended',
      token,
      expected: { kind: 'error', status: [401] },
    });
  }
  await check.effect('logout', 'verifyUser', {
    path: 'the session of a patient goes on',
    after: token,
    token: () => memory.need(keys.token('patient')),
  });
  const session = await check.ok('login', {
    path: 'ok, after logging out',
    after: token,
    request: () => ({ body: { email, password } }),
  });
  const next = textIn(session, 'token');
  if (next !== undefined) {
    const isNew = next !== token();
    check.record('login', 'another token', expectThat(isNew, 'token: that of the session that has ended'));
  }
  memory.store(keys.token('other clinic'), next);
  await check.ok('logout', {
    path: 'ok, for a patient',
    token: () => memory.need(keys.token('other patient')),
  });
}

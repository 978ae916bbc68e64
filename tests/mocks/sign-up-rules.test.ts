import { describe, expect, it } from 'vitest';
import * as sample from '@/mocks/conformance/sample-data';
import { fixedClockServer } from './support/fixed-clock-server';

const { mock, journey, laterBy } = fixedClockServer('demo');
const { call } = journey;

const email = 'new@example.com';
const sendOtp = (to = email) => call('sendOtp', { body: { email: to, phoneNumber: '+12065550133' } });
const verify = (otp: string, of = email) => call('verifyOtp', { body: { email: of, otp } });

describe('verification codes', () => {
  it('are six digits and are mailed', async () => {
    await sendOtp();
    const code = await journey.codeFor(email);
    expect(code).toMatch(/^\d{6}$/);
    expect(mock.mail.list(email)).toMatchObject([
      {
        subject: `${code} is your Kitwell code`,
        text: `Enter ${code} to go on with your registration. The code is good for 10 minutes.`,
      },
    ]);
  });

  it('are rejected for a registered address, in any letter case', async () => {
    expect(await sendOtp('Provider@KITWELL.test')).toMatchObject({
      status: 400,
      body: { message: 'This email is already registered' },
    });
  });

  it('verify with spaces from a paste', async () => {
    await sendOtp();
    const code = await journey.codeFor(email);
    expect(await verify(` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({ body: { success: true } });
  });

  it('expire after ten minutes, and a new one can be sent', async () => {
    await sendOtp();
    const code = await journey.codeFor(email);
    laterBy({ minutes: 10 });
    expect(await verify(code)).toEqual({
      status: 200,
      body: { success: false, message: 'The code has expired' },
    });
    await sendOtp();
    const next = await journey.codeFor(email);
    expect(next).not.toBe(code);
    expect(await verify(next)).toMatchObject({ body: { success: true } });
  });

  it('verify again until they expire or another one is sent', async () => {
    await sendOtp();
    const code = await journey.codeFor(email);
    expect(await verify(code)).toMatchObject({ body: { success: true } });
    expect(await verify(code)).toMatchObject({ body: { success: true } });
    await sendOtp();
    expect(await journey.codeFor(email)).not.toBe(code);
    expect(await verify(code)).toMatchObject({ body: { success: false } });
  });

  it('of 424242 verify for demo addresses only', async () => {
    await sendOtp('new@kitwell.test');
    await sendOtp();
    const wrong = (await journey.codeFor('new@kitwell.test')) === '000000' ? '000001' : '000000';
    expect(await verify(wrong, 'new@kitwell.test')).toMatchObject({ body: { success: false } });
    expect(await verify('424242', 'new@kitwell.test')).toMatchObject({ body: { success: true } });
    expect(await verify('424242')).toMatchObject({ body: { success: false } });
  });
});

describe('sign-up', () => {
  it('can be finished within a day of the code', async () => {
    await journey.verifyEmail(sample.patientSignup.email);
    laterBy({ hours: 23 });
    expect(await call('createCustomer', { body: sample.patientCustomer })).toMatchObject({ status: 201 });
    laterBy({ hours: 1 });
    expect(await call('patientSignup', { body: sample.patientSignup })).toEqual({
      status: 400,
      body: { message: 'Enter the verification code first' },
    });
  });

  it('knows a postal code of the USA, however the country is written', async () => {
    const customer = (country: string, zip: string) =>
      call('createCustomer', { body: { ...sample.providerCustomer, country, zip } });
    const countries = ['us', 'u.s.a.', ' united states of america '];
    for (const country of countries) {
      for (const zip of ['9810', '98101-12', '981011234', 'V6B 1A1'])
        expect(await customer(country, zip)).toMatchObject({ body: { message: 'Invalid postal code' } });
      for (const zip of ['98101', ' 98101-1234 '])
        expect(await customer(country, zip)).toMatchObject({
          body: { message: 'Enter the verification code first' },
        });
    }
    for (const country of ['Belarus', 'Usbekistan'])
      expect(await customer(country, '9810')).toMatchObject({
        body: { message: 'Enter the verification code first' },
      });
  });

  // The contract limits the length of a clinic's phone, but not of a customer's.
  it.each(['+1 206 555 0177 x2', '+1234567890123456', '555-017'])(
    'names the phone of a store customer when it is "%s"',
    async (phone) => {
      await journey.verifyEmail(sample.patientCustomer.email);
      expect(await call('createCustomer', { body: { ...sample.patientCustomer, phone } })).toEqual({
        status: 400,
        body: { message: 'Invalid phone number' },
      });
    },
  );

  it('lets the store customer be corrected until the account exists, and keeps one', async () => {
    const { email: address } = sample.patientCustomer;
    const corrected = { ...sample.patientCustomer, firstName: 'Corrected', phone: '+12065550199' };
    const customers = () =>
      mock.db.list('customers').filter((row) => 'identity' in row && row.identity === `patient:${address}`);
    await journey.verifyEmail(address);
    const first = await call('createCustomer', { body: sample.patientCustomer });
    const again = await call('createCustomer', { body: corrected });
    expect(again).toMatchObject({ status: 201, body: first.body as object });
    expect(customers()).toMatchObject([{ first_name: 'Corrected', phone: '+12065550199' }]);
    expect(await call('patientSignup', { body: sample.patientSignup })).toMatchObject({ status: 201 });
    expect(await call('createCustomer', { body: sample.patientCustomer })).toMatchObject({
      status: 422,
      body: { message: 'Email has already been taken' },
    });
    expect(customers()).toMatchObject([{ first_name: 'Corrected' }]);
  });

  it('rejects the address and password of an account of the other role', async () => {
    await journey.signUpClinic();
    const { email, password } = sample.providerSignup;
    const asPatient = { ...sample.patientSignup, email, password };
    expect(await call('patientSignup', { body: asPatient })).toMatchObject({ status: 400 });
  });

  it('takes a phone number of 7 to 15 digits, with the usual punctuation', async () => {
    for (const phone of ['555-0177', '(206) 555.0177', ' +123456789012345 '])
      expect(await call('createCustomer', { body: { ...sample.patientCustomer, phone } })).toMatchObject({
        body: { message: 'Enter the verification code first' },
      });
  });

  it('gives the new clinic an unused id', async () => {
    await journey.signUpClinic();
    expect(mock.db.list('clinics').at(-1)).toMatchObject({ clinic_id: 'C004', patient_count: '' });
  });

  it('links the patient to the record that the clinic made before, else makes one', async () => {
    const provider = await mock.signIn('provider');
    await call('addPatients', { body: [sample.importRow] }, { token: provider });
    const before = mock.db.list('patients').length;
    await journey.signUpPatient('C001');
    expect(mock.db.list('patients')).toHaveLength(before);
    expect(mock.db.list('patients').at(-1)).toMatchObject({
      account_id: expect.stringMatching(/^account-\d+$/),
    });
  });

  it('leaves the record of another account alone, though a clinic has given it the same email', async () => {
    await mock.db.patch('patients', 'P-1001', { patient_email: sample.patientSignup.email });
    const token = await journey.signUpPatient('C001');
    expect((await call('fetchPatientProfile', undefined, { token })).body).toMatchObject({
      patient_name: 'Ada Park',
    });
  });

  it('leaves the record of another clinic alone, though it has the same email', async () => {
    const provider = await mock.signIn('provider');
    await call('addPatients', { body: [sample.importRow] }, { token: provider });
    const token = await journey.signUpPatient('C002');
    expect((await call('fetchPatientProfile', undefined, { token })).body).toMatchObject({
      patient_name: 'Ada Park',
      patient_phone: sample.patientSignup.phone,
      patient_street: '',
      patient_city: '',
      patient_postal_code: '',
      patient_state: '',
      patient_country: '',
      authorized: 0,
      clinic_id: 'C002',
    });
  });

  it('rejects a clinic that does not exist, and takes none', async () => {
    await journey.verifyEmail(sample.patientSignup.email);
    const signUp = (clinicId: string) =>
      call('patientSignup', { body: { ...sample.patientSignup, clinicId } });
    expect(await signUp('C099')).toEqual({ status: 400, body: { message: 'Unknown provider' } });
    expect(await signUp(' ')).toMatchObject({ status: 201 });
    expect(mock.db.list('patients').at(-1)).toMatchObject({ clinic_id: 'C000' });
  });

  it('takes a patient without a clinic, who may choose one once and never again', async () => {
    const token = await journey.signUpPatient('C000');
    const update = (clinicId: string) =>
      call('updatePatientProfile', { body: { ...sample.profile, name: 'Ada Park', clinicId } }, { token });
    expect(await update('C099')).toEqual({ status: 400, body: { message: 'Unknown provider' } });
    expect(await update('C001')).toMatchObject({ status: 200 });
    expect(await update('C002')).toEqual({
      status: 400,
      body: { message: 'The provider cannot be changed' },
    });
  });

  it('joins neither another clinic’s record nor another account’s, when a clinic is chosen later', async () => {
    const token = await journey.signUpPatient('C000');
    await call('addPatients', { body: [sample.importRow] }, { token: await journey.signUpClinic() });
    await mock.db.patch('patients', 'P-1001', { patient_email: sample.importRow.email });
    const before = mock.db.list('patients').length;
    await call('updatePatientProfile', { body: { ...sample.profile, clinicId: 'C001' } }, { token });
    expect(mock.db.list('patients')).toHaveLength(before);
  });

  it('keeps the patient’s record when the profile is saved, though another one has the same email', async () => {
    const token = await journey.signUpPatient('C001');
    await mock.db.patch('patients', 'P-1002', { patient_email: sample.patientSignup.email });
    const before = mock.db.list('patients').length;
    await call('updatePatientProfile', { body: sample.profile }, { token });
    expect(mock.db.list('patients')).toHaveLength(before);
  });

  it('joins the record that a clinic already has, when that clinic is chosen later', async () => {
    const token = await journey.signUpPatient('C000');
    await call('addPatients', { body: [sample.importRow] }, { token: await mock.signIn('provider') });
    await call('updatePatientProfile', { body: { ...sample.profile, clinicId: 'C001' } }, { token });
    const mine = mock.db
      .list('patients')
      .filter((row) => 'patient_email' in row && row.patient_email === sample.importRow.email);
    expect(mine).toHaveLength(1);
    expect(await call('fetchPatientProfile', undefined, { token })).toMatchObject({
      status: 200,
      body: { clinic_id: 'C001', shipping_type: 'Overnight' },
    });
  });
});

describe('a password reset', () => {
  const forgot = (of: string) => call('forgotPassword', { body: { email: of } });
  const reset = (token: string, password: string) =>
    call('resetPassword', { path: { token }, body: { password } });

  it('makes the links before it invalid, and leaves other accounts signed in', async () => {
    const provider = await mock.signIn('provider');
    await forgot(' PROVIDER@kitwell.test');
    const others = await journey.linkToken('provider@kitwell.test', 'reset-password');
    await forgot('patient@kitwell.test');
    const first = await journey.linkToken('patient@kitwell.test', 'reset-password');
    await forgot('patient@kitwell.test');
    const second = await journey.linkToken('patient@kitwell.test', 'reset-password');
    expect(await reset(second, 'Changed1!')).toMatchObject({ status: 200 });
    expect(await reset(first, 'Changed2!')).toEqual({ status: 400, body: { message: 'Token expired' } });
    expect(await call('verifyUser', undefined, { token: provider })).toMatchObject({ status: 200 });
    expect(await reset(others, 'Changed3!')).toMatchObject({ status: 200 });
  });

  it('stays when the link is an hour old', async () => {
    await forgot('patient@kitwell.test');
    const token = await journey.linkToken('patient@kitwell.test', 'reset-password');
    expect(mock.mail.list('patient@kitwell.test')).toMatchObject([
      {
        subject: 'Reset your Kitwell password',
        text: 'Choose a new password with the link below. It is good for one hour and works once.',
      },
    ]);
    laterBy({ minutes: 60 });
    expect(await reset(token, 'Changed1!')).toMatchObject({ status: 400 });
    await journey.login('patient@kitwell.test', 'Patient1!');
  });
});

import { describe, expect, it } from 'vitest';
import { type Answer, contract, type OperationName } from '@/contract';
import { newPassword } from '@/contract/auth.contract';
import { checkoutSessionId, isLabComplete, lab, missingLabFields } from '@/contract/entities';

const patient = {
  patient_id: 'P-1',
  id: 7,
  patient_name: 'Robin Ellis',
  patient_email: 'robin@example.com',
  patient_phone: '+1 617 555 0123',
  patient_age: '34',
  patient_street: '1 Main Street',
  patient_city: 'Boston',
  patient_postal_code: '02116',
  patient_state: 'MA',
  patient_country: 'USA',
  address_line_2: '',
  authorized: 1,
};
const profile = {
  ...patient,
  shipping_type: '',
  frequency: '',
  kit_type: '',
  order_id: null,
  clinic_name: '',
  clinic_id: '',
};
const appointment = {
  session_id: 's-1',
  patient_name: 'Robin Ellis',
  patient_email: 'robin@example.com',
  time_slot: 'noon',
  meet_link: 'https://meet.example.com/a',
};

const read = <K extends OperationName>(name: K, answer: unknown) =>
  contract[name].ok.body.parse(answer) as Answer<K>;
const isReadable = (name: OperationName, answer: unknown) => contract[name].ok.body.safeParse(answer).success;

describe('the ids in an answer', () => {
  it('are text, whether the server sends text or numbers', () => {
    expect(read('fetchPatients', [{ ...patient, patient_id: 41 }])[0]?.patient_id).toBe('41');
    expect(read('fetchClinics', [{ clinic_id: 41, clinic_name: 'Harbor' }])[0]?.clinic_id).toBe('41');
    expect(read('fetchProducts', [{ id: 41, name: 'Kit', price: 9, description: '' }])[0]?.id).toBe('41');
    expect(read('fetchPatientProfile', { ...profile, order_id: 41 }).order_id).toBe('41');
    expect(read('fetchPatientProfile', profile).order_id).toBeNull();
    const booked = { success: true, appointments: [{ ...appointment, session_id: 41 }] };
    expect(read('fetchAppointments', booked).appointments[0]?.session_id).toBe('41');
  });

  it('of a row are a number, whether the server sends a number or digits', () => {
    expect(read('fetchPatients', [{ ...patient, id: '70' }])[0]?.id).toBe(70);
    expect(read('fetchPatients', [patient])[0]?.id).toBe(7);
  });

  it.each([null, undefined, {}, true])('may not be %j', (id) => {
    expect(isReadable('fetchPatients', [{ ...patient, patient_id: id }])).toBe(false);
    expect(isReadable('fetchPatients', [{ ...patient, id }])).toBe(false);
  });

  it.each(['', 'seven', '7.5', '-7', ' 7', '1e3'])('of a row may not be %j', (id) =>
    expect(isReadable('fetchPatients', [{ ...patient, id }])).toBe(false),
  );
});

describe('the id of a checkout session', () => {
  it.each(['cs_test-1', 'A1b2C3', 'a'.repeat(255)])('may be %j', (id) =>
    expect(checkoutSessionId.safeParse(id).success).toBe(true),
  );
  it.each(['', 'cs_te', 'a'.repeat(256), ' cs_test-1', 'cs_test-1?x', '../cs_test', '{CHECKOUT_SESSION_ID}'])(
    'may not be %j',
    (id) => expect(checkoutSessionId.safeParse(id).success).toBe(false),
  );
});

describe('yes and no in an answer', () => {
  it.each([true, 'true', 1, '1'])('may be %j for yes', (yes) => {
    expect(read('checkPaymentDetails', { hasPaymentDetails: yes }).hasPaymentDetails).toBe(true);
    expect(read('verifyOtp', { success: yes }).success).toBe(true);
  });
  it.each([false, 'false', 0, '0'])('may be %j for no', (no) => {
    expect(read('checkPaymentDetails', { hasPaymentDetails: no }).hasPaymentDetails).toBe(false);
    expect(isReadable('verifyOtp', { success: no })).toBe(false);
  });
  it.each([null, undefined, 'maybe', 2, {}])('may not be %j', (answer) => {
    expect(isReadable('checkPaymentDetails', { hasPaymentDetails: answer })).toBe(false);
    expect(isReadable('verifyOtp', { success: answer })).toBe(false);
  });
});

it('a checkout session may have a number as its id, and a patient no order', () => {
  expect(read('createCheckoutSession', { sessionId: 1234567 }).sessionId).toBe('1234567');
  expect(read('fetchPatientProfile', { ...profile, order_id: undefined }).order_id).toBeNull();
  expect(read('fetchPatientProfile', { ...profile, order_id: '' }).order_id).toBeNull();
});

describe('the signed-in user', () => {
  const user = { status: true, user_name: 'Robin', role_id: '0' };
  it('is read from an answer with name and role', () => expect(read('verifyUser', user)).toEqual(user));
  it('is read whatever the name is, and with a role as a number', () => {
    expect(read('verifyUser', { ...user, user_name: null, role_id: 1 })).toEqual({
      ...user,
      user_name: '',
      role_id: '1',
    });
    expect(read('verifyUser', { status: true, role_id: 0 })).toEqual({ ...user, user_name: '' });
  });
  it.each([
    ['status: false', { ...user, status: false }],
    ['another role', { ...user, role_id: '2' }],
    ['another number', { ...user, role_id: 2 }],
    ['no role', { ...user, role_id: null }],
    ['nothing', {}],
  ])('is not read from %s', (_, answer) => expect(isReadable('verifyUser', answer)).toBe(false));
});

describe('a token', () => {
  it.each(['abc', 'Bearer e30.e30-_.x', '~!'])('may be %j', (token) =>
    expect(read('login', { token }).token).toBe(token),
  );
  it.each(['', ' abc', 'abc ', 'a\nb', 'a\r\nx: y', 'ключ', 'a\u0000b'])(
    'may not be what a header cannot carry: %j',
    (token) => expect(isReadable('login', { token })).toBe(false),
  );
});

describe('a new password', () => {
  const messages = (password: string) =>
    newPassword.safeParse(password).error?.issues.map(({ message }) => message);
  it('is rejected with the first rule that it breaks', () => {
    expect(messages('short')).toEqual(['Password must be at least 8 characters long.']);
    expect(messages('longenough')).toEqual(['Password must contain at least one uppercase letter.']);
    expect(messages('Longenough1!')).toBeUndefined();
  });
});

describe('the texts in an answer', () => {
  it.each([
    ['text', '34', '34'],
    ['a number', 34, '34'],
    ['zero', 0, '0'],
    ['null', null, ''],
    ['nothing', undefined, ''],
  ])('are text where the server sends %s', (_, sent, text) =>
    expect(read('fetchPatients', [{ ...patient, patient_age: sent }])[0]?.patient_age).toBe(text),
  );

  it.each([
    [true, 1],
    [false, 0],
    ['1', 1],
    ['true', 1],
    ['0', 0],
    [null, 0],
    [undefined, 0],
  ])('authorize a patient where the server sends %j: %j', (authorized, expected) =>
    expect(read('fetchPatients', [{ ...patient, authorized }])[0]?.authorized).toBe(expected),
  );

  it('lose invisible characters, and keep their lines', () => {
    const patients = [
      { ...patient, patient_name: 'Zoe\u0301\u200b Quill\u202e', patient_street: '1\u00a0Main\nSt' },
    ];
    expect(read('fetchPatients', patients)[0]).toMatchObject({
      patient_name: 'Zo\u00e9 Quill',
      patient_street: '1 Main\nSt',
    });
  });

  it('of a kit and a clinic may lack the name', () => {
    expect(read('fetchProducts', [{ id: 'k', name: null }])[0]).toMatchObject({ id: 'k', name: '' });
    expect(read('fetchClinics', [{ clinic_id: 'C1' }])).toEqual([{ clinic_id: 'C1', clinic_name: '' }]);
  });

  it('are cut where they are only shown, and whole where they are edited', () => {
    const long = 'x'.repeat(10_000);
    const cut = `${'x'.repeat(199)}…`;
    expect(read('fetchClinics', [{ clinic_id: 'C1', clinic_name: long }])[0]?.clinic_name).toBe(cut);
    expect(read('fetchProducts', [{ id: 'k', name: long }])[0]?.name).toBe(cut);
    expect(read('fetchPatients', [{ ...patient, patient_name: long }])[0]?.patient_name).toBe(long);
    expect(read('sendChatMessage', { response: `${long}x` }).response).toHaveLength(10_000);
  });

  it('of an appointment may be missing without hiding the others', () => {
    const answer = { success: true, appointments: [appointment, { session_id: 's-2', time_slot: null }] };
    expect(read('fetchAppointments', answer).appointments[1]).toEqual({
      session_id: 's-2',
      patient_name: '',
      patient_email: '',
      time_slot: '',
      meet_link: '',
    });
  });
});

describe('a lab', () => {
  const whole = lab.parse({
    lab_name: 'Harbor Lab',
    lab_id_no: 'L-1',
    lab_phone: '+16175550123',
    lab_street: '1 Main Street',
    lab_city: 'Boston',
    lab_postal_code: '02116',
    lab_state: 'MA',
    lab_country: 'USA',
    address_line_2: null,
    instructions: 'Ring twice',
  });

  it('is complete without address line 2', () => {
    expect(missingLabFields(whole)).toEqual([]);
    expect(isLabComplete(whole)).toBe(true);
  });

  it('is not complete without any other field', () => {
    const fields = Object.keys(whole).filter((field) => field !== 'address_line_2');
    expect(fields).toHaveLength(9);
    for (const field of fields) {
      expect(missingLabFields({ ...whole, [field]: ' ' })).toEqual([field]);
      expect(isLabComplete({ ...whole, [field]: '' })).toBe(false);
    }
  });

  it('is not complete where there is none', () => {
    expect(isLabComplete(null)).toBe(false);
    expect(isLabComplete(undefined)).toBe(false);
  });
});

it('a write makes stale what shows the changed data', () => {
  expect(contract.updatePatient.writes).toEqual(['Patients', 'Appointments']);
  expect(contract.requestAddressConfirmation).not.toHaveProperty('writes');
  expect(contract.updateClinicProfile.writes).toContain('Session');
});

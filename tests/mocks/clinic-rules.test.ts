import { beforeEach, describe, expect, it } from 'vitest';
import * as sample from '@/mocks/conformance/sample-data';
import { fixedClockServer } from './support/fixed-clock-server';

const { mock, journey, rows, laterBy } = fixedClockServer('demo');
const { call } = journey;
let provider = '';
beforeEach(async () => {
  provider = await mock.signIn('provider');
});

const add = (...body: Partial<typeof sample.importRow>[]) =>
  call('addPatients', { body: body.map((row) => ({ ...sample.importRow, ...row })) }, { token: provider });

describe('adding patients', () => {
  it.each([
    [{ email: 'nobody' }, 'Grace Hopper: "nobody" is not an email address.'],
    [{ phone: 'none' }, 'Grace Hopper: "none" is not a phone number.'],
    [{ age: '121' }, 'Grace Hopper: "121" is not an age from 0 to 120.'],
    [{ kitType: 'kit-9' }, 'Grace Hopper: there is no kit "kit-9".'],
    [{ email: 'FIRST@example.com' }, 'Grace Hopper: FIRST@example.com is the email of Ada Byron as well.'],
    [
      { email: 'patient@kitwell.test' },
      'Grace Hopper: a patient with the email patient@kitwell.test already exists.',
    ],
  ])('rejects all rows because of %j, and reports which', async (fault, message) => {
    const first = { name: 'Ada Byron', email: 'first@example.com' };
    const second = { name: 'Grace Hopper', email: 'second@example.com', ...fault };
    expect(await add(first, second)).toEqual({ status: 400, body: { message } });
    expect(rows('patients')).toHaveLength(24);
  });

  it('gives each patient two ids', async () => {
    await add({});
    expect((await journey.patients(provider)).at(-1)).toMatchObject({ patient_id: 'P-1025', id: 5025 });
  });

  it('takes a person who is a patient of another clinic', async () => {
    const other = await journey.signUpClinic();
    await call('addPatients', { body: [sample.importRow] }, { token: other });
    expect(await add({})).toMatchObject({ status: 201 });
  });
});

describe('updating a patient', () => {
  const record = sample.patientRecord;
  const update = (id: number, body: typeof record) =>
    call('updatePatient', { path: { id }, body }, { token: provider });

  it('rejects the row number of another patient, and an email that is taken', async () => {
    expect(await update(5003, record)).toEqual({
      status: 400,
      body: { message: 'The record belongs to another patient' },
    });
    expect(await update(5002, { ...record, patient_email: 'Patient@kitwell.test' })).toMatchObject({
      status: 400,
    });
  });

  it('takes the patient’s own email in other letters, and one that only another clinic has', async () => {
    await update(5002, record);
    expect(await update(5002, { ...record, patient_email: 'Sam.Lee@example.com' })).toMatchObject({
      status: 200,
    });
    const other = await journey.signUpClinic();
    await call('addPatients', { body: [sample.importRow] }, { token: other });
    expect(await update(5002, { ...record, patient_email: sample.importRow.email })).toMatchObject({
      status: 200,
    });
  });
});

describe('booking', () => {
  const dated = {
    providerType: 'Nurse',
    appointmentDate: '2026-03-04',
    timeSlotStart: '09:00',
    timeSlotEnd: '09:30',
    location: '',
    meetLink: 'https://meet.example.com/x',
    patientId: 'P-1002',
  };
  const invite = (change = {}) =>
    call('sendInvitation', { body: { ...dated, ...change } }, { token: provider });

  it('composes the slot, lists it with the patient and mails the link', async () => {
    expect(await invite()).toMatchObject({ status: 201, body: { success: true } });
    const { body } = await call('fetchAppointments', undefined, { token: provider });
    const added = (body.appointments as Record<string, unknown>[]).at(-1);
    expect(added).toMatchObject({
      time_slot: '2026-03-04 09:00 - 09:30',
      meet_link: dated.meetLink,
    });
    const mail = await mock.mail.waitFor({ to: String(added?.patient_email), kind: 'appointment' });
    expect(mail).toMatchObject({
      link: dated.meetLink,
      subject: 'Your appointment with Harbor Street Clinic',
      text: 'Harbor Street Clinic invites you to a video appointment (Nurse): 2026-03-04 09:00 - 09:30.',
    });
  });

  it('takes a day that has not ended in every time zone', async () => {
    expect(await invite({ appointmentDate: '2026-03-01' })).toMatchObject({ status: 201 });
    laterBy({ hours: 3 });
    expect(await invite({ appointmentDate: '2026-03-01' })).toMatchObject({ status: 201 });
    laterBy({ minutes: 1 });
    expect(await invite({ appointmentDate: '2026-03-01', location: 'Room 2' })).toEqual({
      status: 400,
      body: { message: 'This time slot has passed' },
    });
    expect(await invite({ location: 'Room 2' })).toMatchObject({ status: 201 });
    expect(rows('appointments').at(-1)).toMatchObject({ location: 'Room 2' });
  });

  it.each([
    [{ appointmentDate: '2026-02-31' }, 'Invalid appointment date'],
    [{ appointmentDate: 'tomorrow' }, 'Invalid appointment date'],
    [{ timeSlotEnd: '09:00' }, 'The time slot must end after it starts'],
    [{ timeSlotEnd: '10:60' }, 'Invalid time slot'],
    [{ timeSlotStart: '009:00' }, 'Invalid time slot'],
  ])('rejects %j: %s', async (change, message) => {
    expect(await invite(change)).toEqual({ status: 400, body: { message } });
  });
});

describe('the clinic and its card', () => {
  it('has one lab, with the details that were sent last', async () => {
    for (const name of ['First Labs', 'Second Labs'])
      await call('addLab', { body: { ...sample.lab, name } }, { token: provider });
    expect((await call('fetchLabs', undefined, { token: provider })).body).toMatchObject({
      lab_name: 'Second Labs',
    });
    expect(rows('labs').filter((row) => row.clinic_id === 'C001')).toHaveLength(1);
  });

  it('has an address without the parts that it lacks', async () => {
    await mock.db.patch('clinics', 'C001', { clinic_state: '' });
    expect((await call('fetchClinicProfile', undefined, { token: provider })).body).toMatchObject({
      clinic_address: '410 Harbor Street, Seattle, 98101, United States',
    });
  });

  it('has a card only once a paid session was verified', async () => {
    await mock.reset({ preset: 'new-clinic' });
    const token = await mock.signIn('provider');
    const { body } = await call('createCheckoutSession', { body: {} }, { token });
    const session_id = String(body.sessionId);
    expect(session_id).toMatch(/^cs_test_/);
    const verify = () => call('verifyPaymentSession', { query: { session_id } });
    for (const status of ['open', 'declined', 'cancelled']) {
      await mock.db.patch('checkouts', session_id, { status });
      expect(await verify()).toMatchObject({ status: 200, body: { success: false } });
    }
    expect(rows('cards')).toHaveLength(0);
    await mock.db.patch('checkouts', session_id, { status: 'paid' });
    expect(await verify()).toMatchObject({ status: 200, body: { success: true } });
    const [card] = rows('cards');
    expect(card).toMatchObject({ session_id, stored_at: '2026-03-02T09:00:00.000Z' });
    laterBy({ minutes: 1 });
    await verify();
    expect(rows('cards')).toEqual([card]);
    const next = await journey.saveCard(token);
    expect(rows('cards')).toEqual([{ ...card, session_id: next, stored_at: '2026-03-02T09:01:00.000Z' }]);
    const unknown = { query: { session_id: 'cs_test_nobody' } };
    expect(await call('verifyPaymentSession', unknown)).toMatchObject({ status: 400 });
  });

  it('can be asked for by a visitor who has no token', async () => {
    const body = {
      clinicName: 'A',
      clinicEmail: 'a@example.com',
      clinicAddress: 'B',
      clinicPhone: '2065550100',
    };
    expect(await call('requestClinic', { body })).toMatchObject({ status: 200 });
    expect(mock.mail.list().at(-1)).toMatchObject({
      kind: 'clinic-request',
      subject: 'A patient asks for A',
      text: expect.stringContaining('A, B, 2065550100, a@example.com'),
    });
    expect(rows('clinicRequests')).toMatchObject([
      { clinic_name: 'A', clinic_email: 'a@example.com', clinic_address: 'B', clinic_phone: '2065550100' },
    ]);
  });

  it('is found in a list sorted by name', async () => {
    await journey.signUpClinic();
    const clinics = (await call('fetchClinics')).body as unknown as Record<string, string>[];
    const names = clinics.map(({ clinic_name = '' }) => clinic_name);
    expect(names).toEqual([...names].sort());
  });
});

describe('the chat', () => {
  it.each([
    ['How much does a kit cost?', /prices/i],
    ['Where is my kit?', /Profile & Kit Setup/],
    ['I have symptoms', /medical advice/],
    ['xyzzy', /kits, providers, orders/],
  ])('answers "%s" sensibly', async (message, reply) => {
    expect((await call('sendChatMessage', { body: { message } })).body.response).toMatch(reply);
  });
});

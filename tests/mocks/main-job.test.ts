import { describe, expect, it } from 'vitest';
import * as sample from '@/mocks/kitwell/rules/sample-data';
import { fixedClockServer } from './support/fixed-clock-server';

const { mock, journey, laterBy } = fixedClockServer('empty');
const { call } = journey;

describe('the main job, by calls alone', () => {
  it('leads from a clinic signing up to its patient seeing the kit move', async () => {
    const clinic = await journey.signUpClinic();
    expect((await call('verifyUser', undefined, { token: clinic })).body).toEqual({
      status: true,
      user_name: 'Lakeside Clinic',
      role_id: '1',
    });

    expect((await call('fetchLabs', undefined, { token: clinic })).body).toBeNull();
    expect(await call('addLab', { body: sample.lab }, { token: clinic })).toMatchObject({ status: 200 });
    expect((await call('fetchLabs', undefined, { token: clinic })).body).toMatchObject({
      lab_name: 'Pike Labs',
    });

    expect((await call('checkPaymentDetails', undefined, { token: clinic })).body.hasPaymentDetails).toBe(
      false,
    );
    await journey.saveCard(clinic);
    expect((await call('checkPaymentDetails', undefined, { token: clinic })).body.hasPaymentDetails).toBe(
      true,
    );

    const rows = [sample.importRow, { ...sample.importRow, email: 'other@example.com', kitType: null }];
    expect(await call('addPatients', { body: rows }, { token: clinic })).toMatchObject({ status: 201 });
    const [ada, other] = await journey.patients(clinic);
    expect(ada).toMatchObject({ patient_name: 'Ada Park', authorized: 0 });
    expect(ada?.patient_id).not.toBe(String(ada?.id));

    const patientId = String(ada?.patient_id);
    const order = { body: { patientId, frequency: '3 Months', kitType: 'kit-standard-5' } };
    expect(await call('requestAddressConfirmation', order, { token: clinic })).toMatchObject({ status: 403 });
    const authorize = { body: { patientIds: [patientId], authorized: 1 as const } };
    expect(await call('authenticatePatients', authorize, { token: clinic })).toMatchObject({ status: 200 });
    const after = await journey.patients(clinic);
    expect(after.map((patient) => patient.authorized)).toEqual([1, 0]);
    expect(after.at(1)?.patient_id).toBe(other?.patient_id);

    expect((await call('requestAddressConfirmation', order, { token: clinic })).body.success).toBe(true);
    expect(mock.db.list('orders')).toHaveLength(0);

    const patient = await journey.signUpPatient('C002');
    const before = await call('fetchPatientProfile', undefined, { token: patient });
    expect(before.body).toMatchObject({
      patient_id: patientId,
      order_id: null,
      clinic_name: 'Lakeside Clinic',
    });
    expect((await call('trackKitStatus', { body: { orderId: null } }, { token: patient })).body).toEqual({
      success: false,
      message: 'Order not placed',
    });

    const token = await journey.linkToken(sample.importRow.email, 'confirm-address');
    expect((await call('confirmAddress', { body: { token } })).body.success).toBe(true);
    const { body: profile } = await call('fetchPatientProfile', undefined, { token: patient });
    const orderId = String(profile.order_id);
    const status = async () =>
      (await call('trackKitStatus', { body: { orderId } }, { token: patient })).body.status;
    const seen = [await status()];
    for (const hours of [24, 48, 96, 72]) {
      laterBy({ hours });
      seen.push(await status());
    }
    expect(seen).toEqual([
      'Order placed',
      'Kit shipped',
      'Kit delivered',
      'Sample received',
      'Results ready',
    ]);
  });

  it('makes nothing twice when each call is sent a second time', async () => {
    const { email } = sample.providerSignup;
    const twice = async (step: () => Promise<{ status: number }>) => {
      const [first, second] = [await step(), await step()];
      expect(second.status).toBe(first.status);
    };
    await twice(() => call('sendOtp', { body: { email, phoneNumber: '+12065550133' } }));
    const codes = mock.mail.list(email).map((mail) => mail.code);
    expect(new Set(codes).size).toBe(1);
    await twice(() => call('verifyOtp', { body: { email, otp: codes[0] ?? '' } }));
    await twice(() => call('createCustomer', { body: sample.providerCustomer }));
    await twice(() => call('clinicSignup', { body: sample.providerSignup }));
    const token = await journey.login(email, sample.providerSignup.password);
    await twice(() => call('addLab', { body: sample.lab }, { token }));
    const session_id = await journey.saveCard(token);
    await twice(() => call('verifyPaymentSession', { query: { session_id } }));

    const add = () => call('addPatients', { body: [sample.importRow] }, { token });
    expect((await add()).status).toBe(201);
    expect(await add()).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(sample.importRow.name) },
    });

    const [patient] = await journey.patients(token);
    const patientId = String(patient?.patient_id);
    await twice(() =>
      call('authenticatePatients', { body: { patientIds: [patientId], authorized: 1 } }, { token }),
    );
    const order = { patientId, frequency: '1 Month', kitType: 'kit-standard-5' };
    await twice(() => call('requestAddressConfirmation', { body: order }, { token }));
    expect(mock.mail.list(sample.importRow.email)).toHaveLength(2);
    const link = await journey.linkToken(sample.importRow.email, 'confirm-address');
    expect((await call('confirmAddress', { body: { token: link } })).status).toBe(200);
    expect((await call('confirmAddress', { body: { token: link } })).status).toBe(400);
    const invitation = {
      providerType: 'Nurse',
      timeSlot: 'Monday at 9',
      meetLink: 'https://meet.example.com/x',
      patientId,
    };
    await twice(() => call('sendInvitation', { body: invitation }, { token }));
    await journey.verifyEmail(sample.patientSignup.email);
    await twice(() => call('patientSignup', { body: { ...sample.patientSignup, clinicId: 'C002' } }));

    const count = (table: string) => mock.db.list(table).length;
    expect({
      accounts: count('accounts') - 2,
      clinics: count('clinics') - 1,
      customers: count('customers'),
      labs: count('labs'),
      cards: count('cards'),
      patients: count('patients') - 1,
      confirmations: count('confirmations'),
      orders: count('orders'),
      appointments: count('appointments'),
    }).toEqual({
      accounts: 2,
      clinics: 1,
      customers: 1,
      labs: 1,
      cards: 1,
      patients: 1,
      confirmations: 1,
      orders: 1,
      appointments: 1,
    });
  });
});

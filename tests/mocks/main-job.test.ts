import { describe, expect, it } from 'vitest';
import * as sample from '@/mocks/conformance/sample-data';
import type { TableName } from '@/mocks/kitwell/kitwell';
import { fixedClockServer } from './support/fixed-clock-server';

const { mock, journey } = fixedClockServer('empty');
const { call } = journey;

describe('the main job, by calls alone', () => {
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

    const count = (table: TableName) => mock.db.list(table).length;
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

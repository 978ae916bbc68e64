import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClockServer } from './support/fixed-clock-server';

const { mock, journey, rows, laterBy } = fixedClockServer('demo');
const { call } = journey;
let provider = '';
beforeEach(async () => {
  provider = await mock.signIn('provider');
});

describe('ordering', () => {
  const order = (patientId: string, change = {}) =>
    call(
      'requestAddressConfirmation',
      { body: { patientId, frequency: '1 Month', kitType: 'kit-standard-5', ...change } },
      { token: provider },
    );
  const authorized = (patientId: string) =>
    call('authenticatePatients', { body: { patientIds: [patientId], authorized: 1 } }, { token: provider });

  it('asks for a complete lab first', async () => {
    await authorized('P-1002');
    await mock.db.patch('labs', 'C001', { instructions: ' ' });
    expect(await order('P-1002')).toEqual({
      status: 400,
      body: { message: 'Please add your card details and lab details before placing orders.' },
    });
  });

  it('is rejected for a patient who is not authorized, and for one whose kit is on its way', async () => {
    expect(await order('P-1002')).toMatchObject({
      status: 403,
      body: { message: 'Patient is not authorized.' },
    });
    expect(await order('P-1001')).toEqual({
      status: 400,
      body: { message: 'Order has already been placed for this patient.' },
    });
  });

  it('takes only a frequency that exists', async () => {
    await authorized('P-1002');
    expect(await order('P-1002', { frequency: 'Daily' })).toEqual({
      status: 400,
      body: { message: 'Unknown frequency' },
    });
  });

  it('asks each patient by a link of their own', async () => {
    const confirmations = rows('confirmations').length;
    for (const patientId of ['P-1002', 'P-1003']) {
      await authorized(patientId);
      await mock.db.patch('patients', patientId, { patient_email: `${patientId}@example.com` });
      expect(await order(patientId)).toMatchObject({ status: 200 });
    }
    expect(rows('confirmations')).toHaveLength(confirmations + 2);
    expect(mock.mail.list('P-1002@example.com')).toMatchObject([
      {
        subject: 'Confirm your address for your Kitwell kit',
        text: expect.stringMatching(
          /^Harbor Street Clinic ordered a kit for you\..*\n\n.*\n.*\n.+, [A-Z]{2} \d{5}\nUnited States\n/s,
        ),
      },
    ]);
    // A mail is read by others, too: it must not tell what is tested.
    for (const kit of rows('kits') as { name: string }[])
      expect(mock.mail.list('P-1002@example.com')[0]?.text).not.toContain(kit.name);
  });

  it('sends the link again while it is not confirmed, with what was asked for last', async () => {
    await authorized('P-1002');
    await order('P-1002');
    await order('P-1002', { frequency: 'Yearly', kitType: 'kit-essential-2' });
    const to = String((await journey.patients(provider)).find((row) => row.id === 5002)?.patient_email);
    const links = mock.mail.list(to).map((mail) => mail.link);
    expect(links).toHaveLength(2);
    expect(new Set(links).size).toBe(1);
    const orders = rows('orders').length;
    await call('confirmAddress', { body: { token: await journey.linkToken(to, 'confirm-address') } });
    expect(rows('orders')).toHaveLength(orders + 1);
    const wish = { patient_id: 'P-1002', frequency: 'Yearly', kit_type: 'kit-essential-2' };
    expect(rows('orders').at(-1)).toMatchObject({ ...wish, order_id: `KW-${10_001 + orders}` });
    expect(rows('patients').find((row) => row.patient_id === 'P-1002')).toMatchObject(wish);
  });

  it('asks by a new link for another kit, after the one before was confirmed', async () => {
    await authorized('P-1002');
    await order('P-1002');
    const to = String((await journey.patients(provider)).find((row) => row.id === 5002)?.patient_email);
    await call('confirmAddress', { body: { token: await journey.linkToken(to, 'confirm-address') } });
    await mock.db.patch('orders', String(rows('orders').at(-1)?.order_id), {
      placed_at: '2026-01-02T09:00:00Z',
    });
    expect(await order('P-1002')).toMatchObject({ status: 200 });
    const [first, second] = mock.mail.list(to).map((mail) => mail.link);
    expect(second).not.toBe(first);
  });

  it('is not confirmed by a link that is a week old', async () => {
    await authorized('P-1002');
    await order('P-1002');
    const to = String((await journey.patients(provider)).find((row) => row.id === 5002)?.patient_email);
    const token = await journey.linkToken(to, 'confirm-address');
    laterBy({ days: 7 });
    expect(await call('confirmAddress', { body: { token } })).toMatchObject({ status: 400 });
    await order('P-1002');
    const next = await journey.linkToken(to, 'confirm-address');
    expect(next).not.toBe(token);
    expect(await call('confirmAddress', { body: { token: next } })).toMatchObject({ status: 200 });
  });
});

import { datedInvitation, slotInvitation } from '@/contract/booking.contract';
import { kitOrder } from '@/contract/orders.contract';
import { fieldDeviations, isRecord } from '@/mocks/conformance/check-answer';
import { expectThat, judgeMail, keys, type TestContext } from '@/mocks/conformance/test-context';
import { blankFields, idIn, textIn } from '@/mocks/conformance/test-run';
import { billingPaths, labPaths } from './clinic.paths';
import { authorization, order } from './patients.paths';

const meetLink = 'https://meet.example.com/conformance';
const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

/** An invitation by the form of the Booking section, whose time slot is free text. */
export const invitation =
  ({ memory, data }: Pick<TestContext, 'memory' | 'data'>, who: string, change: object = {}) =>
  () => ({
    body: {
      providerType: 'Nurse',
      timeSlot: 'Monday at 9',
      meetLink,
      patientId: memory.need(keys.patientId(data.row(who).email)),
      ...change,
    },
  });

export const appointmentsIn = (body: unknown): readonly unknown[] =>
  isRecord(body) && Array.isArray(body.appointments) ? body.appointments : [];

/** Appointments by both forms (§2, §8 "Invitation"). */
export async function bookingPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const token = () => memory.need(keys.token('clinic'));
  const row = data.row('patient');
  const patientId = () => memory.need(keys.patientId(row.email));
  const dated =
    (change: object = {}) =>
    () => ({
      body: {
        providerType: 'Nurse',
        appointmentDate: nextWeek(),
        timeSlotStart: '09:00',
        timeSlotEnd: '09:30',
        location: 'Room 2',
        meetLink,
        patientId: patientId(),
        ...change,
      },
    });
  await check.ok('fetchAppointments', {
    path: 'ok, of a new clinic',
    token,
    and: (body) => expectThat(appointmentsIn(body).length === 0, 'no appointments expected'),
  });
  await blankFields(check, 'sendInvitation', datedInvitation, {
    token,
    request: (change) => dated(change)(),
    of: 'with a date, ',
  });
  await blankFields(check, 'sendInvitation', slotInvitation, {
    token,
    request: (change) => invitation(context, 'patient', change)(),
  });
  await check.rejected('sendInvitation', {
    path: 'with a meet link that is no web address',
    token,
    request: invitation(context, 'patient', { meetLink: 'javascript:alert(1)' }),
  });
  await check.denied('sendInvitation', {
    path: 'for a patient who does not exist',
    token,
    request: () => ({ body: { ...dated()().body, patientId: 'none' } }),
  });
  await check.effect('sendInvitation', 'fetchAppointments', {
    path: 'a rejected invitation books nothing',
    after: patientId,
    token,
    and: (body) => expectThat(appointmentsIn(body).length === 0, 'no appointments expected'),
  });
  await check.ok('sendInvitation', { path: 'ok, with a date', token, request: dated() });
  await check.ok('sendInvitation', {
    path: 'ok, with another time of that date',
    token,
    request: dated({ timeSlotStart: '10:00', timeSlotEnd: '10:30' }),
  });
  await check.ok('sendInvitation', {
    path: 'ok, with a time slot as text',
    token,
    request: invitation(context, 'patient'),
  });
  await check.effect('sendInvitation', 'fetchAppointments', {
    path: 'stored',
    after: patientId,
    token,
    and: (body) => {
      const booked = appointmentsIn(body);
      const slots = new Set(booked.map((appointment) => textIn(appointment, 'time_slot')));
      const ids = new Set(booked.map((appointment) => idIn(appointment, 'session_id')));
      return [
        ...expectThat(booked.length === 3, `three appointments expected, ${booked.length} found`),
        ...expectThat(slots.has('Monday at 9'), 'time_slot: the text that was sent expected'),
        ...expectThat(slots.size === booked.length, 'time_slot: another text for another time expected'),
        ...expectThat(ids.size === booked.length, 'session_id: one of its own expected for each'),
        ...booked
          .flatMap((appointment) =>
            fieldDeviations(appointment, {
              patient_name: row.name,
              patient_email: row.email,
              meet_link: meetLink,
            }),
          )
          .slice(0, 1),
      ];
    },
  });
}

/** Card and lab, each missing once, then the order (§5 "Order", §8 "Order"). */
export async function orderPaths(context: TestContext): Promise<void> {
  const { check, memory, data, mail } = context;
  const token = () => memory.need(keys.token('clinic'));
  const otherToken = () => memory.need(keys.token('other clinic'));
  await check.denied('requestAddressConfirmation', {
    path: 'without a card and a lab',
    token,
    request: order(context, 'patient'),
  });
  await labPaths(context, 'clinic');
  await check.denied('requestAddressConfirmation', {
    path: 'without a card',
    token,
    request: order(context, 'patient'),
  });
  await billingPaths(context, 'clinic');
  await check.ok('authenticatePatients', {
    path: 'ok, for the other clinic',
    token: otherToken,
    request: authorization(context, ['foreign']),
  });
  await check.effect('addLab', 'fetchLabs', {
    path: 'another clinic still has none',
    after: () => memory.need(keys.token('clinic')),
    token: otherToken,
    and: (body) => expectThat(body === null, 'null expected of a clinic without a lab'),
  });
  await check.effect('verifyPaymentSession', 'checkPaymentDetails', {
    path: 'another clinic still has no card',
    after: () => memory.need(keys.paidCheckout('clinic')),
    token: otherToken,
    and: (body) =>
      expectThat(isRecord(body) && body.hasPaymentDetails === false, 'hasPaymentDetails: false expected'),
  });
  await billingPaths(context, 'other clinic');
  await check.denied('requestAddressConfirmation', {
    path: 'without a lab',
    after: () => memory.need(keys.paidCheckout('other clinic')),
    token: otherToken,
    request: order(context, 'foreign'),
  });
  await labPaths(context, 'other clinic');

  const paid = () => memory.need(keys.paidCheckout('clinic'));
  await check.rejected('requestAddressConfirmation', {
    path: 'for a patient not authorized',
    after: paid,
    token,
    request: order(context, 'listed'),
    status: [403],
  });
  await blankFields(check, 'requestAddressConfirmation', kitOrder, {
    after: paid,
    token,
    request: (change) => order(context, 'patient', change)(),
  });
  await check.denied('requestAddressConfirmation', {
    path: 'with a kit that does not exist',
    after: paid,
    token,
    request: order(context, 'patient', { kitType: 'no-such-kit' }),
  });
  await check.denied('requestAddressConfirmation', {
    path: 'for a patient who does not exist',
    after: paid,
    token,
    request: () => ({ body: { ...order(context, 'patient')().body, patientId: 'none' } }),
  });
  const { email } = data.row('patient');
  const early = await mail.count(email, 'confirm-address');
  if (early !== undefined && memory.has(keys.paidCheckout('clinic'))) {
    const sent = early === 0 ? [] : [`${early} mails for confirming the address were sent`];
    check.record('requestAddressConfirmation', 'a rejected order sends no mail', sent);
  }
  const sent = await check.ok('requestAddressConfirmation', {
    after: paid,
    token,
    request: order(context, 'patient'),
    and: (body) =>
      expectThat(textIn(body, 'message') !== undefined, 'message is missing: the user is to read it'),
  });
  const link = await mail.linkToken(email, 'confirm-address');
  memory.store(keys.confirmation(email), link);
  if (sent === undefined) return;
  await judgeMail(context, 'requestAddressConfirmation', 'mails a link to the patient', {
    to: email,
    kind: 'confirm-address',
    value: link,
  });
}

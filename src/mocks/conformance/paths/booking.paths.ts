import { datedInvitation, slotInvitation } from '@/contract/booking.contract';
import { blankFields } from '@/mocks/conformance/blank-fields';
import { fieldDeviations, isRecord } from '@/mocks/conformance/check-answer';
import { expectThat, found, type TestContext } from '@/mocks/conformance/test-context';
import { idIn, textIn } from '@/mocks/conformance/test-run';

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
      patientId: memory.need(found.patientId(data.row(who).email)),
      ...change,
    },
  });

export const appointmentsIn = (body: unknown): readonly unknown[] =>
  isRecord(body) && Array.isArray(body.appointments) ? body.appointments : [];

/** Appointments by both forms (SPEC §2, §8 "Invitation"). */
export async function bookingPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const token = () => memory.need(found.token('clinic'));
  const row = data.row('patient');
  const patientId = () => memory.need(found.patientId(row.email));
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
      const slots = new Set(booked.map((held) => textIn(held, 'time_slot')));
      const ids = new Set(booked.map((held) => idIn(held, 'session_id')));
      return [
        ...expectThat(booked.length === 3, `three appointments expected, ${booked.length} found`),
        ...expectThat(slots.has('Monday at 9'), 'time_slot: the text that was sent expected'),
        ...expectThat(slots.size === booked.length, 'time_slot: another text for another time expected'),
        ...expectThat(ids.size === booked.length, 'session_id: one of its own expected for each'),
        ...booked
          .flatMap((held) =>
            fieldDeviations(held, { patient_name: row.name, patient_email: row.email, meet_link: meetLink }),
          )
          .slice(0, 1),
      ];
    },
  });
}

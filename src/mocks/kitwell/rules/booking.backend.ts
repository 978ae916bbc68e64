import { HttpError } from '@kitwell/mock-engine/engine/backend';
import { sendMail } from '@kitwell/mock-engine/world/mailbox';
import { days, type World } from '@kitwell/mock-engine/world/world';
import type { DatedInvitation, SlotInvitation } from '@/contract/booking.contract';
import type { Backend } from '@/mocks/kitwell/rules/rules';
import { clinicOf, patientOfClinic } from './permissions';

const isDated = (invitation: DatedInvitation | SlotInvitation): invitation is DatedInvitation =>
  'appointmentDate' in invitation;

/**
 * Returns the slot as text: `2026-03-04 09:00 - 09:30`, or the free text of the invitation.
 *
 * @throws HttpError 400 if the slot ends before it starts, or its day has ended in every time zone
 */
function timeSlotOf(invitation: DatedInvitation | SlotInvitation, world: World): string {
  if (!isDated(invitation)) return invitation.timeSlot;
  const { appointmentDate, timeSlotStart, timeSlotEnd } = invitation;
  const day = Date.parse(appointmentDate);
  // 31 February is parsed as 3 March.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(`${appointmentDate}T`)) {
    throw new HttpError(400, 'Invalid appointment date');
  }
  const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
  if (!isTime(timeSlotStart) || !isTime(timeSlotEnd)) throw new HttpError(400, 'Invalid time slot');
  if (timeSlotEnd <= timeSlotStart) throw new HttpError(400, 'The time slot must end after it starts');
  if (day < world.now().getTime() - days(1.5)) {
    throw new HttpError(400, 'This time slot has passed');
  }
  return `${appointmentDate} ${timeSlotStart} - ${timeSlotEnd}`;
}

/** Video appointments. Overlaps are allowed; sending the same invitation twice creates one appointment. */
export const bookingBackend = {
  async sendInvitation({ request, caller, db, world }) {
    const { body } = request;
    const { clinic_id, clinic_name } = clinicOf(db, caller);
    const patient = patientOfClinic(db, clinic_id, body.patientId);
    const time_slot = timeSlotOf(body, world);
    const same = { patient_id: patient.patient_id, clinic_id, time_slot, meet_link: body.meetLink };
    if (db.tables.appointments.find(same)) return { success: true as const, message: 'Invitation sent' };
    await db.tables.appointments.insert({
      ...same,
      session_id: `appointment-${db.nextId('appointments')}`,
      provider_type: body.providerType,
      location: isDated(body) ? body.location : '',
      created_at: world.now().toISOString(),
    });
    await sendMail(db, world, {
      to: patient.patient_email,
      kind: 'appointment',
      subject: `Your appointment with ${clinic_name}`,
      text: `${clinic_name} invites you to a video appointment (${body.providerType}): ${time_slot}.`,
      link: body.meetLink,
    });
    return { success: true as const, message: 'Invitation sent' };
  },

  fetchAppointments({ caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    const appointments = db.tables.appointments.list({ where: { clinic_id } }).map((row) => {
      const patient = db.tables.patients.get(row.patient_id);
      return {
        session_id: row.session_id,
        patient_name: patient?.patient_name ?? '',
        patient_email: patient?.patient_email ?? '',
        time_slot: row.time_slot,
        meet_link: row.meet_link,
      };
    });
    return { success: true as const, appointments };
  },
} satisfies Partial<Backend>;

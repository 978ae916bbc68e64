import { serverMessage, silent, text } from '@kitwell/mock-engine/declaration';
import * as z from '@/contract/zod';
import { appointment, patientId } from './entities';
import { meetLinkText, optionalText, requiredText, successInAnswer } from './fields';
import { operation } from './operation';

/** Video appointments (§7, §8). */

/** Modal A: a date with start and end (`HH:mm`). */
export const datedInvitation = z.object({
  providerType: requiredText,
  appointmentDate: requiredText,
  timeSlotStart: requiredText,
  timeSlotEnd: requiredText,
  location: optionalText,
  meetLink: meetLinkText,
  patientId,
});
export type DatedInvitation = z.output<typeof datedInvitation>;

/** Modal B, in the Booking section: the time slot is free text. */
export const slotInvitation = z.object({
  providerType: requiredText,
  timeSlot: requiredText,
  meetLink: meetLinkText,
  patientId,
});
export type SlotInvitation = z.output<typeof slotInvitation>;

/** The invitation of either modal (§3 "Invitation payload"). */
export const invitation = z.union([datedInvitation, slotInvitation]);

const invitationError = 'An error occurred while sending invitation, please try again later!';
const fetchFailed = text('Failed to fetch appointments!');
const fetchError = text('An error occurred while fetching appointments. Please try again later!');

export const bookingContract = {
  sendInvitation: operation({
    operation: 'POST /booking/send-invitation',
    auth: 'required',
    role: 'provider',
    host: 'api',
    body: invitation,
    ok: {
      status: 201,
      // In §7's `data.success` and `data.message`, `data` is the parsed body.
      body: z.object({ success: successInAnswer, message: z.optional(z.string()) }),
    },
    softFails: true,
    errorResponses: {
      400: { notice: serverMessage(invitationError), example: 'This time slot has passed' },
      404: { example: 'There is no such patient' },
    },
    notices: {
      ok: text('Invitation sent successfully!'),
      otherStatus: serverMessage(invitationError),
      noResponse: text(invitationError),
      thrown: text(invitationError),
    },
    toasts: 'top-center',
    writes: ['Appointments'],
  }),
  fetchAppointments: operation({
    operation: 'GET /booking/fetch-appointments',
    auth: 'required',
    role: 'provider',
    host: 'api',
    ok: {
      status: 200,
      body: z.object({
        success: successInAnswer,
        message: z.optional(z.string()),
        appointments: z.array(appointment),
      }),
    },
    softFails: true,
    notices: { ok: silent, otherStatus: fetchFailed, noResponse: fetchError, thrown: fetchError },
    toasts: 'top-center',
    reads: ['Appointments'],
  }),
} as const;

import { assign, enqueueActions, setup } from 'xstate';
import {
  type Answer,
  type Appointment,
  type DatedInvitation,
  datedInvitation,
  type Failure,
  isBlank,
  isOutcomeUnknown,
  isWebLink,
  normalEmail,
  requiredFieldsOf,
  type SlotInvitation,
  slotInvitation,
  validationMessages,
} from '@/contract';
import { type Caught, caught, failureOf, notProvided, type ValidationErrorEvent } from './failure';

/** Either modal's invitation (SPEC §3 "Invitation payload"). */
export type Invitation = DatedInvitation | SlotInvitation;

interface InvitationInput {
  /** The address by which the server's appointments name the patient. */
  readonly patientEmail: string;
}

interface InvitationContext extends InvitationInput {
  /** What is being sent, or was when the last try failed. */
  readonly invitation: Invitation | null;
  /** The appointments that were known before it was sent; null where none had been read. */
  readonly booked: readonly Appointment[] | null;
  /** Whether the server answered that it was sent; else it was found among the appointments. */
  readonly answered: boolean;
  /** Why nothing was sent, in SPEC's words. */
  readonly refusal: string | null;
  readonly failure: Failure | null;
}

type InvitationEvent = {
  readonly type: 'SEND';
  readonly invitation: Invitation;
  readonly booked: readonly Appointment[] | null;
};

const requiredOfDated = requiredFieldsOf(datedInvitation);
const requiredOfSlot = requiredFieldsOf(slotInvitation);

/** Whether an invitation lacks something that SPEC §5 "Invitation" asks for; only the location may be left out. */
const isIncomplete = (invitation: Invitation): boolean =>
  isBlank(invitation.patientId) ||
  ('timeSlot' in invitation
    ? requiredOfSlot.some((field) => isBlank(invitation[field]))
    : requiredOfDated.some((field) => isBlank(invitation[field])));

/** Whether an appointment of this patient with this meet link is there now that was not there before. */
function isNewlyBooked(
  { invitation, booked, patientEmail }: InvitationContext,
  now: readonly Appointment[],
): boolean {
  // Without the earlier list, one that is there may be of another day.
  if (invitation === null || booked === null) return false;
  const before = new Set(booked.map(({ session_id }) => session_id));
  return now.some(
    ({ session_id, patient_email, meet_link }) =>
      !before.has(session_id) &&
      normalEmail(patient_email) === normalEmail(patientEmail) &&
      meet_link.trim() === invitation.meetLink.trim(),
  );
}

const inviting = setup({
  types: {} as {
    input: InvitationInput;
    context: InvitationContext;
    events: InvitationEvent;
    emitted: ValidationErrorEvent;
    output: { readonly answered: boolean };
    tags: 'form' | 'outcome-unknown' | 'busy' | 'sent';
  },
  actors: {
    sendInvitation: notProvided<Answer<'sendInvitation'>, Invitation>('sendInvitation'),
    fetchAppointments: notProvided<Answer<'fetchAppointments'>, void>('fetchAppointments'),
  },
  guards: {
    incomplete: (_, { invitation }: { invitation: Invitation }) => isIncomplete(invitation),
    linkUnsafe: (_, { invitation }: { invitation: Invitation }) => !isWebLink(invitation.meetLink),
    outcomeUnknown: (_, { error }: Caught) => isOutcomeUnknown(error),
    /** The same invitation was sent before, without an answer. */
    unanswered: ({ context }, { invitation }: { invitation: Invitation }) =>
      isOutcomeUnknown(context.failure) && JSON.stringify(context.invitation) === JSON.stringify(invitation),
    newlyBooked: ({ context }, { appointments }: { appointments: readonly Appointment[] }) =>
      isNewlyBooked(context, appointments),
  },
  actions: {
    keepInvitation: assign((_, { invitation, booked }: Omit<InvitationEvent, 'type'>) => ({
      invitation,
      booked,
      refusal: null,
      failure: null,
    })),
    forgetProblems: assign({ refusal: null, failure: null }),
    refuse: enqueueActions(({ enqueue }) => {
      enqueue.assign({ refusal: validationMessages.requiredFields, failure: null });
      enqueue.emit({ type: 'refused', message: validationMessages.requiredFields });
    }),
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
  },
});

/** Where the invitation is written, for the first time or again. */
const writing = inviting.createStateConfig({
  on: {
    SEND: [
      { guard: { type: 'incomplete', params: ({ event }) => event }, actions: 'refuse' },
      // The message is beside the field; a rejection of an earlier try would be untrue now.
      { guard: { type: 'linkUnsafe', params: ({ event }) => event }, actions: 'forgetProblems' },
      // A slow server may have sent it since.
      { guard: { type: 'unanswered', params: ({ event }) => event }, target: 'checkingAgain' },
      { target: 'sending', actions: { type: 'keepInvitation', params: ({ event }) => event } },
    ],
  },
});

/**
 * Inviting one patient to a video appointment (SPEC §2 "Book Appointment modal", "Booking section", §8 "Invitation").
 *
 * ```
 * form → SEND → sending → sent (ends) | form (failure, the invitation kept)
 * form → SEND → form (something required is missing, or the meet link is no web address)
 * sending → checking (no answer) → sent (it is among the appointments) | outcomeUnknown
 * outcomeUnknown → SEND → checkingAgain → sent | sending | outcomeUnknown (no list) ; SEND (changed since) → sending
 * ```
 */
export const invitationMachine = inviting.createMachine({
  id: 'invitation',
  context: ({ input }) => ({
    ...input,
    invitation: null,
    booked: null,
    answered: false,
    refusal: null,
    failure: null,
  }),
  initial: 'form',
  states: {
    form: { ...writing, tags: 'form' },
    outcomeUnknown: { ...writing, tags: ['form', 'outcome-unknown'] },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendInvitation',
        src: 'sendInvitation',
        input: ({ context: { invitation } }) => {
          if (invitation === null) throw new Error('An invitation was sent that was not written.');
          return invitation;
        },
        onDone: { target: 'sent', actions: assign({ answered: true }) },
        onError: [
          {
            guard: { type: 'outcomeUnknown', params: caught },
            target: 'checking',
            actions: { type: 'fail', params: caught },
          },
          {
            target: 'form',
            actions: { type: 'fail', params: caught },
          },
        ],
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'fetchAppointments',
        src: 'fetchAppointments',
        onDone: [
          { guard: { type: 'newlyBooked', params: ({ event }) => event.output }, target: 'sent' },
          { target: 'outcomeUnknown' },
        ],
        onError: 'outcomeUnknown',
      },
    },
    checkingAgain: {
      tags: 'busy',
      invoke: {
        id: 'fetchAgain',
        src: 'fetchAppointments',
        onDone: [
          { guard: { type: 'newlyBooked', params: ({ event }) => event.output }, target: 'sent' },
          { target: 'sending' },
        ],
        onError: 'outcomeUnknown',
      },
    },
    sent: { tags: 'sent', type: 'final' },
  },
  output: ({ context: { answered } }) => ({ answered }),
});

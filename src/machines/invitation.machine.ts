import { assign, setup } from 'xstate';
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
import { errorIn, failureOf, notProvided } from './failure';

/** The invitation of either modal (§3 "Invitation payload"). */
export type Invitation = DatedInvitation | SlotInvitation;

interface InvitationInput {
  /** The email by which the server's appointments identify the patient. */
  readonly patientEmail: string;
}

/** Of the appointments that were listed before an invitation, only the ids matter; null if none had been fetched. */
type BookedBefore = readonly Pick<Appointment, 'session_id'>[] | null;

/** What identifies the appointment of an invitation among those that were booked before. */
export interface SentInvitation extends InvitationInput {
  readonly meetLink: string;
  /** The appointments known before sending. */
  readonly booked: BookedBefore;
}

interface InvitationStart extends InvitationInput {
  /** An earlier invitation without a response, whose dialog was closed or whose page was left. */
  readonly unanswered?: UnansweredInvitation | undefined;
}

interface InvitationContext extends InvitationInput {
  /** The invitation being sent, or the one of the last failed try. */
  readonly invitation: Invitation | null;
  /** The appointments known before sending, or else those of the first fetch afterwards. */
  readonly booked: BookedBefore;
  /** The fitting ones of a first fetch after sending: each may be the invitation's own, or an earlier one. */
  readonly doubtful: readonly Appointment[];
  /** Whether the server responded to the call; otherwise the invitation was found among the appointments. */
  readonly answered: boolean;
  /** Why nothing was sent, as a message from the specification. */
  readonly validationError: string | null;
  readonly failure: Failure | null;
  /** The last invitation without a response: sending it again is checked first, whatever was tried since. */
  readonly unanswered: UnansweredInvitation | null;
}

/** An invitation without a response, with the appointments known before it was sent. */
export interface UnansweredInvitation {
  readonly invitation: Invitation;
  readonly booked: BookedBefore;
  readonly failure: Failure | null;
}

interface SendEvent {
  readonly type: 'SEND';
  readonly invitation: Invitation;
  readonly booked: BookedBefore;
  /** False if a field shows an error; only the required fields and the link are checked here, too. */
  readonly fieldsValid: boolean;
}

/** Answers whether an invitation is sent again although it may be among the appointments. */
type InvitationEvent = SendEvent | { readonly type: 'CONFIRM' } | { readonly type: 'CANCEL' };

const requiredOfDated = requiredFieldsOf(datedInvitation);
const requiredOfSlot = requiredFieldsOf(slotInvitation);

/** Whether a field required by §5 "Invitation" is blank; only the location is optional. */
const isIncomplete = (invitation: Invitation): boolean =>
  isBlank(invitation.patientId) ||
  ('timeSlot' in invitation
    ? requiredOfSlot.some((field) => isBlank(invitation[field]))
    : requiredOfDated.some((field) => isBlank(invitation[field])));

/** Whether two invitations are the same in every field. A stored one may have its fields in another order. */
export const isSameInvitation = (one: Invitation | undefined, other: Invitation): boolean =>
  JSON.stringify(Object.entries(one ?? {}).sort()) === JSON.stringify(Object.entries(other).sort());

/** Returns the appointments of the invited patient with the invitation's link. */
const fitting = (
  { patientEmail, meetLink }: Omit<SentInvitation, 'booked'>,
  listed: readonly Appointment[],
): readonly Appointment[] =>
  listed.filter(
    ({ patient_email, meet_link }) =>
      normalEmail(patient_email) === normalEmail(patientEmail) && meet_link.trim() === meetLink.trim(),
  );

/**
 * Returns the appointments of the invited patient with the invitation's link that were not there before: the
 * invitation's own, if it is listed.
 *
 * @param appointments the appointments as fetched after sending
 */
export function bookedBy(sent: SentInvitation, appointments: readonly Appointment[]): readonly Appointment[] {
  // Without the earlier list, a matching appointment may be an old one.
  if (sent.booked === null) return [];
  const before = new Set(sent.booked.map(({ session_id }) => session_id));
  return fitting(sent, appointments).filter(({ session_id }) => !before.has(session_id));
}

const inviting = setup({
  types: {} as {
    input: InvitationStart;
    context: InvitationContext;
    events: InvitationEvent;
    output: { readonly answered: boolean };
    tags: 'form' | 'outcome-unknown' | 'asking' | 'busy' | 'sent';
  },
  actors: {
    sendInvitation: notProvided<Answer<'sendInvitation'>, Invitation>('sendInvitation'),
    fetchAppointments: notProvided<Answer<'fetchAppointments'>, void>('fetchAppointments'),
  },
  guards: {
    incomplete: ({ event }) => event.type === 'SEND' && isIncomplete(event.invitation),
    fieldInvalid: ({ event }) =>
      event.type === 'SEND' && !(event.fieldsValid && isWebLink(event.invitation.meetLink)),
    anyUnanswered: ({ context }) => context.unanswered !== null,
    outcomeUnknown: ({ event }) => isOutcomeUnknown(errorIn(event)),
    /** The same invitation was sent before without a response. */
    unanswered: ({ context, event }) =>
      event.type === 'SEND' && isSameInvitation(context.unanswered?.invitation, event.invitation),
    newlyBooked: ({ context: { invitation, ...sent } }, { appointments }: Answer<'fetchAppointments'>) =>
      invitation !== null && bookedBy({ ...sent, meetLink: invitation.meetLink }, appointments).length > 0,
    doubtful: ({ context }) => context.doubtful.length > 0,
  },
  actions: {
    fail: assign({ failure: ({ event }) => failureOf(errorIn(event)) }),
  },
});

/** Shared by the states in which the invitation is edited. */
const writing = inviting.createStateConfig({
  on: {
    SEND: [
      {
        guard: 'incomplete',
        actions: assign({ validationError: validationMessages.requiredFields, failure: null }),
      },
      // The field shows the message; the rejection of an earlier try no longer applies.
      { guard: 'fieldInvalid', actions: assign({ validationError: null, failure: null }) },
      // A slow server may have processed the earlier try by now.
      {
        guard: 'unanswered',
        target: 'checkingAgain',
        // Goes on where the try without a response ended.
        actions: assign(({ context: { unanswered } }) => ({ ...unanswered, validationError: null })),
      },
      {
        target: 'sending',
        actions: assign(({ event: { invitation, booked } }) => ({
          invitation,
          booked,
          doubtful: [],
          validationError: null,
          failure: null,
        })),
      },
    ],
  },
});

/** Looks for the invitation among the appointments. */
const lookUp = (id: string, ifNotFound: 'outcomeUnknown' | 'resending') =>
  inviting.createStateConfig({
    tags: 'busy',
    invoke: {
      id,
      src: 'fetchAppointments',
      onDone: [
        { guard: { type: 'newlyBooked', params: ({ event }) => event.output }, target: 'sent' },
        {
          target: ifNotFound,
          actions: assign(
            ({
              context,
              event: {
                output: { appointments },
              },
            }) => {
              const { patientEmail, invitation, booked, unanswered } = context;
              if (booked !== null || invitation === null) return {};
              return {
                // What is listed later than this is the invitation's own.
                booked: appointments,
                unanswered: unanswered && { ...unanswered, booked: appointments },
                doubtful: fitting({ patientEmail, meetLink: invitation.meetLink }, appointments),
              };
            },
          ),
        },
      ],
      onError: 'outcomeUnknown',
    },
  });

/**
 * Invites one patient to a video appointment (§2 "Book Appointment modal", "Booking section", §8 "Invitation").
 * Chart: docs/machines/invitation.md
 *
 * It asks where no appointments were known before sending, and one that is listed now may be the invitation's.
 */
export const invitationMachine = inviting.createMachine({
  id: 'invitation',
  context: ({ input: { patientEmail, unanswered = null } }) => ({
    patientEmail,
    invitation: null,
    booked: null,
    doubtful: [],
    answered: false,
    validationError: null,
    failure: null,
    unanswered,
  }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'anyUnanswered', target: 'outcomeUnknown' }, { target: 'form' }] },
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
            guard: 'outcomeUnknown',
            target: 'checking',
            actions: [
              'fail',
              // The appointments known before the first try count.
              assign(({ context: { invitation, booked, failure, unanswered } }) =>
                invitation === null || isSameInvitation(unanswered?.invitation, invitation)
                  ? {}
                  : { unanswered: { invitation, booked, failure } },
              ),
            ],
          },
          { target: 'form', actions: 'fail' },
        ],
      },
    },
    checking: lookUp('fetchAppointments', 'outcomeUnknown'),
    checkingAgain: lookUp('fetchAgain', 'resending'),
    resending: { always: [{ guard: 'doubtful', target: 'asking' }, { target: 'sending' }] },
    asking: {
      tags: ['form', 'outcome-unknown', 'asking'],
      on: { CONFIRM: { target: 'sending', actions: assign({ doubtful: [] }) }, CANCEL: 'outcomeUnknown' },
    },
    sent: { tags: 'sent', type: 'final' },
  },
  output: ({ context: { answered } }) => ({ answered }),
});

import { assign, emit, setup } from 'xstate';
import {
  type Answer,
  type DatedInvitation,
  datedInvitation,
  type Failure,
  isBlank,
  isWebLink,
  requiredFieldsOf,
  type SlotInvitation,
  slotInvitation,
  validationMessages,
} from '@/contract';
import { caught, type DefectEvent, keepFailure, notProvided, type RefusedEvent, refuseWith } from './failure';

/** Either modal's invitation (SPEC §3 "Invitation payload"). */
export type Invitation = DatedInvitation | SlotInvitation;

interface InvitationContext {
  /** What is being sent, or was when the last try failed. */
  readonly invitation: Invitation | null;
  /** Why nothing was sent, in SPEC's words. */
  readonly refusal: string | null;
  readonly failure: Failure | null;
}

type InvitationEvent = { readonly type: 'SEND'; readonly invitation: Invitation };

type InvitationEmitted = { readonly type: 'sent' } | RefusedEvent | DefectEvent;

const requiredOfDated = requiredFieldsOf(datedInvitation);
const requiredOfSlot = requiredFieldsOf(slotInvitation);

/** Whether an invitation lacks something that SPEC §5 "Invitation" asks for; only the location may be left out. */
const isIncomplete = (invitation: Invitation): boolean =>
  isBlank(invitation.patientId) ||
  ('timeSlot' in invitation
    ? requiredOfSlot.some((field) => isBlank(invitation[field]))
    : requiredOfDated.some((field) => isBlank(invitation[field])));

/**
 * Inviting one patient to a video appointment (SPEC §2 "Book Appointment modal", "Booking section", §8 "Invitation").
 *
 * ```
 * form → SEND → sending → sent | form (failure, the invitation kept)
 * form → SEND → form (something required is missing, or the meet link is no web address)
 * ```
 */
export const invitationMachine = setup({
  types: {} as {
    context: InvitationContext;
    events: InvitationEvent;
    emitted: InvitationEmitted;
    tags: 'form' | 'busy' | 'sent';
  },
  actors: {
    sendInvitation: notProvided<Answer<'sendInvitation'>, Invitation>('sendInvitation'),
  },
  guards: {
    incomplete: (_, { invitation }: { invitation: Invitation }) => isIncomplete(invitation),
    linkUnsafe: (_, { invitation }: { invitation: Invitation }) => !isWebLink(invitation.meetLink),
  },
  actions: {
    keepInvitation: assign({
      invitation: (_, { invitation }: { invitation: Invitation }) => invitation,
      refusal: null,
      failure: null,
    }),
    forgetProblems: assign({ refusal: null, failure: null }),
    refuse: refuseWith(validationMessages.requiredFields),
    fail: keepFailure(),
  },
}).createMachine({
  id: 'invitation',
  context: { invitation: null, refusal: null, failure: null },
  initial: 'form',
  states: {
    form: {
      tags: 'form',
      on: {
        SEND: [
          { guard: { type: 'incomplete', params: ({ event }) => event }, actions: 'refuse' },
          // The words stand beside the field; a refusal of an earlier try would be untrue now.
          { guard: { type: 'linkUnsafe', params: ({ event }) => event }, actions: 'forgetProblems' },
          { target: 'sending', actions: { type: 'keepInvitation', params: ({ event }) => event } },
        ],
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendInvitation',
        src: 'sendInvitation',
        input: ({ context: { invitation } }) => {
          if (invitation === null) throw new Error('An invitation was sent that nobody wrote.');
          return invitation;
        },
        onDone: { target: 'sent', actions: emit({ type: 'sent' }) },
        onError: { target: 'form', actions: { type: 'fail', params: caught } },
      },
    },
    sent: { tags: 'sent' },
  },
});

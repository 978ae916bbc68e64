import { isDeepStrictEqual } from 'node:util';
import {
  defect,
  doneEvent,
  errorEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor, type EventObject } from 'xstate';
import { type Appointment, appointment, datedInvitation, slotInvitation } from '@/contract';
import { bookedBy, type Invitation, invitationMachine } from '@/machines/invitation.machine';

const slot = slotInvitation.parse({
  providerType: 'Physician',
  timeSlot: 'Tuesday at noon',
  meetLink: 'https://meet.example.com/a',
  patientId: 'P-7',
});
const dated = datedInvitation.parse({
  providerType: 'Physician',
  appointmentDate: '2026-03-04',
  timeSlotStart: '09:00',
  timeSlotEnd: '09:30',
  location: '',
  meetLink: 'https://meet.example.com/a',
  patientId: 'P-7',
});
const unsafe = { ...slot, meetLink: 'javascript:alert(1)' };

const input = { patientEmail: 'ada@example.com' };
const booked = appointment.parse({
  session_id: 'earlier',
  patient_email: 'Ada@example.com',
  meet_link: slot.meetLink,
});
const sent = { ...booked, session_id: appointment.parse({ session_id: 'new' }).session_id };
const fetched = (...appointments: Appointment[]) => ({
  success: true,
  appointments: [booked, ...appointments],
});
const sends = (invitation: Invitation, fieldsValid = true) =>
  ({ type: 'SEND', invitation, booked: [booked], fieldsValid }) as const;
const lost = failure('sendInvitation', 'no-response');

const plan = planFor(invitationMachine, {
  input,
  events: [
    ...[slot, dated, { ...slot, timeSlot: ' ' }, unsafe].map((invitation) => sends(invitation)),
    sends({ ...dated, timeSlotEnd: '08:30' }, false),
  ],
  answers: {
    sendInvitation: [undefined],
    fetchAppointments: [fetched(), fetched(sent)],
    fetchAgain: [fetched(), fetched(sent)],
  },
  errors: [failure('sendInvitation', 400), lost, defect],
  // The machine shows the failure that caused the reads.
  silentCalls: ['fetchAppointments', 'fetchAgain'],
  goal: 'sent',
});

const blind = { ...sends(slot), booked: null };
/** The appointments could not be fetched before the invitation was sent. */
const blindPlan = { ...plan, events: [blind, { type: 'CONFIRM' }, { type: 'CANCEL' }] };

const errorOf = (invitation: Invitation) => {
  const actor = createActor(invitationMachine, { input }).start();
  expect(actor.getSnapshot().hasTag('form')).toBe(true);
  actor.send(sends(invitation));
  const snapshot = actor.getSnapshot();
  expect(snapshot.hasTag('busy')).toBe(false);
  return snapshot.context.validationError;
};

describe('the appointments of an invitation', () => {
  const invitation = { patientEmail: 'ada@example.com', meetLink: slot.meetLink, booked: [booked] };

  it('are those of the patient with its link that were not there before', () => {
    expect(bookedBy(invitation, [booked])).toEqual([]);
    expect(bookedBy(invitation, [booked, sent])).toEqual([sent]);
    const spaced = { ...sent, meet_link: ` ${slot.meetLink} ` };
    expect(bookedBy(invitation, [spaced])).toEqual([spaced]);
    expect(bookedBy({ ...invitation, meetLink: spaced.meet_link }, [sent])).toEqual([sent]);
    expect(bookedBy(invitation, [{ ...sent, patient_email: 'bob@example.com' }])).toEqual([]);
    expect(bookedBy(invitation, [{ ...sent, meet_link: 'https://meet.example.com/b' }])).toEqual([]);
  });

  it('are unknown if the earlier ones were never read', () =>
    expect(bookedBy({ ...invitation, booked: null }, [sent])).toEqual([]));
});

describe('inviting a patient', () => {
  it('goes on where an invitation without an answer ended, after its dialog was closed', async () => {
    const unanswered = { invitation: slot, booked: [booked], failure: lost };
    const reopened = { ...plan, input: { ...input, unanswered } };
    expect((await replay(reopened, [])).tags).toEqual(['form', 'outcome-unknown']);
    const { calls, output } = await replay(reopened, [sends(slot), doneEvent('fetchAgain', fetched(sent))]);
    expect(calls.map(({ id }) => id)).toEqual(['fetchAgain']);
    expect(output).toEqual({ answered: false });
  });

  it('never leaves the provider stuck', () => expectNoDeadEnd(plan, blindPlan));

  it('sends only whole invitations, with a link that a browser may open', () =>
    expectOnEveryWalk(plan, ({ calls }) => {
      const sent = calls.filter(({ id }) => id === 'sendInvitation');
      for (const { input } of sent) expect([slot, dated]).toContainEqual(input);
    }));

  it('ends once it was sent or is found among the appointments', () =>
    expectOnEveryWalk(plan, ({ output }, walk) => {
      const answered = walk.some(({ type }) => type === doneEvent('sendInvitation').type);
      const lookedUp = walk.some(
        (event) => 'output' in event && isDeepStrictEqual(event.output, fetched(sent)),
      );
      expect(output).toEqual(answered || lookedUp ? { answered } : undefined);
    }));

  it.each([
    'providerType',
    'appointmentDate',
    'timeSlotStart',
    'timeSlotEnd',
    'meetLink',
    'patientId',
  ] as const)('asks for %s', (field) =>
    expect(errorOf({ ...dated, [field]: ' ' })).toBe('Please enter all the required fields.'),
  );

  it('leaves the choice to the provider where another appointment is there', async () => {
    const answer = doneEvent('fetchAppointments', fetched({ ...sent, patient_email: 'bob@example.com' }));
    const walk = [sends(slot), errorEvent('sendInvitation', lost), answer];
    const { output, context } = await replay(plan, walk);
    expect(output).toBeUndefined();
    expect(context).toMatchObject({ invitation: slot, failure: lost });
  });

  const unknown = [
    sends(slot),
    errorEvent('sendInvitation', lost),
    doneEvent('fetchAppointments', fetched()),
  ];

  it('checks the fields, and sends what was changed, also after a try without a response', async () => {
    const blank = await replay(plan, [...unknown, sends({ ...slot, timeSlot: ' ' })]);
    expect(blank.context).toMatchObject({ validationError: 'Please enter all the required fields.' });
    const wrongLink = await replay(plan, [...unknown, sends({ ...slot, timeSlot: ' ' }), sends(unsafe)]);
    expect(wrongLink.context).toMatchObject({ validationError: null });
    const { calls } = await replay(plan, [...unknown, sends(dated)]);
    expect(calls.at(-1)).toEqual({ id: 'sendInvitation', input: dated });
  });

  it('shows again why the outcome is unknown if the check before resending fails', async () => {
    const noList = errorEvent('fetchAgain', failure('fetchAppointments', 500));
    const walk = [...unknown, sends({ ...slot, timeSlot: ' ' }), sends(slot), noList];
    const { context, tags } = await replay(plan, walk);
    expect(context).toMatchObject({ validationError: null, failure: lost });
    expect(tags).toEqual(['form', 'outcome-unknown']);
  });

  it('resends the invitation without a response, not one that was rejected since', async () => {
    const rejected = [sends(dated), errorEvent('sendInvitation', failure('sendInvitation', 400))];
    const walk = [...unknown, ...rejected, sends(slot), doneEvent('fetchAgain', fetched())];
    expect((await replay(plan, walk)).calls.at(-1)).toEqual({ id: 'sendInvitation', input: slot });
  });

  it.each<[string, EventObject[]]>([
    ['a field was blank for a moment', [sends({ ...slot, timeSlot: ' ' })]],
    ['a field was invalid for a moment', [sends(unsafe), sends(slot, false)]],
    [
      'another one was rejected',
      [sends(dated), errorEvent('sendInvitation', failure('sendInvitation', 400))],
    ],
    [
      'sending it again was rejected',
      [
        sends(slot),
        doneEvent('fetchAgain', fetched()),
        errorEvent('sendInvitation', failure('sendInvitation', 500)),
      ],
    ],
  ])('checks again before it is resent, also after %s', async (_, since) => {
    const walk = [...unknown, ...since];
    const before = (await replay(plan, walk)).calls.length;
    const again = { ...sends(slot), booked: [booked, sent] };
    const { calls, output } = await replay(plan, [...walk, again, doneEvent('fetchAgain', fetched(sent))]);
    expect(calls.slice(before).map(({ id }) => id)).toEqual(['fetchAgain']);
    expect(output).toEqual({ answered: false });
  });

  describe('if no appointments were known before it was sent', () => {
    const lostBlind = (...listed: Appointment[]) => [
      blind,
      errorEvent('sendInvitation', lost),
      doneEvent('fetchAppointments', { success: true, appointments: listed }),
    ];
    const again = (...listed: Appointment[]) => [
      sends(slot),
      doneEvent('fetchAgain', { success: true, appointments: listed }),
    ];
    const callsOn = async (walk: EventObject[]) =>
      (await replay(plan, walk)).calls.filter(({ id }) => id === 'sendInvitation').length;

    it('is not sent again without a question while one may be its own', async () => {
      const questionOpen = [...lostBlind(sent), ...again(sent)];
      expect(await callsOn(questionOpen)).toBe(1);
      // A list that could not be fetched at first is no proof, either.
      const noList = errorEvent('fetchAppointments', failure('fetchAppointments', 500));
      expect(await callsOn([...lostBlind().slice(0, 2), noList, ...again(sent)])).toBe(1);
      expect(await callsOn([...questionOpen, { type: 'CANCEL' }, ...again(sent)])).toBe(1);
      const confirmed = [...questionOpen, { type: 'CONFIRM' }, doneEvent('sendInvitation')];
      expect(await callsOn(confirmed)).toBe(2);
      expect((await replay(plan, confirmed)).output).toEqual({ answered: true });
    });

    it('stays in the form while the question is asked', async () => {
      const { tags } = await replay(plan, [...lostBlind(sent), ...again(sent)]);
      expect(tags).toEqual(['asking', 'form', 'outcome-unknown']);
    });

    it('is not asked about twice once it was confirmed', async () => {
      const confirmed = [...lostBlind(sent), ...again(sent), { type: 'CONFIRM' }];
      const lostAgain = [
        errorEvent('sendInvitation', lost),
        doneEvent('fetchAppointments', { success: true, appointments: [sent] }),
      ];
      expect(await callsOn([...confirmed, ...lostAgain, ...again(sent)])).toBe(3);
    });

    it('stays in doubt when it is not sent again', async () => {
      const { tags } = await replay(plan, [...lostBlind(sent), ...again(sent), { type: 'CANCEL' }]);
      expect(tags).toEqual(['form', 'outcome-unknown']);
    });

    it('is sent again without a question if none fits, and found once one does', async () => {
      const other = { ...booked, meet_link: 'https://meet.example.com/b' };
      expect(await callsOn([...lostBlind(other), ...again(other)])).toBe(2);
      const lookedUp = await replay(plan, [...lostBlind(other), ...again(other, sent)]);
      expect(lookedUp.output).toEqual({ answered: false });
      expect(lookedUp.calls.filter(({ id }) => id === 'sendInvitation')).toHaveLength(1);
    });
  });
});

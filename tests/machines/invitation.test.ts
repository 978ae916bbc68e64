import {
  defect,
  expectNobodyGetsStuck,
  expectOnEveryWalk,
  failure,
  planFor,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { datedInvitation, slotInvitation } from '@/contract';
import { type Invitation, invitationMachine } from '@/machines/invitation.machine';

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

const plan = planFor(invitationMachine, {
  input: undefined,
  events: [
    { type: 'SEND', invitation: slot },
    { type: 'SEND', invitation: dated },
    { type: 'SEND', invitation: { ...slot, timeSlot: ' ' } },
    { type: 'SEND', invitation: unsafe },
  ],
  answers: { sendInvitation: [undefined] },
  errors: [failure('sendInvitation', 400), failure('sendInvitation', 'no-response'), defect],
  goal: 'sent',
  ends: ['sent'],
});

const refusalOf = (invitation: Invitation) => {
  const actor = createActor(invitationMachine).start();
  actor.send({ type: 'SEND', invitation });
  const snapshot = actor.getSnapshot();
  expect(snapshot.hasTag('busy')).toBe(false);
  return snapshot.context.refusal;
};

describe('inviting a patient', () => {
  it('never leaves the provider stuck', () => expectNobodyGetsStuck(plan));

  it('sends only whole invitations, with a link that a browser may open', () =>
    expectOnEveryWalk(plan, ({ calls }) => {
      for (const { input } of calls) expect([slot, dated]).toContainEqual(input);
    }));

  it('says once that it was sent, and reports what was no answer', () =>
    expectOnEveryWalk(plan, ({ emitted }, walk) => {
      const of = (type: string) => emitted.filter((event) => event.type === type).length;
      expect(of('sent')).toBe(walk.filter(({ type }) => type.startsWith('xstate.done')).length);
      expect(of('defect')).toBe(walk.filter((event) => 'error' in event && event.error === defect).length);
    }));

  it.each([
    'providerType',
    'appointmentDate',
    'timeSlotStart',
    'timeSlotEnd',
    'meetLink',
    'patientId',
  ] as const)('asks for %s', (field) =>
    expect(refusalOf({ ...dated, [field]: ' ' })).toBe('Please enter all the required fields.'),
  );

  it('takes back that a field is missing once only the link is wrong', () => {
    const actor = createActor(invitationMachine).start();
    actor.send({ type: 'SEND', invitation: { ...unsafe, timeSlot: '' } });
    actor.send({ type: 'SEND', invitation: unsafe });
    expect(actor.getSnapshot().context.refusal).toBeNull();
  });
});

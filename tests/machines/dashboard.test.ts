import {
  defect,
  errorEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, transition, waitFor } from 'xstate';
import { type DashboardSection, dashboardSections, type VerifiedUser } from '@/contract';
import { dashboardMachine, defaultSectionOf, sectionsOf } from '@/machines/dashboard.machine';

/** A readable response that denies access. */
const denial = { ...failure('verifyUser', 'unsuccessful'), status: 200 };
const provider: VerifiedUser = { status: true, user_name: 'Bay Clinic', role_id: '1' };
const patient: VerifiedUser = { status: true, user_name: 'Ada', role_id: '0' };

let saved: DashboardSection[] = [];
beforeEach(() => {
  saved = [];
});
const machine = dashboardMachine.provide({
  actions: { saveSection: (_, { section }) => void saved.push(section) },
});

const plan = planFor(machine, {
  input: { savedSection: null },
  events: dashboardSections.map((section) => ({ type: 'OPEN_SECTION' as const, section })),
  answers: { verifyUser: [provider, patient] },
  errors: [failure('verifyUser', 401), failure('verifyUser', 'no-response'), defect],
  goal: 'ready',
});

const opened = async (user: VerifiedUser, savedSection: DashboardSection | null) => {
  const actor = createActor(
    machine.provide({ actors: { verifyUser: fromPromise(() => Promise.resolve(user)) } }),
    { input: { savedSection } },
  ).start();
  await waitFor(actor, (now) => now.hasTag('ready'));
  return actor.getSnapshot();
};

describe('the dashboard', () => {
  it('always leaves the user a way on', () => expectNoDeadEnd(plan));

  it('is loading until the user is known', async () => {
    expect((await replay(plan, [])).tags).toEqual(['busy', 'loading']);
  });

  it.each([
    [provider, null, 'patients'],
    [patient, null, 'patientProfile'],
    [provider, 'booking', 'booking'],
    [patient, 'booking', 'patientProfile'],
    [provider, 'patientProfile', 'patients'],
    [patient, 'kitsInfo', 'kitsInfo'],
  ] as const)('opens the right section: %o with %s saved', async (user, saved, section) => {
    expect((await opened(user, saved)).context.section).toBe(section);
  });

  it.each([provider, patient])('lets %o open the sections of the role and no others', async (user) => {
    const snapshot = await opened(user, null);
    const allowed = dashboardSections.filter((section) => snapshot.can({ type: 'OPEN_SECTION', section }));
    expect(new Set(allowed)).toEqual(new Set(sectionsOf(user.role_id)));
    expect(allowed).toContain(defaultSectionOf(user.role_id));
  });

  it('never shows a section that the role does not have, nor stores one', () =>
    expectOnEveryWalk({ ...plan, answers: { verifyUser: [patient] } }, () => {
      for (const section of saved) expect(sectionsOf('0')).toContain(section);
    }));

  it.each([
    ['denies the user (401)', failure('verifyUser', 401), 'denied'],
    ['denies the user in its answer', denial, 'denied'],
    ['answers 400', failure('verifyUser', 400), 'unchecked'],
    ['answers 403', failure('verifyUser', 403), 'unchecked'],
    ['answers 429', failure('verifyUser', 429), 'unchecked'],
    ['is in trouble (500)', failure('verifyUser', 500), 'unchecked'],
    ['answers with an unreadable body', failure('verifyUser', 'malformed'), 'unchecked'],
    ['answers another 2xx', { ...denial, status: 202 }, 'unchecked'],
    ['is out of reach', failure('verifyUser', 'no-response'), 'unchecked'],
  ])('ends when the server %s', (_, error, reason) => {
    const checking = createActor(machine, { input: { savedSection: null } }).getSnapshot();
    const [ended] = transition(machine, checking, errorEvent('verifyUser', error) as never);
    expect(ended).toMatchObject({ status: 'done', output: { reason } });
  });
});

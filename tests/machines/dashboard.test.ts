import {
  defect,
  doneEvent,
  errorEvent,
  expectNobodyGetsStuck,
  expectOnEveryWalk,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type DashboardSection, dashboardSections, type VerifiedUser } from '@/contract';
import { type DashboardEvent, dashboardMachine } from '@/machines/dashboard.machine';
import { defaultSectionOf, sectionsOf } from '@/machines/dashboard-sections';

const provider: VerifiedUser = { status: true, user_name: 'Bay Clinic', role_id: '1' };
const patient: VerifiedUser = { status: true, user_name: 'Ada', role_id: '0' };

const plan = planFor(dashboardMachine, {
  input: { savedSection: null },
  events: [
    ...dashboardSections.map((section) => ({ type: 'OPEN_SECTION' as const, section })),
    { type: 'RECHECK' },
  ],
  answers: {
    verifyUser: [provider, patient],
    recheckUser: [provider, patient],
  },
  errors: [failure('verifyUser', 401), failure('verifyUser', 'no-response'), defect],
  goal: 'ready',
});

const opened = async (user: VerifiedUser, savedSection: DashboardSection | null) => {
  const actor = createActor(
    dashboardMachine.provide({ actors: { verifyUser: fromPromise(() => Promise.resolve(user)) } }),
    { input: { savedSection } },
  ).start();
  await waitFor(actor, (now) => now.hasTag('ready'));
  return actor.getSnapshot();
};

describe('the dashboard', () => {
  it('never leaves anybody stuck', () => expectNobodyGetsStuck(plan));

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
    expectOnEveryWalk(
      { ...plan, answers: { ...plan.answers, verifyUser: [patient], recheckUser: [patient] } },
      ({ emitted }) => {
        for (const event of emitted) if ('section' in event) expect(sectionsOf('0')).toContain(event.section);
      },
    ));

  it.each([
    ['refused (401)', failure('verifyUser', 401), true],
    ['not verified', failure('verifyUser', 'malformed'), true],
    ['in trouble (500)', failure('verifyUser', 500), false],
    ['out of reach', failure('verifyUser', 'no-response'), false],
  ])('sends the user to the login page when the server is %s', async (_, error, tokenRefused) => {
    const { emitted } = await replay(plan, [errorEvent('verifyUser', error)]);
    expect(emitted).toEqual([{ type: 'redirect-login', tokenRefused }]);
  });

  it('stays open when a recheck only finds no connection', async () => {
    const walk = [doneEvent('verifyUser', provider), { type: 'RECHECK' }];
    const offline = errorEvent('recheckUser', failure('verifyUser', 'no-response'));
    // A section can still be opened: the frame stands.
    const open: DashboardEvent = { type: 'OPEN_SECTION', section: 'booking' };
    const { emitted } = await replay(plan, [...walk, offline, open]);
    expect(emitted).toEqual([{ type: 'section-opened', section: 'booking' }]);
  });

  it('notices on a recheck that nobody is signed in any more', async () => {
    const walk = [doneEvent('verifyUser', provider), { type: 'RECHECK' }];
    const gone = errorEvent('recheckUser', failure('verifyUser', 401));
    const { emitted } = await replay(plan, [...walk, gone]);
    expect(emitted).toEqual([{ type: 'redirect-login', tokenRefused: true }]);
  });
});

import { doneEvent, expectNoDeadEnd, planFor, replay } from '@tests/support/machine-paths';
import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, toPromise, waitFor } from 'xstate';
import { authToken, type VerifiedUser } from '@/contract';
import { accountMachine } from '@/machines/account.machine';
import { dashboardMachine } from '@/machines/dashboard.machine';
import { closeFlow, flowsMachine, openFlow } from '@/machines/flows.machine';
import { idleMachine } from '@/machines/idle.machine';

const provider: VerifiedUser = { status: true, user_name: 'Bay Clinic', role_id: '1' };
const token = authToken.parse('token');
const open = { type: 'OPEN_DASHBOARD', savedSection: 'booking' } as const;
const denied = { type: 'DENIED', token } as const;

const plan = planFor(accountMachine, {
  input: { token },
  events: [open, { type: 'CLOSE_DASHBOARD' }, denied],
  services: ['dashboard', 'idle', 'flows'],
  answers: { dashboard: [{ reason: 'denied' }, { reason: 'unchecked' }], idle: [undefined] },
  errors: [],
  goal: 'dashboard',
});

/** An account whose user is verified immediately and never idle. */
function start() {
  const idle = idleMachine.provide({ actors: { activity: fromCallback(() => undefined) } });
  const dashboard = dashboardMachine.provide({
    actors: { verifyUser: fromPromise(() => Promise.resolve(provider)) },
    actions: { saveSection: () => undefined },
  });
  return createActor(accountMachine.provide({ actors: { idle, dashboard } }), { input: { token } }).start();
}

it('always leaves the user a way on', () => expectNoDeadEnd(plan));

it('verifies the user each time the dashboard opens, and starts with the saved section', async () => {
  const { calls } = await replay(plan, [open, { type: 'CLOSE_DASHBOARD' }, open]);
  const visits = calls.filter(({ id }) => id === 'dashboard');
  expect(visits.map(({ input }) => input)).toEqual([
    { savedSection: 'booking' },
    { savedSection: 'booking' },
  ]);
});

it.each([
  ['the server denied the user', [open, doneEvent('dashboard', { reason: 'denied' })], 'expired'],
  ['the server denied a call of the dashboard', [open, denied], 'expired'],
  ['the server denied a call outside the dashboard', [denied], 'expired'],
  ['it was idle for too long', [open, doneEvent('idle')], 'idle'],
])('ends with its reason: %s', async (_, walk, reason) => {
  const { output } = await replay(plan, walk);
  expect(output).toEqual({ reason });
});

it('goes on after a denial of another account’s call', async () => {
  const another = { ...denied, token: authToken.parse('another') };
  expect((await replay(plan, [open, another])).tags).toEqual(['dashboard']);
});

it('goes on where the server could not be asked, until the next try', async () => {
  const unchecked = doneEvent('dashboard', { reason: 'unchecked' });
  expect((await replay(plan, [open, unchecked])).context).toMatchObject({ unchecked: true });
  expect((await replay(plan, [open, unchecked, open])).context).toMatchObject({ unchecked: false });
});

it('ends its dashboard, its idle time and its flows with itself', async () => {
  const account = start();
  account.send(open);
  const { dashboard, idle, flows } = account.getSnapshot().children;
  if (!dashboard || !idle || !flows) throw new Error('a child is missing');
  const flow = openFlow(flows, 'a flow', flowsMachine);
  await waitFor(dashboard, (snapshot) => snapshot.hasTag('ready'));
  account.stop();
  for (const child of [dashboard, idle, flow]) expect(child.getSnapshot().status).toBe('stopped');
});

it('finds a flow that runs already, and ends it by its id', () => {
  const flows = createActor(flowsMachine).start();
  const flow = openFlow(flows, 'a flow', flowsMachine);
  expect(openFlow(flows, 'a flow', flowsMachine)).toBe(flow);
  closeFlow(flows, 'a flow');
  expect(flow.getSnapshot().status).toBe('stopped');
  expect(openFlow(flows, 'a flow', flowsMachine)).not.toBe(flow);
});

it('keeps the other flows when one fails', async () => {
  const flows = createActor(flowsMachine).start();
  const other = openFlow(flows, 'other', flowsMachine);
  const failing = openFlow(
    flows,
    'failing',
    fromPromise(() => Promise.reject(new Error('a bug'))),
  );
  await expect(toPromise(failing)).rejects.toThrow('a bug');
  expect(flows.getSnapshot().status).toBe('active');
  expect(other.getSnapshot().status).toBe('active');
});

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
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { authToken } from '@/contract';
import { sessionMachine } from '@/machines/session.machine';

const fresh = authToken.parse('fresh');
const other = authToken.parse('other');
const credentials = { email: 'desk@clinic.test', password: 'Secret1!' };

let stored: string[] = [];
const machine = sessionMachine.provide({
  actions: {
    clearStorage: () => void stored.push('clear'),
    storeToken: (_, { token }) => void stored.push(`store ${token}`),
  },
});

const plan = planFor(machine, {
  input: { token: null },
  events: [
    { type: 'LOGIN', ...credentials },
    { type: 'LOGOUT' },
    { type: 'EXPIRED' },
    { type: 'TOKEN_CHANGED', token: other },
    { type: 'TOKEN_CHANGED', token: null },
  ],
  answers: { login: [{ token: fresh }], logout: [undefined] },
  errors: [failure('login', 400), failure('login', 'no-response'), defect],
  silentCalls: ['logout'],
  goal: 'signed-in',
});

const run = async (...walk: Parameters<typeof replay>[1]) => {
  stored = [];
  const record = await replay(plan, walk);
  return { ...record, stored };
};
const login = { type: 'LOGIN', ...credentials };
const loggedIn = doneEvent('login', { token: fresh });

describe('the session', () => {
  it('never leaves anybody stuck', () => expectNobodyGetsStuck(plan));

  it('clears the storage and then stores the token', async () => {
    const { stored: order, emitted, calls } = await run(login, loggedIn);
    expect(order).toEqual(['clear', 'store fresh']);
    expect(emitted).toEqual([{ type: 'signed-in' }]);
    expect(calls[0]?.input).toEqual(credentials);
  });

  it.each([
    ['answered', doneEvent('logout')],
    ['refused', errorEvent('logout', failure('logout', 500))],
    ['unreachable', errorEvent('logout', failure('logout', 'no-response'))],
  ])('signs out when the logout is %s', async (_, answer) => {
    const { stored: order, emitted } = await run(login, loggedIn, { type: 'LOGOUT' }, answer);
    expect(order.slice(2)).toEqual(['clear']);
    expect(emitted.at(-1)).toEqual({ type: 'signed-out', reason: 'logout' });
  });

  it('leaves nothing of the clinic in the browser when the token expired', async () => {
    const { stored: order, emitted } = await run(login, loggedIn, { type: 'EXPIRED' });
    expect(order.slice(2)).toEqual(['clear']);
    expect(emitted.at(-1)).toEqual({ type: 'signed-out', reason: 'expired' });
  });

  it('signs out after two seconds although the server does not answer', () => {
    const clock = new SimulatedClock();
    stored = [];
    const logout = fromPromise<unknown, void>(() => new Promise(() => undefined));
    const actor = createActor(machine.provide({ actors: { logout } }), { clock, input: { token: other } });
    actor.start();
    actor.send({ type: 'LOGOUT' });
    clock.increment(1999);
    expect(actor.getSnapshot().hasTag('signed-out')).toBe(false);
    clock.increment(1);
    expect(actor.getSnapshot().hasTag('signed-out')).toBe(true);
    expect(stored).toEqual(['clear']);
  });

  it('leaves alone what another tab stored while this one was signing out', async () => {
    const changed = { type: 'TOKEN_CHANGED', token: other };
    const { stored: order } = await run(login, loggedIn, { type: 'LOGOUT' }, changed);
    expect(order.slice(2)).toEqual([]);
  });

  it('announces each successful login once', () =>
    expectOnEveryWalk(plan, ({ emitted }, walk) => {
      const logins = walk.filter(({ type }) => type === loggedIn.type).length;
      expect(emitted.filter(({ type }) => type === 'signed-in')).toHaveLength(logins);
    }));
});

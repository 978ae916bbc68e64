import {
  defect,
  doneEvent,
  errorEvent,
  expectNoDeadEnd,
  failure,
  planFor,
  replay,
} from '@tests/support/machine-paths';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { authToken } from '@/contract';
import { type FormDrafts, formDraftsOf } from '@/domain/storage-keys';
import { accountMachine } from '@/machines/account.machine';
import { idleMachine } from '@/machines/idle.machine';
import {
  type SessionEvent,
  type SessionInput,
  sessionMachine,
  type Unsaved,
} from '@/machines/session.machine';

const fresh = authToken.parse('fresh');
const other = authToken.parse('other');
const credentials = { email: 'desk@clinic.test', password: 'Secret1!' };

let done: string[] = [];
/** The unsaved work that can be read now; null if there is none. */
let work: string | null = null;
beforeEach(() => {
  done = [];
  work = null;
});
const readUnsaved: SessionInput['readUnsaved'] = (account) =>
  work === null ? null : { account, at: 0, drafts: { rows: { value: work, count: 1 } } };
const workIn = (unsaved: Unsaved | null) => unsaved?.drafts.rows?.value;
const machine = sessionMachine.provide({
  actions: {
    clearStorage: () => void done.push('clear'),
    clearTabDrafts: () => undefined,
    storeAccount: ({ context: { token, account } }) => void done.push(`store ${token} of ${account}`),
    postLogout: ({ context: { token } }) => void done.push(`post logout of ${token}`),
    resetStore: () => void done.push('reset'),
    restoreUnsaved: (_, unsaved) => void done.push(`restore ${workIn(unsaved)}`),
    dropUnwritten: () => void done.push('drop unwritten'),
  },
});
const input = { readUnsaved };

const loaded: Extract<SessionEvent, { type: 'TOKEN_FOUND' }> = {
  type: 'TOKEN_FOUND',
  token: other,
  account: 'desk@clinic.test',
};
const noToken = { type: 'TOKEN_FOUND', token: null, account: null } as const;
const login = { type: 'LOGIN', ...credentials } as const;
const loggedIn = doneEvent('login', { token: fresh });
const expired = doneEvent('account', { reason: 'expired' });
const idle = doneEvent('account', { reason: 'idle' });

const plan = planFor(machine, {
  input,
  events: [login, { type: 'LOGOUT' }, loaded, { ...loaded, account: 'b@clinic.test' }, noToken],
  services: ['storage', 'account'],
  answers: { login: [{ token: fresh }], account: [{ reason: 'expired' }, { reason: 'idle' }] },
  errors: [failure('login', 400), failure('login', 'no-response'), defect],
  goal: 'signed-in',
});

/** Runs a walk and also returns the effects outside the machine. */
const run = async (...walk: Parameters<typeof replay>[1]) => {
  const record = await replay(plan, walk);
  return { ...record, done };
};

/** A session with its own clock and an inert account. */
function start() {
  const clock = new SimulatedClock();
  const idle = idleMachine.provide({ actors: { activity: fromCallback(() => undefined) } });
  const account = accountMachine.provide({ actors: { idle } });
  const actor = createActor(
    machine.provide({
      actors: {
        account,
        storage: fromCallback(() => undefined),
        login: fromPromise(() => Promise.resolve({ token: fresh })),
      },
    }),
    { clock, input },
  ).start();
  return { actor, clock };
}

describe('the session', () => {
  it('always leaves the user a way on', () => expectNoDeadEnd(plan));

  it('stores the token, and whose it is', async () => {
    const { emitted, calls } = await run(noToken, login, loggedIn);
    expect(done).toEqual(['store fresh of desk@clinic.test']);
    expect(emitted).toEqual([{ type: 'signed-in' }]);
    expect(calls.find(({ id }) => id === 'login')?.input).toEqual(credentials);
  });

  it('logs out without waiting for the answer', () => {
    const { actor } = start();
    actor.send(loaded);
    actor.send({ type: 'LOGOUT' });
    expect(actor.getSnapshot().hasTag('signed-out')).toBe(true);
    expect(done).toEqual(['reset', 'post logout of other', 'clear']);
  });

  it('ends the session that a login replaces, and no other', async () => {
    await run(loaded, login, loggedIn);
    expect(done).toEqual(['reset', 'post logout of other', 'store fresh of desk@clinic.test']);
    done = [];
    await run(noToken, login, loggedIn);
    const sameToken: SessionEvent = { ...loaded, token: fresh };
    await run(sameToken, login, loggedIn);
    await run(loaded, login, errorEvent('login', failure('login', 400)));
    expect(done.join()).not.toContain('logout');
  });

  it('leaves nothing of the clinic in the browser when the server denies the user', async () => {
    await run(loaded, expired);
    expect(done).toEqual(['reset', 'clear']);
  });

  it('ends the session on the server, too, when it was idle for too long', async () => {
    await run(loaded, idle);
    expect(done).toEqual(['reset', 'post logout of other', 'clear']);
  });

  it('leaves alone what another tab stored since it logged out', async () => {
    await run(loaded, noToken);
    expect(done).toEqual(['reset', 'drop unwritten']);
  });

  it('announces each successful login once, and one in another tab while none was signed in', async () => {
    const announced = async (...walk: Parameters<typeof replay>[1]) =>
      (await run(...walk)).emitted.filter(({ type }) => type === 'signed-in').length;
    expect(await announced(noToken, login, loggedIn)).toBe(1);
    expect(await announced(loaded)).toBe(0);
    expect(await announced(noToken, loaded)).toBe(1);
    expect(await announced(loaded, { ...loaded, token: fresh } as typeof loaded)).toBe(0);
  });

  it('starts another account for another token, and the same one goes on for the same token', () => {
    const { actor } = start();
    actor.send(loaded);
    const first = actor.getSnapshot().children.account;
    actor.send(loaded);
    expect(actor.getSnapshot().children.account).toBe(first);
    actor.send({ ...loaded, token: fresh });
    const second = actor.getSnapshot().children.account;
    expect(second).not.toBe(first);
    expect(first?.getSnapshot().status).toBe('stopped');
    expect(second?.getSnapshot().context.token).toBe(fresh);
    expect(done).toEqual(['reset', 'drop unwritten']);
  });
});

describe('who is signed in', () => {
  it.each([
    ['the server denied the user', expired, 'expired'],
    ['the user presses Logout', { type: 'LOGOUT' }, 'logout'],
    ['another tab logged out', noToken, 'otherTab'],
  ])('is forgotten when %s', async (_, end, ended) => {
    const { context } = await run(loaded, end);
    expect(context).toMatchObject({ token: null, account: null, ended });
  });

  it('is what storage has', () => {
    const storage = fromCallback(({ sendBack }) => sendBack(loaded));
    const account = accountMachine.provide({
      actors: { idle: idleMachine.provide({ actors: { activity: fromCallback(() => undefined) } }) },
    });
    const actor = createActor(machine.provide({ actors: { account, storage } }), { input }).start();
    expect(actor.getSnapshot().context).toMatchObject({ token: other, account: 'desk@clinic.test' });
    expect(actor.getSnapshot().hasTag('signed-in')).toBe(true);
    actor.stop();
  });

  it('is the user of a login that was started before storage was read', async () => {
    const { context } = await run(login, loggedIn);
    expect(context).toMatchObject({ token: fresh, account: 'desk@clinic.test' });
    expect(done).toEqual(['store fresh of desk@clinic.test']);
  });

  it('is the user of another tab who signed in while a login here failed', async () => {
    const rejected = errorEvent('login', failure('login', 400));
    const { context, tags } = await run(noToken, login, loaded, rejected);
    expect(context).toMatchObject({ token: other, account: 'desk@clinic.test' });
    expect(tags).toEqual(['signed-in']);
  });
});

describe('work that was not saved when the session ended by itself', () => {
  beforeEach(() => {
    work = 'Robin';
  });

  it.each([
    ['the server denied the user', expired],
    ['it was idle for too long', idle],
    ['another tab logged out', noToken],
  ])('comes back to the same account: %s', async (_, end) => {
    const again = { ...loaded, token: fresh };
    await run(loaded, end, again);
    expect(done).toContain('restore Robin');
  });

  it('comes back after a login during which another tab signed in to the same account', async () => {
    await run(noToken, login, loaded, loggedIn);
    expect(done.slice(-2)).toEqual(['store fresh of desk@clinic.test', 'restore Robin']);
  });

  it('comes back to an email typed in another case', async () => {
    const shouted = { ...login, email: ' Desk@Clinic.test' };
    await run(noToken, shouted, loggedIn, expired, login, loggedIn);
    expect(done).toContain('store fresh of desk@clinic.test');
    expect(done.at(-1)).toBe('restore Robin');
  });

  it.each([
    ['another account logs in', [loaded, expired, { ...login, email: 'b@clinic.test' }, loggedIn]],
    ['the user presses Logout', [loaded, { type: 'LOGOUT' }, login, loggedIn]],
    ['it is unknown whose they are', [{ ...loaded, account: null }, expired, login, loggedIn]],
  ])('is discarded when %s', async (_, walk) => {
    const { context } = await run(...walk);
    expect(done.join()).not.toContain('restore');
    expect(context).toMatchObject({ unsaved: null });
  });

  it('is kept for 15 minutes after the end of the last session', () => {
    const { actor, clock } = start();
    for (let session = 1; session <= 2; session += 1) {
      clock.increment(10 * 60_000);
      actor.send(loaded);
      actor.send(noToken);
    }
    clock.increment(15 * 60_000 - 1);
    expect(workIn(actor.getSnapshot().context.unsaved)).toBe('Robin');
    clock.increment(1);
    expect(actor.getSnapshot().context.unsaved).toBeNull();
  });
});

describe('work that only this tab stores', () => {
  const typed: FormDrafts = { 'desk@clinic.test lab': { city: { text: 'Troy', base: 'Albany' } } };
  const another = { ...loaded, token: fresh, account: 'b@clinic.test' };
  let stored: FormDrafts = {};
  beforeEach(() => {
    stored = typed;
  });

  const formsIn = (unsaved: Unsaved | null) => unsaved?.drafts.forms?.value as FormDrafts | undefined;
  const readForms: SessionInput['readUnsaved'] = (account, earlier) => {
    const value = { ...formsIn(earlier), ...formDraftsOf(stored, account) };
    const count = Object.keys(value).length;
    return count === 0 ? null : { account, at: 0, drafts: { forms: { value, count } } };
  };

  /** A session that stores forms as a tab does. A login fails after the other events. */
  async function runWithForms(...events: readonly SessionEvent[]) {
    const idle = idleMachine.provide({ actors: { activity: fromCallback(() => undefined) } });
    const actor = createActor(
      machine.provide({
        actors: {
          account: accountMachine.provide({ actors: { idle } }),
          storage: fromCallback(() => undefined),
          login: fromPromise(() => Promise.reject(failure('login', 400))),
        },
        actions: {
          clearTabDrafts: ({ context: { token, account } }) => {
            stored = token === null ? {} : formDraftsOf(stored, account);
          },
          restoreUnsaved: (_, unsaved) => {
            stored = { ...formsIn(unsaved), ...stored };
          },
        },
      }),
      { input: { readUnsaved: readForms } },
    ).start();
    for (const event of events) actor.send(event);
    await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
    return actor;
  }

  it.each<[string, readonly SessionEvent[]]>([
    ['in another tab', [loaded, noToken]],
    ['in another tab, during a login here', [loaded, login, noToken]],
  ])('is kept in memory only when the session ends %s', async (_, events) => {
    const actor = await runWithForms(...events);
    const { unsaved } = actor.getSnapshot().context;
    expect([unsaved?.account, formsIn(unsaved)]).toEqual(['desk@clinic.test', typed]);
    expect(stored).toEqual({});
    actor.send(loaded);
    expect(stored).toEqual(typed);
  });

  it.each<[string, readonly SessionEvent[]]>([
    ['while this tab was closed', [another]],
    ['in another tab', [loaded, another]],
    ['in another tab, during a login here', [loaded, login, another]],
  ])('is not kept for another account that signs in %s', async (_, events) => {
    const actor = await runWithForms(...events);
    expect(actor.getSnapshot().context).toMatchObject({ account: 'b@clinic.test', unsaved: null });
    expect(stored).toEqual({});
  });

  it('is not kept for an unknown account that signs in in another tab', async () => {
    stored = { 'null lab': typed['desk@clinic.test lab'] ?? {} };
    await runWithForms({ ...loaded, account: null }, { ...loaded, token: fresh, account: null });
    expect(stored).toEqual({});
  });
});

it('work that ends with the account survives a login from inside the session that fails', async () => {
  const actor = createActor(
    machine.provide({
      actors: {
        account: accountMachine.provide({
          actors: { idle: idleMachine.provide({ actors: { activity: fromCallback(() => undefined) } }) },
        }),
        storage: fromCallback(() => undefined),
        login: fromPromise(() => Promise.reject(failure('login', 400))),
      },
      actions: {
        resetStore: () => {
          work = null;
        },
      },
    }),
    { input: { readUnsaved: (account, earlier) => readUnsaved(account, null) ?? earlier } },
  ).start();
  actor.send(loaded);
  work = 'orders';
  actor.send(login);
  await waitFor(actor, (snapshot) => snapshot.hasTag('signed-in'));
  expect(done.filter((effect) => effect.startsWith('restore'))).toEqual(['restore orders']);
});

it('work that another tab has saved during a login is not restored', async () => {
  const { actor } = start();
  work = 'Robin';
  actor.send(loaded);
  actor.send(login);
  work = null;
  await waitFor(actor, (snapshot) => snapshot.hasTag('signed-in'));
  expect(done.join()).not.toContain('restore');
});

it('a login that fails shows why, and keeps the session that was there', async () => {
  const rejected = failure('login', 400);
  const { context } = await run(loaded, login, errorEvent('login', rejected));
  expect(context).toMatchObject({ failure: rejected, token: other });
});

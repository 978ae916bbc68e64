import { memoryStorage } from '@kitwell/mock-engine/db/storage';
import { noLatency } from '@kitwell/mock-engine/engine/latency';
import { createMockBackend } from '@kitwell/mock-engine/hosts/mock-backend';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { createTabHub } from '../../packages/mock-engine/tests/db/tab-hub';
import { journeyOn } from './support/journey';

const MINUTE = 60_000;
let time = 0;
const now = () => new Date(time);
const mock = startMockServer({ now });
const { history, db } = mock;
const { call, codeFor } = journeyOn(mock);

beforeEach(async () => {
  time = Date.parse('2026-03-02T12:00:00Z');
  await mock.reset({ preset: 'demo', start: null });
});

const ages = (table: Pick<typeof db, 'list'> = db) =>
  table.list('patients').map((row) => Reflect.get(row, 'patient_age'));
const age = (value: number, id = 'P-1001') => db.patch('patients', id, { patient_age: value });
const labels = () => history.list().map(({ label }) => label);

describe('the history', () => {
  it('has a step for each request that changed data, with its row changes', async () => {
    const [before] = ages();
    await call('login', { body: { email: 'provider@kitwell.test', password: 'wrong' } });
    await call('fetchClinics');
    expect(history.list()).toEqual([]);
    await age(77);
    await call('sendOtp', { body: { email: 'new@example.com', phoneNumber: '+12065550133' } });
    expect(history.list()).toMatchObject([
      {
        id: 1,
        label: 'Edit in patients',
        at: '2026-03-02T12:00:00.000Z',
        changes: [
          {
            table: 'patients',
            key: 'P-1001',
            before: { patient_age: before },
            after: { patient_age: 77 },
          },
        ],
      },
      {
        id: 2,
        label: 'POST /auth/send-otp',
        changes: [
          { table: 'otps', key: 'new@example.com', before: null },
          { table: 'mails', before: null, after: { kind: 'otp' } },
        ],
      },
    ]);
  });

  it('forgets the undone steps once something else is done', async () => {
    await age(71);
    await age(72);
    await history.undo();
    expect(history.list()).toHaveLength(2);
    await age(73);
    expect(history.list().map(({ id }) => id)).toEqual([1, 3]);
    await expect(history.redo()).rejects.toThrow('There is nothing to redo.');
    await history.goTo(0);
    await expect(history.undo()).rejects.toThrow('There is nothing to undo.');
    await expect(history.goTo(2)).rejects.toThrow('There is no step 2.');
  });

  it('knows its position, and moves one step or to any step', async () => {
    for (const value of [71, 72, 73]) await age(value);
    const [, second] = history.list();
    const moves: number[] = [];
    const stop = history.onChange(() => moves.push(history.position()));
    const first = async (move: Promise<void>) => {
      await move;
      return [history.position(), ages()[0]];
    };
    expect(history.position()).toBe(3);
    expect(await first(history.goTo(1))).toEqual([1, 71]);
    expect(await first(history.redo())).toEqual([2, 72]);
    expect(await first(history.undo())).toEqual([1, 71]);
    expect(await first(history.goTo(second?.id ?? 0))).toEqual([2, 72]);
    await history.goTo(2);
    expect(moves).toEqual([1, 2, 1, 2]);
    stop();
    await history.redo();
    expect(moves).toHaveLength(4);
  });

  it('takes the clock back, so that a code is good again, and leaves the session’s time', async () => {
    const email = 'new@example.com';
    await call('sendOtp', { body: { email, phoneNumber: '+12065550133' } });
    const otp = await codeFor(email);
    time += 5 * MINUTE;
    await mock.clock.advance(20 * MINUTE);
    await age(77);
    const session = mock.clock.sessionNow();
    expect((await call('verifyOtp', { body: { email, otp } })).body).toMatchObject({ success: false });
    await history.goTo(1);
    expect(mock.clock.now().toISOString()).toBe('2026-03-02T12:05:00.000Z');
    expect(mock.clock.sessionNow()).toEqual(session);
    await history.redo();
    expect(mock.clock.now().toISOString()).toBe('2026-03-02T12:25:00.000Z');
    expect(mock.clock.sessionNow()).toEqual(session);
    await history.undo();
    expect((await call('verifyOtp', { body: { email, otp } })).body).toMatchObject({ success: true });
    expect(labels()).toEqual(['POST /auth/send-otp', 'POST /auth/verify-otp']);
  });
});

describe('the history of two tabs', () => {
  const openTabs = async () => {
    const [storage, hub] = [memoryStorage(), createTabHub({ losesMessages: true })];
    const open = () =>
      createMockBackend(kitwell, {
        world: { now, appUrl: 'http://app.test' },
        choice: { preset: 'demo', seed: 1 },
        storage,
        tabs: hub.open(),
        latency: noLatency,
        onDefect: 'throw',
      });
    const [one, two] = [open(), open()];
    await one.db.hydrate();
    await two.db.hydrate();
    return { one: one.control, two: two.control };
  };

  it('contains what the other tab changed, and overwrites nothing unseen', async () => {
    const { one, two } = await openTabs();
    const before = ages(one.db)[0];
    await one.db.patch('patients', 'P-1001', { patient_age: 71 });
    await two.db.patch('patients', 'P-1001', { patient_age: 72 });
    await expect(one.history.undo()).rejects.toThrow('The data was changed meanwhile');
    expect(ages(one.db)[0]).toBe(72);
    expect(one.history.list().map(({ label }) => label)).toEqual(['Edit in patients', 'In another tab']);
    await one.history.undo();
    expect(ages(one.db)[0]).toBe(71);
    await one.history.undo();
    await two.db.export();
    expect(ages(two.db)[0]).toBe(before);
    expect(await two.db.export()).toEqual(await one.db.export());
    expect(two.clock.now()).toEqual(one.clock.now());
  });

  it('begins again when the other tab replaces all data', async () => {
    const { one, two } = await openTabs();
    await one.db.patch('patients', 'P-1001', { patient_age: 71 });
    await two.reset({ preset: 'demo' });
    await one.db.export();
    expect(one.history.list()).toEqual([]);
  });
});

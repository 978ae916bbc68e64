import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../src/db/storage';
import { browserTabs, LockTimeoutError } from '../../src/db/tabs';
import { openClinic, patientAt, patients } from './clinic-database';
import { createTabHub } from './tab-hub';

function twoTabs(options: { losesMessages?: boolean; seeded?: number } = {}) {
  const { seeded = 2, ...hubOptions } = options;
  const storage = memoryStorage();
  const hub = createTabHub(hubOptions);
  const one = openClinic({ storage, seeded, tabs: hub.open() });
  const two = openClinic({ storage, seeded, tabs: hub.open() });
  return { one: one.db, two: two.db, storage, hub, reports: [one.reports, two.reports] };
}
type Db = ReturnType<typeof twoTabs>['one'];
const grow = (db: Db) =>
  db.transaction(({ tables }) => tables.patients.patch('P-0', (patient) => ({ age: patient.age + 1 })));

describe.each([false, true])('two tabs (messages lost: %s)', (losesMessages) => {
  it('that write at once lose nothing and hold the same rows in the same order', async () => {
    const { one, two, storage } = twoTabs({ losesMessages, seeded: 700 });
    const work: Promise<unknown>[] = [];
    for (let position = 0; position < 20; position += 1) {
      work.push(grow(one), grow(two));
      work.push(
        two.insert('patients', patientAt(1000 + position)),
        one.remove('patients', `P-${position + 100}`),
      );
    }
    await Promise.all(work);
    expect(await one.export()).toEqual(await two.export());
    expect(one.table('patients').get('P-0')?.age).toBe(40);
    expect(one.table('patients').count()).toBe(700);
    const { db: reloaded } = openClinic({ storage });
    expect(await reloaded.export()).toEqual(await one.export());
  });

  it('writes to many rows are heard once, and keep every row in its place', async () => {
    const { one, two, storage } = twoTabs({ losesMessages, seeded: 2000 });
    await Promise.all([one.hydrate(), two.hydrate()]);
    const ids = one
      .table('patients')
      .list()
      .map(({ patient_id }) => patient_id);
    const heard: [string, string, number][] = [];
    two.onChange(({ table, kind, rows }) => void heard.push([table, kind, rows.length]));
    await one.transaction(async ({ tables }) => {
      await tables.patients.patchMany(ids, ({ age }) => ({ age: age + 1 }));
      await tables.patients.remove('P-3');
      await tables.patients.insertMany([patientAt(2001), patientAt(2002), patientAt(3)]);
      await tables.patients.patch('P-2001', { age: 99 });
      await tables.patients.remove('P-2002');
    });
    await two.read(() => undefined);
    expect(heard).toEqual([['patients', 'reset', 2001]]);
    expect(await two.export()).toEqual(await one.export());
    expect(await openClinic({ storage }).db.export()).toEqual(await one.export());
    expect(two.table('patients').list().slice(-2)).toEqual([{ ...patientAt(2001), age: 99 }, patientAt(3)]);
  });

  it('never take the same id or token', async () => {
    const { one, two } = twoTabs({ losesMessages });
    const sample = (db: Db) => db.transaction(({ nextId, token }) => `${nextId('order')} ${token()}`);
    const samples = await Promise.all(Array.from({ length: 20 }, () => [sample(one), sample(two)]).flat());
    expect(new Set(samples.map((text) => text.split(' ')[0])).size).toBe(40);
    expect(new Set(samples.map((text) => text.split(' ')[1])).size).toBe(40);
  });

  it('both show the data after one of them is reset', async () => {
    const { one, two } = twoTabs({ losesMessages });
    await Promise.all([grow(one), grow(two)]);
    await one.reset({ rows: { patients: [patientAt(5)] } });
    expect(await two.read((tables) => tables.patients.list())).toEqual([patientAt(5)]);
    await two.insert('patients', patientAt(6));
    expect(await one.read((tables) => tables.patients.count())).toBe(2);
  });
});

it('a tab hears what the other wrote without asking', async () => {
  const { one, two } = twoTabs();
  await two.hydrate();
  const heard: string[] = [];
  two.onChange(({ origin, table, kind, ids }) => void heard.push(`${origin} ${table} ${kind} ${ids.join()}`));
  await one.transaction(async ({ tables }) => {
    await tables.patients.patch('P-1', { age: 33 });
    await tables.orders.insert({ number: 1, patient_id: 'P-1' });
  });
  await vi.waitFor(() => expect(heard).toEqual(['otherTab patients patch P-1', 'otherTab orders insert 1']));
  expect(two.table('patients').get('P-1')?.age).toBe(33);
});

it('a tab of an older build goes on in memory and leaves the newer data alone', async () => {
  const storage = memoryStorage();
  const hub = createTabHub();
  const { db: old, reports } = openClinic({ storage, tabs: hub.open(), version: '1' });
  await old.insert('orders', { number: 1, patient_id: 'P-0' });
  const { db: fresh } = openClinic({ storage, tabs: hub.open(), version: '2' });
  await fresh.hydrate();
  await old.insert('orders', { number: 2, patient_id: 'P-0' });
  expect(old.list('orders')).toHaveLength(2);
  expect(reports).toEqual([expect.objectContaining({ kind: 'memory-only' })]);
  expect(await fresh.read((tables) => tables.orders.count())).toBe(0);
});

it('storage that was cleared under an open tab is written again at its next change, and the tab reports that it was deleted', async () => {
  const storage = memoryStorage();
  const { db: one, reports } = openClinic({ storage });
  await one.insert('orders', { number: 1, patient_id: 'P-0' });
  for (const key of await storage.getKeys()) await storage.removeItem(key);
  await one.insert('orders', { number: 2, patient_id: 'P-0' });
  expect(reports).toEqual([expect.objectContaining({ kind: 'deleted' })]);
  const { db: reloaded } = openClinic({ storage });
  await reloaded.hydrate();
  expect(reloaded.list('orders')).toHaveLength(2);
  expect(reloaded.list('patients')).toEqual(patients(2));
});

describe('seeds that do not arrive', () => {
  afterEach(() => void vi.useRealTimers());
  const never = () => new Promise<void>(() => undefined);

  it('are given up after ten seconds, and asked for again by the next call', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let seedsArrive = never;
    const { db } = openClinic({ seedsArrive: () => seedsArrive() });
    const rejection = expect(db.hydrate()).rejects.toThrow('did not load in time');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(10_000);
    await rejection;
    seedsArrive = async () => undefined;
    await db.insert('orders', { number: 1, patient_id: 'P-0' });
    expect(db.list('patients')).toEqual(patients(2));
  });
});

it('a tab that gets no lock shows what is stored, and keeps what it changes in memory', async () => {
  const storage = memoryStorage();
  const hub = createTabHub();
  const { db: holder } = openClinic({ storage, tabs: hub.open() });
  await holder.insert('orders', { number: 1, patient_id: 'P-0' });
  const { db, reports } = openClinic({
    storage,
    tabs: { ...hub.open(), withLock: () => Promise.reject(new LockTimeoutError('kept')) },
  });
  await db.insert('orders', { number: 2, patient_id: 'P-0' });
  expect(
    db
      .table('orders')
      .list()
      .map(({ number }) => number),
  ).toEqual([1, 2]);
  expect(reports.map(({ kind }) => kind)).toEqual(['memory-only']);
  expect(await holder.read((tables) => tables.orders.count())).toBe(1);
});

describe('in a browser', () => {
  class FakeChannel extends EventTarget {
    readonly postMessage = vi.fn();
    readonly close = vi.fn();
  }
  const openChannel = (channel: FakeChannel) => () => channel as unknown as BroadcastChannel;

  it('work runs under a Web Lock of the asked mode', async () => {
    const request = vi.fn((_name: string, _options: unknown, work: () => unknown) => Promise.resolve(work()));
    const tabs = browserTabs('clinic', { locks: { request } as unknown as LockManager });
    expect(await tabs.withLock('shared', async () => 'done')).toBe('done');
    expect(request).toHaveBeenCalledWith(
      'clinic:data',
      { mode: 'shared', signal: expect.any(AbortSignal) },
      expect.any(Function),
    );
  });

  it('a rejected lock does not stop the work, and a failure of the work is not repeated', async () => {
    const rejecting = { request: () => Promise.reject(new DOMException('blocked', 'SecurityError')) };
    const tabs = browserTabs('clinic', { locks: rejecting as unknown as LockManager });
    expect(await tabs.withLock('exclusive', async () => 'done')).toBe('done');

    const granting = {
      request: (_name: string, _options: unknown, work: () => unknown) => Promise.resolve(work()),
    };
    const work = vi.fn(() => Promise.reject(new Error('failed')));
    await expect(
      browserTabs('clinic', { locks: granting as unknown as LockManager }).withLock('exclusive', work),
    ).rejects.toThrow('failed');
    expect(work).toHaveBeenCalledTimes(1);
  });

  describe('whose lock another tab keeps', () => {
    afterEach(() => void vi.useRealTimers());
    const useFakeTimers = () =>
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    /** Grants the lock only when the test releases it, and ignores aborted requests. */
    function manualLocks() {
      const waiting: (() => unknown)[] = [];
      const request = (_name: string, _options: unknown, work: () => unknown) =>
        new Promise((resolve, reject) => {
          waiting.push(() => Promise.resolve(work()).then(resolve, reject));
        });
      return {
        locks: { request } as unknown as LockManager,
        release: () => waiting.splice(0).map((start) => start()),
      };
    }

    it('the work is cancelled after five seconds, and does not run when the lock is granted later', async () => {
      useFakeTimers();
      const { locks, release } = manualLocks();
      const work = vi.fn(async () => 'done');
      const result = browserTabs('clinic', { locks }).withLock('exclusive', work);
      const rejection = expect(result).rejects.toBeInstanceOf(LockTimeoutError);
      await vi.advanceTimersByTimeAsync(5_000);
      await rejection;
      release();
      await vi.advanceTimersByTimeAsync(0);
      expect(work).not.toHaveBeenCalled();
    });
  });

  it('messages of other tabs reach the database, and its channel is closed with it', () => {
    const channel = new FakeChannel();
    const tabs = browserTabs('clinic', { openChannel: openChannel(channel) });
    const news = vi.fn();
    tabs.onNews(news);
    tabs.announce();
    channel.dispatchEvent(new Event('message'));
    tabs.close();
    expect([channel.postMessage, news, channel.close].map((spy) => spy.mock.calls.length)).toEqual([1, 1, 1]);
  });
});

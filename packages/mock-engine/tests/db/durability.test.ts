import 'fake-indexeddb/auto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type DataStorage, indexedDbStorage, memoryStorage, StorageFailedError } from '../../src/db/storage';
import { fileAdapter } from '../../src/hosts/http/file-adapter';
import { openClinic, patients } from './clinic-database';

const keysOf = async (storage: DataStorage, kind: string) =>
  (await storage.getKeys()).filter((key) => key.startsWith(`${kind}:`)).toSorted();

/** In-memory storage that fails as soon as `when` returns true. */
function failingStorage(when: (call: string, key: string) => boolean): DataStorage {
  const memory = memoryStorage();
  const orFail = (call: string, key: string) => {
    if (when(call, key)) throw new DOMException('The quota is used up', 'QuotaExceededError');
  };
  return {
    ...memory,
    async getItem(key) {
      orFail('get', key);
      return memory.getItem(key);
    },
    async setItem(key, text) {
      orFail('set', key);
      return memory.setItem(key, text);
    },
  };
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
const kinds: [string, () => Promise<DataStorage>][] = [
  ['memory', async () => memoryStorage()],
  ['IndexedDB', async () => indexedDbStorage(`clinic-${cleanups.length}-${Date.now()}`)],
  [
    'files',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kitwell-mock-'));
      const { storage, close } = await fileAdapter(folder);
      cleanups.push(close, () => rm(folder, { recursive: true }));
      return storage;
    },
  ],
];

describe.each(kinds)('after a reload, with %s', (_kind, openStorage) => {
  it('everything answered is there', async () => {
    const storage = await openStorage();
    const { db } = openClinic({ storage });
    await db.insert('orders', { number: 1, patient_id: 'P-0' });
    await db.patch('patients', 'P-1', { age: 50 });
    await db.remove('patients', 'P-0');
    const samples = await db.transaction(({ nextId, token }) => [nextId('patient'), token()]);
    const left = await db.export();

    const { db: reloaded, reports } = openClinic({ storage });
    await reloaded.hydrate();
    expect(await reloaded.export()).toEqual(left);
    expect(await reloaded.transaction(({ nextId, token }) => [nextId('patient'), token()])).not.toEqual(
      samples,
    );
    expect(reports).toEqual([]);
  });

  it('more rows than one page holds are there, in their order', async () => {
    const storage = await openStorage();
    const { db } = openClinic({ storage });
    await db.transaction(({ tables }) => tables.patients.insertMany(patients(1_202).slice(2)));
    const { db: reloaded } = openClinic({ storage });
    await reloaded.hydrate();
    expect(reloaded.list('patients')).toEqual(patients(1_202));
  });
});

describe('a change', () => {
  it('of one row among many writes one page, and removes the one before it', async () => {
    const storage = memoryStorage();
    const { db } = openClinic({ storage, seeded: 1_000 });
    await db.hydrate();
    const before = await keysOf(storage, 'rows');
    await db.patch('patients', 'P-999', { age: 1 });
    const after = await keysOf(storage, 'rows');
    expect(after).toHaveLength(before.length);
    expect(after.filter((key) => !before.includes(key))).toHaveLength(1);
  });
});

describe('stored data that does not fit', () => {
  it.each([
    ['version', { version: '0' }],
    ['content', { content: '-edited' }],
  ])('of another %s is replaced by seeds, and reported', async (_, other) => {
    const storage = memoryStorage();
    const { db: old } = openClinic({ storage, ...other });
    await old.insert('orders', { number: 1, patient_id: 'P-0' });
    const { db, reports } = openClinic({ storage });
    await db.hydrate();
    expect(db.list('orders')).toEqual([]);
    expect(reports).toEqual([expect.objectContaining({ kind: 'reseeded' })]);
    expect(reports[0]?.message).toContain('another version');
    const { db: reloaded, reports: none } = openClinic({ storage });
    await reloaded.hydrate();
    expect(none).toEqual([]);
  });

  it.each<[string, (storage: DataStorage) => Promise<unknown>]>([
    ['a foreign head', (storage) => storage.setItem('head', '{"hello":1}')],
    ['a truncated head', (storage) => storage.setItem('head', '{"format":2,"ver')],
    ['a lost page', async (storage) => storage.removeItem((await keysOf(storage, 'rows:patients'))[0] ?? '')],
    [
      'an invalid row',
      async (storage) => storage.setItem((await keysOf(storage, 'rows:patients'))[0] ?? '', '[{"age":"x"}]'),
    ],
  ])('%s is replaced by seeds, and reported', async (_what, spoil) => {
    const storage = memoryStorage();
    const { db: old } = openClinic({ storage });
    await old.insert('orders', { number: 1, patient_id: 'P-0' });
    await spoil(storage);
    const { db, reports } = openClinic({ storage });
    await db.hydrate();
    expect([db.list('patients'), db.list('orders')]).toEqual([patients(2), []]);
    expect(reports).toEqual([expect.objectContaining({ kind: 'reseeded' })]);
  });

  it('a tab that died between the rows and the head left a write that never counted, and nothing else', async () => {
    let dead = false;
    const storage = failingStorage((call, key) => dead && call === 'set' && key === 'head');
    const { db: dying } = openClinic({ storage });
    await dying.hydrate();
    dead = true;
    await dying.insert('orders', { number: 1, patient_id: 'P-0' });
    dead = false;
    const { db } = openClinic({ storage });
    await db.insert('orders', { number: 2, patient_id: 'P-0' });
    const { db: reloaded } = openClinic({ storage });
    await reloaded.hydrate();
    expect(reloaded.list('orders')).toEqual([{ number: 2, patient_id: 'P-0' }]);
    expect(await keysOf(storage, 'rows')).toHaveLength(2);
  });
});

describe('IndexedDB', () => {
  it('that is deleted by another tab is let go of, is reported, and is written again by the next change', async () => {
    const name = `clinic-deleted-${Date.now()}`;
    const { db, reports } = openClinic({ storage: indexedDbStorage(name) });
    await db.hydrate();
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onblocked = () => reject(new Error('The open page blocks the deletion.'));
    });
    expect(reports).toEqual([expect.objectContaining({ kind: 'deleted' })]);
    await db.insert('orders', { number: 1, patient_id: 'P-0' });
    const { db: reloaded } = openClinic({ storage: indexedDbStorage(name) });
    await reloaded.hydrate();
    expect(reloaded.list('orders')).toHaveLength(1);
    expect(reports).toHaveLength(1);
  });

  it.each<[string, () => void]>([
    ['does not open', () => vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest)],
    [
      'opens and does not read',
      () => vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => ({}) as IDBRequest<unknown>),
    ],
  ])('that %s is given up, and the demo goes on in memory', async (_what, spoil) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    spoil();
    const { db, reports } = openClinic({ storage: indexedDbStorage(`clinic-silent-${Date.now()}`) });
    const hydrated = db.hydrate();
    // fake-indexeddb uses real immediates, so the timer may start a little later.
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(4_000);
      expect(reports).toEqual([expect.objectContaining({ kind: 'memory-only' })]);
    });
    await hydrated;
    vi.restoreAllMocks();
    expect(db.list('patients')).toEqual(patients(2));
  });
});

describe('storage that fails', () => {
  it.each<[string, (call: string, key: string) => boolean]>([
    ['from the start (blocked site data)', () => true],
    ['at the first write (no quota)', (call) => call === 'set'],
    ['when rows are written', (call, key) => call === 'set' && key.startsWith('rows:orders')],
  ])('%s: the demo continues in memory and reports it once', async (_when, fails) => {
    const { db, reports } = openClinic({ storage: failingStorage(fails) });
    await db.insert('orders', { number: 1, patient_id: 'P-0' });
    await db.insert('orders', { number: 2, patient_id: 'P-1' });
    expect(db.list('orders')).toHaveLength(2);
    expect(await db.read((tables) => tables.patients.count())).toBe(2);
    expect(reports).toEqual([expect.objectContaining({ kind: 'memory-only' })]);
    await db.reset();
    expect(db.list('orders')).toEqual([]);
  });
});

describe('storage that fails, for a server that rejects what is not stored', () => {
  const openRejecting = (storage: DataStorage) => openClinic({ storage, onStorageFailure: 'reject' });

  it.each<[string, (call: string, key: string) => boolean]>([
    ['everything', () => true],
    ['when rows are written', (call, key) => call === 'set' && key.startsWith('rows:orders')],
    ['when the write is committed', (call, key) => call === 'set' && key === 'head'],
  ])('%s: a write and a reset are undone, and the next ones tried again', async (_when, fails) => {
    let failing = false;
    const storage = failingStorage((call, key) => failing && fails(call, key));
    const { db, reports } = openRejecting(storage);
    await db.insert('orders', { number: 1, patient_id: 'P-0' });
    const before = await db.export();
    failing = true;
    await expect(db.insert('orders', { number: 2, patient_id: 'P-1' })).rejects.toThrow(StorageFailedError);
    if (fails('set', 'head')) await expect(db.reset()).rejects.toThrow(StorageFailedError);
    failing = false;
    expect(await db.export()).toEqual(before);
    await db.insert('orders', { number: 2, patient_id: 'P-1' });
    const { db: reloaded } = openRejecting(storage);
    await reloaded.hydrate();
    expect(reloaded.list('orders')).toHaveLength(2);
    expect(reports).toEqual([]);
  });

  it('follows what is stored where the storage lost a commit and another server has made more since', async () => {
    const storage = memoryStorage();
    const [one, two] = [openRejecting(storage), openRejecting(storage)];
    for (const { db } of [one, two]) await db.hydrate();
    const older = (await storage.getItem('head')) ?? '';
    await two.db.insert('orders', { number: 1000, patient_id: 'P-0' });
    await storage.setItem('head', older);
    for (const number of [1, 2]) await one.db.insert('orders', { number, patient_id: 'P-1' });
    expect(await two.db.read((tables) => tables.orders.get(1000))).toBeUndefined();
    expect(two.db.list('orders')).toEqual(one.db.list('orders'));
    await two.db.insert('orders', { number: 2000, patient_id: 'P-0' });
    const { db: reloaded } = openRejecting(storage);
    await reloaded.hydrate();
    expect(reloaded.list('orders')).toHaveLength(3);
  });
});

import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../src/db/storage';
import { createMock, createTable, declare, ignoredBody, z } from '../src/engine';
import { seedsHaveChanged } from '../src/hosts/changed-seeds';
import { openData } from '../src/hosts/mock-backend';

type Made = { id: string; text?: string }[];

/** Loads a page whose mock has these seeds: its data, and whether it says that they have changed. */
async function load(
  storage: ReturnType<typeof memoryStorage>,
  make: (now: Date) => Made,
  unused = (): Made => [],
) {
  const schema = z.object({ id: z.string(), text: z.optional(z.string()) });
  const notes = createMock({
    name: 'notes',
    contract: {
      find: declare({ operation: 'GET /notes', auth: 'none', ok: { status: 200, body: ignoredBody } }),
    },
    tables: () => ({ notes: createTable({ name: 'notes', schema, key: 'id' }) }),
    seeds: {
      presets: ['used', 'unused'],
      make: ({ preset }, { now }) => ({ rows: { notes: preset === 'used' ? make(now) : unused() } }),
    },
    rules: { find: () => null },
  });
  const choice = { preset: 'used', seed: 1 } as const;
  const world = { now: () => new Date(), appUrl: 'http://notes.test' };
  const db = openData(notes, { world, choice, storage });
  await db.hydrate();
  const ids = () => db.list('notes').map((row) => Reflect.get(row, 'id'));
  return { db, ids, hasChanged: () => seedsHaveChanged(notes, db, choice, storage) };
}

afterEach(() => vi.useRealTimers());

it.each<[string, () => Made, boolean]>([
  ['the same', () => [{ id: 'a' }], false],
  ['edited', () => [{ id: 'b' }], true],
  ['by chance', () => [{ id: crypto.randomUUID() }], false],
  ['by the clock', () => [{ id: new Date().toISOString() }], false],
])('data of seeds that are %s stays, and edits are noticed once', async (_, next, isNoticed) => {
  const storage = memoryStorage();
  const { db, hasChanged } = await load(storage, () => [{ id: 'a' }]);
  await db.insert('notes', { id: 'own' });
  expect(await hasChanged()).toBe(false);
  const reloaded = await load(storage, next);
  expect(reloaded.ids()).toEqual(['a', 'own']);
  expect([await reloaded.hasChanged(), await reloaded.hasChanged()]).toEqual([isNoticed, false]);
});

it('seeds that follow the day of the data make the same on another day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T09:00:00Z') });
  const storage = memoryStorage();
  const make = (now: Date) => [{ id: now.toISOString() }];
  const first = await load(storage, make);
  expect(await first.hasChanged()).toBe(false);
  vi.setSystemTime(Date.parse('2026-03-03T09:00:00Z'));
  const next = await load(storage, make);
  expect([next.ids(), await next.hasChanged()]).toEqual([first.ids(), false]);
});

it('after a reset, the seeds are those of the new data', async () => {
  const storage = memoryStorage();
  await (await load(storage, () => [{ id: 'a' }])).hasChanged();
  const { db, hasChanged } = await load(storage, () => [{ id: 'b' }]);
  await db.reset();
  expect(await hasChanged()).toBe(false);
});

it('neither stored seeds nor those of another preset are made when stored data is opened', async () => {
  const fails = (): Made => {
    throw new Error('offline');
  };
  const storage = memoryStorage();
  await load(storage, () => [{ id: 'a' }], fails);
  const { ids } = await load(storage, fails, fails);
  expect(ids()).toEqual(['a']);
});

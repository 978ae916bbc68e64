import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { DatabaseReport } from '../src/db/database-types';
import { indexedDbStorage } from '../src/db/storage';
import { createMock, createTable, declare, ignoredBody, z } from '../src/engine';
import { openData } from '../src/hosts/mock-backend';

type Made = { id: string; text?: string }[];

/** Loads a page whose mock has these seeds, and returns the rows it has then. */
async function load(name: string, make: () => Made, options: { version?: string; tables?: string[] } = {}) {
  const { tables = ['notes'], ...version } = options;
  const schema = z.object({ id: z.string(), text: z.optional(z.string()) });
  const notes = createMock({
    name,
    ...version,
    contract: {
      find: declare({ operation: 'GET /notes', auth: 'none', ok: { status: 200, body: ignoredBody } }),
    },
    tables: () =>
      Object.fromEntries(tables.map((table) => [table, createTable({ name: table, schema, key: 'id' })])),
    seeds: {
      presets: ['few', 'many'],
      make: ({ preset }) => ({ rows: { notes: preset === 'few' ? [] : make() } }),
    },
    rules: { find: () => null },
  });
  const reports: DatabaseReport['kind'][] = [];
  const db = openData(notes, {
    world: { now: () => new Date(), appUrl: 'http://notes.test' },
    choice: { preset: 'many', seed: 1 },
    storage: indexedDbStorage(name),
    report: ({ kind }) => reports.push(kind),
  });
  await db.hydrate();
  return { db, ids: () => db.list('notes').map((row) => Reflect.get(row, 'id')), reports };
}

describe('after a reload', () => {
  it('the data is what was left, as long as the seeds are the same', async () => {
    const { db } = await load('same', () => [{ id: 'a' }]);
    await db.insert('notes', { id: 'own' });
    const { ids, reports } = await load('same', () => [{ id: 'a' }]);
    expect([ids(), reports]).toEqual([['a', 'own'], []]);
  });

  it.each<[string, Made, { tables?: string[] }]>([
    ['seeds', [{ id: 'a', text: 'edited' }], {}],
    ['tables', [{ id: 'a' }], { tables: ['notes', 'tags'] }],
  ])('edited %s replace it, and that is reported', async (what, made, options) => {
    const { db } = await load(what, () => [{ id: 'a' }]);
    await db.insert('notes', { id: 'own' });
    const { ids, reports } = await load(what, () => made, options);
    expect([ids(), reports]).toEqual([['a'], ['reseeded']]);
  });

  it.each<[string, () => string, { version?: string }]>([
    ['chance', () => crypto.randomUUID(), {}],
    ['the clock', () => new Date().toISOString(), {}],
    ['a version', () => crypto.randomUUID(), { version: '1' }],
  ])('seeds that follow %s do not replace it', async (what, id, options) => {
    const before = (await load(what, () => [{ id: id() }], options)).ids();
    expect((await load(what, () => [{ id: id() }], options)).ids()).toEqual(before);
  });
});

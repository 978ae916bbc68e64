import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/db/storage';
import { browserTabs, indexedDbLocks } from '../../src/db/tabs';
import { openClinic } from './clinic-database';

const { request } = indexedDbLocks;
const { signal } = new AbortController();
const exclusive = { mode: 'exclusive', signal } as const;

/** Work that goes on until the test ends it. */
function openWork() {
  let end = (): void => undefined;
  let begin = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const work = () => {
    begin();
    return ended;
  };
  return { begun, end, work };
}

describe('where the browser has no Web Locks', () => {
  const names: string[] = [];
  const lockName = () => {
    const name = `lock-${names.length}-${Math.random()}`;
    names.push(name);
    return name;
  };
  afterEach(() => {
    for (const name of names.splice(0)) indexedDB.deleteDatabase(name);
  });

  it('50 writes in each of two tabs, at once, lose nothing', async () => {
    const storage = memoryStorage();
    const name = lockName();
    const open = () =>
      openClinic({ storage, seeded: 2, tabs: browserTabs(name, { locks: indexedDbLocks }) }).db;
    const [one, two] = [open(), open()];
    const grow = (db: typeof one) =>
      db.transaction(({ tables }) => tables.patients.patch('P-0', (patient) => ({ age: patient.age + 1 })));
    const age = one.hydrate().then(() => one.table('patients').get('P-0')?.age ?? Number.NaN);
    const before = await age;
    await Promise.all(Array.from({ length: 50 }, () => [grow(one), grow(two)]).flat());
    expect(await open().read((tables) => tables.patients.get('P-0')?.age)).toBe(before + 100);
  });

  it('an exclusive lock waits for the holder, also for one whose work fails', async () => {
    const name = lockName();
    const holder = openWork();
    const steps: string[] = [];
    const first = request(name, exclusive, async () => {
      await holder.work();
      steps.push('first');
      throw new Error('failed');
    });
    await holder.begun;
    const second = request(name, exclusive, async () => void steps.push('second'));
    holder.end();
    await expect(first).rejects.toThrow('failed');
    await second;
    expect(steps).toEqual(['first', 'second']);
  });
});

import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PageLeftError, stoppedInBfcache } from '../../src/db/bfcache';
import { createWriteQueue } from '../../src/db/promises';
import { indexedDbStorage } from '../../src/db/storage';
import { browserTabs } from '../../src/db/tabs';
import { openClinic } from './clinic-database';

afterEach(() => vi.restoreAllMocks());

/** Exclusive locks, shared by all pages. */
const queue = createWriteQueue();
const locks = { request: <T>(_name: string, _options: unknown, work: () => Promise<T>) => queue(work) };

/** A page of a browser that keeps it for Back when it is left. */
function openPage(name: string) {
  const page = new EventTarget();
  const loadAgain = vi.fn();
  const interruptible = stoppedInBfcache(page, loadAgain);
  const tabs = browserTabs(name, { locks }, interruptible);
  const storage = indexedDbStorage(`${name}-data`, interruptible);
  const event = (type: string, persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event(type), { persisted }));
  return {
    tabs,
    storage,
    loadAgain,
    leave: () => event('pagehide', true),
    comeBack: () => event('pageshow', true),
  };
}
const never = () => new Promise<never>(() => undefined);
const newName = () => `kept-${Math.random()}`;

describe('a page that the browser keeps for Back', () => {
  it('releases its lock, so that the next page gets it at once', async () => {
    const name = newName();
    const [left, next] = [openPage(name), openPage(name)];
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const lockedWork = left.tabs.withLock('exclusive', () => {
      begin();
      return never();
    });
    const rejection = expect(lockedWork).rejects.toThrow(PageLeftError);
    await begun;
    left.leave();
    expect(await next.tabs.withLock('exclusive', async () => 'got it')).toBe('got it');
    await rejection;
  });

  it('cancels its open transaction', async () => {
    const left = openPage(newName());
    const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue({} as IDBRequest<unknown>);
    const cancel = vi.spyOn(IDBTransaction.prototype, 'abort');
    const rejection = expect(left.storage.getItem('row')).rejects.toThrow(PageLeftError);
    await vi.waitFor(() => expect(get).toHaveBeenCalled());
    left.leave();
    await rejection;
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('whose work was stopped writes nothing more, and loads again when the user comes back; one that was idle goes on', async () => {
    const left = openPage(newName());
    const rejection = expect(left.tabs.withLock('exclusive', never)).rejects.toThrow(PageLeftError);
    left.leave();
    await rejection;
    await expect(left.storage.setItem('row', 'late')).rejects.toThrow(PageLeftError);
    left.comeBack();
    expect(left.loadAgain).toHaveBeenCalledOnce();
    const idle = openPage(newName());
    idle.leave();
    idle.comeBack();
    expect(idle.loadAgain).not.toHaveBeenCalled();
  });

  it('does not go on in memory: what it could not store was not done', async () => {
    const name = newName();
    const left = openPage(name);
    const { db, reports } = openClinic({ storage: left.storage, tabs: left.tabs });
    await db.hydrate();
    left.leave();
    await expect(db.insert('orders', { number: 1, patient_id: 'P-0' })).rejects.toThrow(PageLeftError);
    expect(db.list('orders')).toEqual([]);
    expect(reports).toEqual([]);
    const next = openPage(name);
    const { db: reloaded } = openClinic({ storage: next.storage, tabs: next.tabs });
    await reloaded.hydrate();
    expect(reloaded.list('orders')).toEqual([]);
  });
});

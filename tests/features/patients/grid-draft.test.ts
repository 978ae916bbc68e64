import { watchListeners } from '@tests/support/listeners';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blankGridRow } from '@/domain/storage-keys';
import { createGridDraft, dropUnread, removeSavedRows } from '@/features/patients/add/grid-draft';
import { clearStored, readStored } from '@/lib/storage';

beforeEach(() => {
  clearStored();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function keep(isSignedIn?: () => boolean) {
  const written = vi.fn();
  const draft = createGridDraft(written, isSignedIn);
  const stop = draft.start();
  const { store, flush } = draft;
  const id = (row: number) => store.rowIds()[row] ?? '';
  const names = () => store.rows().flatMap(({ name }) => (name === '' ? [] : [name]));
  return { store, written, flush, stop, id, names };
}
const storedNames = () => readStored('patientGrid').rows.flatMap(({ name }) => (name === '' ? [] : [name]));

function storeInOtherTab(key: 'patientGrid' | 'patientGridRemoved' | 'patientGridUnread', value: unknown) {
  const version = key === 'patientGrid' ? 2 : 1;
  localStorage.setItem(key, JSON.stringify({ version, value }));
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
}
const row = (id: string, name: string) => ({ ...blankGridRow(id), name });

describe('the draft of the grid', () => {
  it('is written once per pause in the typing, not per keystroke', () => {
    const { store, written, stop, id } = keep();
    for (const name of ['A', 'Ad', 'Ada']) store.edit(id(0), { name }, 'name');
    expect(written).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(written).toHaveBeenCalledExactlyOnceWith('written');
    expect(storedNames()).toEqual(['Ada']);
    stop();
  });

  it('is written at once when the grid leaves the screen or is about to be saved', () => {
    const { store, stop, flush, id } = keep();
    store.edit(id(0), { name: 'Ada' }, 'step');
    flush();
    expect(storedNames()).toEqual(['Ada']);
    store.edit(id(0), { name: 'Ada Lovelace' }, 'step');
    stop();
    expect(storedNames()).toEqual(['Ada Lovelace']);
  });

  it('does not come back after it was cleared while a write was waiting', () => {
    const { store, stop, names, id } = keep();
    store.edit(id(0), { name: 'Ada' }, 'step');
    clearStored();
    vi.advanceTimersByTime(1000);
    stop();
    expect(localStorage.getItem('patientGrid')).toBeNull();
    expect(names()).toEqual([]);
  });

  it('opens where each row was left, and leaves nothing behind once all are gone', () => {
    const first = keep();
    first.store.edit(first.id(3), { name: 'Ada' }, 'step');
    first.stop();
    const again = keep();
    expect(again.store.rows()[3]?.name).toBe('Ada');
    again.store.removeRow(again.id(3));
    again.flush();
    again.stop();
    expect(localStorage.getItem('patientGrid')).toBeNull();
  });

  it('opens without the rows that were removed, and with new blank ones, which each tab has of its own', () => {
    storeInOtherTab('patientGrid', {
      rows: [row('row-a', 'Ada'), blankGridRow('row-blank'), row('row-b', 'Grace'), row('row-c', 'Edith')],
      stamps: { 'row-a': 3, 'row-b': 4, 'row-c': 5 },
    });
    storeInOtherTab('patientGridRemoved', { 'row-a': 3, 'row-b': 3, 'row-c': 6 });
    const { store, names, stop, id } = keep();
    expect(names()).toEqual(['Grace']);
    expect(store.rows()).toHaveLength(2);
    expect(id(0)).not.toBe('row-blank');
    expect(id(0)).toMatch(/^row-/);
    expect(id(1)).toBe('row-b');
    stop();
  });

  it('is neither written nor emptied once the account is signed out', () => {
    let isSignedIn = true;
    const { store, written, names, stop, flush, id } = keep(() => isSignedIn);
    store.edit(id(0), { name: 'Ada' }, 'step');
    flush();
    isSignedIn = false;
    localStorage.clear();
    store.edit(id(1), { name: 'Grace' }, 'step');
    flush();
    vi.advanceTimersByTime(1000);
    expect(written).toHaveBeenCalledOnce();
    expect(localStorage.getItem('patientGrid')).toBeNull();
    expect(names()).toEqual(['Ada', 'Grace']);
    stop();
  });
});

describe('a page that may not come back', () => {
  const become = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it.each([
    ['is left', () => window.dispatchEvent(new Event('pagehide'))],
    ['is hidden', () => become('hidden')],
  ])('has written what was typed once it %s', (_, leave) => {
    const { store, stop, id } = keep();
    store.edit(id(0), { name: 'Ada' }, 'step');
    expect(storedNames()).toEqual([]);
    leave();
    expect(storedNames()).toEqual(['Ada']);
    stop();
  });

  it('reads what other tabs have written while it was frozen, once it is visible again', () => {
    const { names, stop } = keep();
    become('hidden');
    const value = { rows: [row('row-a', 'Ada')], stamps: { 'row-a': 1 } };
    localStorage.setItem('patientGrid', JSON.stringify({ version: 2, value }));
    become('visible');
    expect(names()).toEqual(['Ada']);
    stop();
  });

  it('writes nothing more, and listens to nothing, once the grid was stopped', () => {
    const listeners = watchListeners();
    const { store, stop, id } = keep();
    expect(listeners()).toEqual(expect.arrayContaining(['pagehide', 'visibilitychange']));
    stop();
    expect(listeners()).toEqual([]);
    store.edit(id(0), { name: 'Ada' }, 'step');
    vi.advanceTimersByTime(1000);
    expect(storedNames()).toEqual([]);
  });
});

it('no more than the 10,000 rows that were removed last are remembered', () => {
  const old = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`row-old${index}`, index + 1]).toReversed(),
  );
  storeInOtherTab('patientGridRemoved', old);
  const { store, stop, flush, id } = keep();
  store.edit(id(0), { name: 'Ada' }, 'step');
  flush();
  const here = id(0);
  store.removeRow(here);
  flush();
  const known = readStored('patientGridRemoved');
  expect(Object.keys(known)).toHaveLength(10_000);
  expect(Object.keys(known)).not.toContain('row-old0');
  expect(known).toHaveProperty('row-old1');
  expect(known[here]).toBeGreaterThan(10_000);
  stop();
});

it('what could not be read is kept until it is dropped, and then not found again', () => {
  const newer = JSON.stringify({ version: 99, value: {} });
  localStorage.setItem('patientGrid', newer);
  const { stop } = keep();
  expect(readStored('patientGridUnread')).toEqual([newer]);
  stop();
  dropUnread();
  expect(readStored('patientGridUnread')).toEqual([]);
  keep().stop();
  expect(readStored('patientGridUnread')).toEqual([]);
});

describe('drafts of two tabs', () => {
  it('are merged by row, and what is being typed is not overwritten', () => {
    const { store, names, stop, id } = keep();
    storeInOtherTab('patientGrid', { rows: [row('row-a', 'Ada')], stamps: { 'row-a': 1 } });
    expect(names()).toEqual(['Ada']);
    store.edit('row-a', { name: 'Ada Byron' }, 'step');
    store.edit(id(1), { name: 'Grace' }, 'step');
    storeInOtherTab('patientGrid', {
      rows: [row('row-a', 'Ada L'), row('row-b', 'Edith')],
      stamps: { 'row-a': 2, 'row-b': 2 },
    });
    expect(names().toSorted()).toEqual(['Ada Byron', 'Edith', 'Grace']);
    expect(storedNames().toSorted()).toEqual(['Ada Byron', 'Edith', 'Grace']);
    stop();
  });

  it('a row of the other tab takes no row that is about to be typed into', () => {
    const { store, stop, id } = keep();
    const here = id(0);
    store.hold('focus', here);
    storeInOtherTab('patientGrid', { rows: [row('row-a', 'Ada')], stamps: { 'row-a': 1 } });
    expect(id(0)).toBe(here);
    expect(id(1)).toBe('row-a');
    stop();
  });

  it('nothing is written over the draft of a newer release because of what it lacks', () => {
    const { store, stop, flush, id } = keep();
    store.edit(id(0), { name: 'Ada' }, 'step');
    flush();
    const newer = JSON.stringify({ version: 99, value: { rows: [{ who: 'Grace' }] } });
    localStorage.setItem('patientGrid', newer);
    window.dispatchEvent(new StorageEvent('storage', { key: 'patientGrid', storageArea: localStorage }));
    expect(localStorage.getItem('patientGrid')).toBe(newer);
    expect(readStored('patientGridUnread')).toEqual([newer]);
    store.edit(id(0), { name: 'Ada Byron' }, 'step');
    flush();
    expect(storedNames()).toEqual(['Ada Byron']);
    expect(readStored('patientGridUnread')).toEqual([newer]);
    stop();
  });

  it('a row removed here replaces the draft of a newer release, which is kept for a download', () => {
    const { store, names, stop, flush, id } = keep();
    store.edit(id(0), { name: 'Ada' }, 'step');
    store.edit(id(1), { name: 'Grace' }, 'step');
    flush();
    const newer = JSON.stringify({ version: 99, value: {} });
    localStorage.setItem('patientGrid', newer);
    window.dispatchEvent(new StorageEvent('storage', { key: 'patientGrid', storageArea: localStorage }));
    store.removeRow(id(0));
    flush();
    expect(names()).toEqual(['Grace']);
    expect(storedNames()).toEqual(['Grace']);
    expect(readStored('patientGridUnread')).toEqual([newer]);
    stop();
  });
});

describe('rows that are saved', () => {
  it('leave the draft and the grid, replaced by blank ones, and undo brings none back', () => {
    const { store, names, stop, flush, id } = keep();
    store.edit(id(0), { name: 'Ada' }, 'a');
    store.edit(id(1), { name: 'Grace' }, 'b');
    flush();
    removeSavedRows(store.rows().slice(0, 1));
    expect(names()).toEqual(['Grace']);
    expect(store.rows()).toHaveLength(10);
    store.undo();
    expect(names()).toEqual([]);
    expect(store.canUndo()).toBe(false);
    store.redo();
    expect(names()).toEqual(['Grace']);
    stop();
  });

  it('stay where they were changed since they were sent', () => {
    const { store, names, stop, flush, id } = keep();
    store.edit(id(0), { name: 'Ada' }, 'a');
    flush();
    const sent = store.rows().slice(0, 1);
    store.edit(id(0), { name: 'Ada Byron' }, 'b');
    flush();
    expect(removeSavedRows(sent)).toEqual(sent);
    expect(names()).toEqual(['Ada Byron']);
    stop();
  });

  it('leave the others in their order when the grid is opened again', () => {
    const { store, stop, flush, id } = keep();
    store.edit(id(1), { name: 'Ada' }, 'a');
    store.edit(id(3), { name: 'Grace' }, 'b');
    flush();
    stop();
    const sent = store.rows().slice(1, 2);
    expect(removeSavedRows(sent)).toEqual([]);
    const again = keep();
    expect(again.store.rows().map(({ name }) => name)).toEqual(['', '', 'Grace', '', '', '', '', '', '']);
    again.stop();
  });
});

import { watchListeners } from '@tests/support/listeners';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blankGrid, blankGridRow, type StoredGrid } from '@/domain/storage-keys';
import { createGridDraft } from '@/features/patients/add/grid-draft';
import type { WriteResult } from '@/lib/storage';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A draft with what it has written. */
function open(stored: Partial<StoredGrid> = {}, result: WriteResult | null = 'written') {
  const written: StoredGrid[] = [];
  const draft = createGridDraft({ ...blankGrid, ...stored }, async (grid) => {
    written.push(grid);
    return result;
  });
  const type = (name: string) => draft.store.edit(draft.store.rowIds()[0] ?? '', { name }, 'name');
  const names = () => written.map(({ rows }) => rows[0]?.name);
  return { ...draft, type, names, written };
}

const become = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('the draft of the grid', () => {
  it('is written once per pause in the typing, not per keystroke', async () => {
    const { type, names, stop } = open();
    for (const name of ['A', 'Ad', 'Ada']) type(name);
    await vi.advanceTimersByTimeAsync(249);
    expect(names()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(names()).toEqual(['Ada']);
    stop();
  });

  it.each([
    ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
    ['the page is hidden', () => become('hidden')],
  ])('is written at once, and once, when %s', async (_, leave) => {
    const { type, names, stop } = open();
    type('Ada');
    leave();
    expect(names()).toEqual(['Ada']);
    leave();
    become('visible');
    await vi.advanceTimersByTimeAsync(1000);
    expect(names()).toEqual(['Ada']);
    stop();
  });

  it('is written at once with what is known of a save', () => {
    const sent = [{ row: { ...blankGridRow('row-1'), name: 'Ada' }, before: 0 }];
    const { note, grid, written, stop } = open({ rows: [blankGridRow('row-1')], skipped: ['row-9'] });
    note({ sent });
    expect(written).toEqual([{ ...blankGrid, rows: [blankGridRow('row-1')], sent, skipped: ['row-9'] }]);
    expect(grid()).toEqual(written[0]);
    stop();
  });

  it('has the rows that were stored, in their places, or ten blank ones', () => {
    const rows = [blankGridRow('row-1'), { ...blankGridRow('row-2'), name: 'Ada' }];
    expect(open({ rows }).store.rows()).toEqual(rows);
    expect(open().store.rows()).toHaveLength(10);
  });

  it('shows why the last write failed until one succeeds', async () => {
    const { note, notes, subscribe, flush, stop } = open({}, 'full');
    const listener = vi.fn();
    subscribe(listener);
    note({ skipped: [] });
    await flush();
    expect(notes().lastWrite).toBe('full');
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
  });

  it('writes nothing more, and listens to nothing, once it was stopped', async () => {
    const listeners = watchListeners();
    const { type, written, stop } = open();
    expect(listeners()).toEqual(['pagehide', 'visibilitychange']);
    type('Ada');
    stop();
    expect(listeners()).toEqual([]);
    type('Ada Byron');
    await vi.advanceTimersByTimeAsync(1000);
    expect(written).toEqual([]);
  });
});

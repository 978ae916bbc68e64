import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepGridDraft } from '@/features/patients/add/grid-draft';
import { createGridStore } from '@/features/patients/add/grid-store';
import { clearStored, readStored } from '@/shared/storage';

beforeEach(() => {
  clearStored();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function keep() {
  const store = createGridStore(readStored('patientGrid'));
  const written = vi.fn();
  return { store, written, draft: keepGridDraft(store, written) };
}
const storedName = () => readStored('patientGrid')[0]?.name;

describe('the draft of the grid', () => {
  it('is written once per pause in the typing, not per keystroke', () => {
    const { store, written, draft } = keep();
    for (const name of ['A', 'Ad', 'Ada']) store.edit('row-1', { name }, 'row-1:name');
    expect(written).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(written).toHaveBeenCalledExactlyOnceWith('written');
    expect(storedName()).toBe('Ada');
    draft.stop();
  });

  it('is written at once when the grid leaves the screen or is about to be saved', () => {
    const { store, draft } = keep();
    store.edit('row-1', { name: 'Ada' }, 'step');
    draft.flush();
    expect(storedName()).toBe('Ada');
    store.edit('row-1', { name: 'Ada Lovelace' }, 'step');
    draft.stop();
    expect(storedName()).toBe('Ada Lovelace');
  });

  it('does not come back after it was cleared while a write was waiting', () => {
    const { store, draft } = keep();
    store.edit('row-1', { name: 'Ada' }, 'step');
    clearStored();
    vi.advanceTimersByTime(1000);
    draft.stop();
    expect(localStorage.getItem('patientGrid')).toBeNull();
    expect(store.row('row-1')?.name).toBe('');
  });
});

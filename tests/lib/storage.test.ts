import { afterEach, describe, expect, it, vi } from 'vitest';
import { authToken } from '@/contract';
import { blankGridRow, storageKeys } from '@/domain/storage-keys';
import { clearStored, dropUnwritten, isStored, readStored, unreadStored, writeStored } from '@/lib/storage';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('browser storage', () => {
  it('holds the token and the section as they are, without quotes around them', () => {
    writeStored('token', authToken.parse('tok_1'));
    writeStored('activeOption', 'booking');
    expect({ ...localStorage }).toEqual({ token: 'tok_1', activeOption: 'booking' });
    expect(readStored('token')).toBe('tok_1');
    expect(readStored('activeOption')).toBe('booking');
  });

  it('still reads texts that were stored as JSON', () => {
    localStorage.setItem('activeOption', '"booking"');
    expect(readStored('activeOption')).toBe('booking');
  });

  it.each(['{', '42', '"nonsense"', 'nonsense', '[1]', ''])(
    'falls back where a section reads %j',
    (foreign) => {
      localStorage.setItem('activeOption', foreign);
      expect(readStored('activeOption')).toBeNull();
    },
  );

  it('stores objects and lists with their version, and reads values from before versioning', () => {
    const progress = { values: {}, verifiedEmail: null };
    writeStored('providerSignUp', progress);
    const { version } = storageKeys.providerSignUp;
    expect(JSON.parse(sessionStorage.getItem('providerSignUp') ?? '')).toEqual({ version, value: progress });
    sessionStorage.setItem('providerSignUp', '{"values":{"email":"a@example.com"}}');
    expect(readStored('providerSignUp')).toEqual({ ...progress, values: { email: 'a@example.com' } });
  });

  it('reads rows of a release that had fewer columns, and drops none of a newer one', () => {
    const row = { ...blankGridRow('row-1'), name: 'Ada' };
    localStorage.setItem('patientGrid', '[{"id":"row-1","name":"Ada"}]');
    expect(readStored('patientGrid').rows).toEqual([row]);
    expect(unreadStored('patientGrid')).toBeNull();
    const newer = '{"version":99,"value":{"people":["Ada"]}}';
    localStorage.setItem('patientGrid', newer);
    expect(readStored('patientGrid').rows).toEqual([]);
    expect(unreadStored('patientGrid')).toBe(newer);
    localStorage.setItem('patientGrid', '[{"id":"row-1","name":"Ada"},{"id":"row-2","name":["Grace"]},7]');
    expect(readStored('patientGrid').rows).toEqual([row]);
    expect(unreadStored('patientGrid')).toBe('[{"id":"row-2","name":["Grace"]}]');
    localStorage.setItem('patientGrid', '"foreign"');
    expect(unreadStored('patientGrid')).toBeNull();
  });

  it.each([
    ['another account signs in', dropUnwritten],
    ['a logout clears the storage', () => clearStored()],
  ])('drops what could not be stored once %s, so that only its own account can see it', (_, end) => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('rejected', 'QuotaExceededError');
    });
    expect(writeStored('patientGrid', { rows: [blankGridRow('row-1')], stamps: {} })).toBe('full');
    expect(readStored('patientGrid').rows).toHaveLength(1);
    end();
    expect(readStored('patientGrid').rows).toEqual([]);
    expect(isStored('patientGrid')).toBe(false);
  });

  it('goes on reading sent rows as they were sent where there is room for their ids only', () => {
    const sent = [{ row: { ...blankGridRow('row-1'), name: 'Ada' }, before: 2 }];
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
      if (text.includes('Ada')) throw new DOMException('rejected', 'QuotaExceededError');
      setItem.call(this, key, text);
    });
    expect(writeStored('patientGridSent', sent)).toBe('written');
    expect(readStored('patientGridSent')).toEqual(sent);
    expect(localStorage.patientGridSent).toContain('row-1');
  });

  it('clears everything in local storage, whatever wrote it', () => {
    localStorage.setItem('of-an-older-version', 'patients’ data');
    writeStored('token', authToken.parse('tok_1'));
    clearStored();
    expect(localStorage).toHaveLength(0);
    expect(readStored('token')).toBeNull();
  });
});

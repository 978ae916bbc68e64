import { afterEach, describe, expect, it, vi } from 'vitest';
import { authToken } from '@/contract';
import { storageKeys } from '@/domain/storage-keys';
import { clearStored, dropUnwritten, isStored, readStored, writeStored } from '@/lib/storage';

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

  it.each([
    ['another account signs in', dropUnwritten],
    ['a logout clears the storage', () => clearStored()],
  ])('drops what could not be stored once %s, so that only its own account can see it', (_, end) => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('rejected', 'QuotaExceededError');
    });
    expect(writeStored('confirmedLinks', ['9f86d081'])).toBe('full');
    expect(readStored('confirmedLinks')).toEqual(['9f86d081']);
    end();
    expect(readStored('confirmedLinks')).toEqual([]);
    expect(isStored('confirmedLinks')).toBe(false);
  });

  it('clears everything in local storage, whatever wrote it', () => {
    localStorage.setItem('of-an-older-version', 'patients’ data');
    writeStored('token', authToken.parse('tok_1'));
    clearStored();
    expect(localStorage).toHaveLength(0);
    expect(readStored('token')).toBeNull();
  });
});

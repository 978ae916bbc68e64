import { afterEach, describe, expect, it } from 'vitest';
import { authToken } from '@/contract';
import { clearStored, readStored, writeStored } from '@/shared/storage';

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

  it('clears everything in local storage, whoever left it there', () => {
    localStorage.setItem('of-an-older-version', 'patients’ data');
    writeStored('token', authToken.parse('tok_1'));
    clearStored();
    expect(localStorage).toHaveLength(0);
    expect(readStored('token')).toBeNull();
  });
});

import { beforeEach, expect, it } from 'vitest';
import { clearFrames, enterFrame, frameName, isFrame, tabStorage } from '../src/hosts/frame';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** A page in a frame of the split screen, as it loads. */
function frameOf(account: string) {
  const page = {
    name: frameName(account),
    parent: window,
    localStorage: window.localStorage,
    sessionStorage: window.sessionStorage,
  };
  enterFrame(page);
  return page;
}

it('two frames have separate storage, which survives a reload of each', () => {
  const [provider, patient] = [frameOf('provider'), frameOf('patient')];
  provider.localStorage.setItem('token', 'first');
  patient.localStorage.setItem('token', 'second');
  patient.sessionStorage.setItem('token', 'third');
  expect(provider.localStorage.getItem('token')).toBe('first');
  expect(provider.sessionStorage.getItem('token')).toBeNull();
  expect(frameOf('provider').localStorage.getItem('token')).toBe('first');
  expect(frameOf('patient').localStorage.getItem('token')).toBe('second');
  expect(frameOf('patient').sessionStorage.getItem('token')).toBe('third');
});

it('lists and clears its own keys only', () => {
  const { localStorage: storage } = frameOf('provider');
  const { localStorage: other } = frameOf('patient');
  sessionStorage.setItem('kitwell-mock-scenario', '{}');
  other.setItem('token', 'second');
  storage.setItem('token', 'first');
  storage.setItem('activeOption', 'booking');
  expect(Object.keys(storage).sort()).toEqual(['activeOption', 'token']);
  expect(storage.length).toBe(2);
  expect([storage.key(0), storage.key(1)].sort()).toEqual(['activeOption', 'token']);
  expect(storage.key(2)).toBeNull();
  storage.removeItem('activeOption');
  expect(Object.keys(storage)).toEqual(['token']);
  storage.clear();
  expect(Object.keys(storage)).toEqual([]);
  expect(other.getItem('token')).toBe('second');
  clearFrames();
  expect(Object.keys(other)).toEqual([]);
  expect(tabStorage().getItem('kitwell-mock-scenario')).toBe('{}');
});

it('a page of its own, or in the frame of another page, keeps its storage', () => {
  const own = {
    ...window,
    name: frameName('provider'),
    parent: null as unknown,
    localStorage,
    sessionStorage,
  };
  own.parent = own;
  const foreign = { ...own, name: 'preview', parent: window };
  for (const page of [own, foreign]) {
    enterFrame(page);
    expect(isFrame(page)).toBe(false);
    expect(page.localStorage).toBe(localStorage);
  }
});

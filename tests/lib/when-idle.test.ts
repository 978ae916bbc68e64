import { expect, it, vi } from 'vitest';
import { mayPrefetch } from '@/lib/when-idle';

it.each([
  ['a browser that says nothing about its connection', undefined, true],
  ['a fast connection', { saveData: false, effectiveType: '4g' }, true],
  ['Save-Data', { saveData: true, effectiveType: '4g' }, false],
  ['a slow connection', { saveData: false, effectiveType: '3g' }, false],
])('fetches code early or not: %s', (_, connection, expected) => {
  vi.stubGlobal('navigator', { connection });
  expect(mayPrefetch()).toBe(expected);
});

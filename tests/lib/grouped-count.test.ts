import { expect, it } from 'vitest';
import { counted, groupedCount } from '@/lib/grouped-count';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [10_000, '10,000'],
  [1_234_567, '1,234,567'],
])('%i reads %s', (count, text) => {
  expect(groupedCount(count)).toBe(text);
});

it('agrees with its noun', () => {
  expect(counted(1, 'patient')).toBe('1 patient');
  expect(counted(0, 'patient')).toBe('0 patients');
  expect(counted(10_000, 'patient')).toBe('10,000 patients');
});

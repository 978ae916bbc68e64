import { expect, it } from 'vitest';
import { groupedCount } from '@/lib/grouped-count';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [10_000, '10,000'],
  [1_234_567, '1,234,567'],
])('%i reads %s', (count, text) => {
  expect(groupedCount(count)).toBe(text);
});

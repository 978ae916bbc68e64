import { startMockServer } from '@tests/support/mock-server';
import { beforeEach } from 'vitest';
import type { TableName } from '@/mocks/kitwell/kitwell';
import { journeyOn } from './journey';

const nine = new Date('2026-03-02T09:00:00Z');

/**
 * A backend for a test file, reset to a preset and to nine o'clock before each test.
 *
 * @returns the server, the calls of the main job on it, its rows, and a function that advances the clock
 */
export function fixedClockServer(preset: 'demo' | 'empty') {
  let now = nine;
  const mock = startMockServer({ now: () => now });
  beforeEach(async () => {
    now = nine;
    await mock.reset({ preset });
  });
  return {
    mock,
    journey: journeyOn(mock),
    rows: (table: TableName) => mock.db.list(table) as Record<string, unknown>[],
    laterBy: ({ minutes = 0, hours = 0, days = 0 }) => {
      now = new Date(now.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000);
    },
  };
}

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createMockServer, type MockServer } from '@/mocks/node';
import { journeyOn } from './journey';

const nine = new Date('2026-03-02T09:00:00Z');

/**
 * A backend for a test file, reset to a preset and to nine o'clock before each test.
 *
 * @returns the server, the calls of the main job on it, its rows, and a function that advances the clock
 */
export function fixedClockServer(preset: 'demo' | 'empty') {
  let now = nine;
  const mock: MockServer = createMockServer({ now: () => now });
  beforeAll(() => mock.listen());
  beforeEach(async () => {
    now = nine;
    await mock.reset({ preset });
  });
  afterAll(() => mock.close());
  return {
    mock,
    journey: journeyOn(mock),
    rows: (table: string) => mock.db.list(table) as Record<string, unknown>[],
    laterBy: ({ minutes = 0, hours = 0, days = 0 }) => {
      now = new Date(now.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000);
    },
  };
}

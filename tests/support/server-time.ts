import { afterEach, beforeEach } from 'vitest';
import { setAppClock } from '@/lib/clock';
import type { MockServer } from '@/mocks/node';

/** Makes the product follow the mock server's clock in each test of a file, as it does in the demo. */
export function inServerTime(server: MockServer): void {
  beforeEach(() =>
    setAppClock({
      now: () => server.clock.sessionNow().getTime(),
      calendarNow: () => server.clock.now().getTime(),
      subscribe: server.onDataChange,
    }),
  );
  afterEach(() => setAppClock(null));
}

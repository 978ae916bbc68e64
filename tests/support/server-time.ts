import { afterEach, beforeEach } from 'vitest';
import { setAppClock } from '@/lib/clock';
import type { MockServer } from '@/mocks/node';

/** Stops the product's clock at a time (ISO 8601) in each test of a file. */
export function atFixedTime(time: string): void {
  const now = () => Date.parse(time);
  beforeEach(() => setAppClock({ now, calendarNow: now, subscribe: () => () => undefined }));
  afterEach(() => setAppClock(null));
}

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

import { afterEach, beforeEach } from 'vitest';

function setTimeZone(zone: string | undefined): void {
  // Node reads the zone again when the variable is set or deleted.
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
}

/** Runs the tests of a file or block as in a browser of this time zone. */
export function inTimeZone(zone: string): void {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env.TZ;
    setTimeZone(zone);
  });
  afterEach(() => setTimeZone(before));
}

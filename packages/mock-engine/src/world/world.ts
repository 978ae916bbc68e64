/** The environment of the API that no request carries: the time and the product's URL. */
export interface World {
  now(): Date;
  /** Base of links in mails: origin and base path, without a trailing slash. */
  readonly appUrl: string;
}

/** The latest time of the clock and the data, in milliseconds: the end of 2199. The earliest is 1970. */
export const lastTime = Date.UTC(2200, 0) - 1;

/**
 * Validates a time set by the user, before data is generated for it.
 *
 * @param time a date, milliseconds since 1970, or a text that `Date` parses
 * @throws Error for a time outside 1970 to 2199
 */
export function requireTime(time: Date | string | number): Date {
  const checked = new Date(time);
  if (checked.getTime() >= 0 && checked.getTime() <= lastTime) return checked;
  throw new Error(`"${String(time)}" is no time between 1970 and 2199, such as 2026-03-02.`);
}

/** Minutes in milliseconds. */
export const minutes = (count: number): number => count * 60_000;
/** Days in milliseconds. */
export const days = (count: number): number => minutes(count * 24 * 60);

/** The time this many milliseconds from now, as stored in the tables (ISO 8601). */
export const timeIn = (world: World, milliseconds: number): string =>
  new Date(world.now().getTime() + milliseconds).toISOString();

/** Whether a stored time has passed. */
export const isPast = (world: World, time: string): boolean => Date.parse(time) <= world.now().getTime();

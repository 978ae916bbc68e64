/** What surrounds the API and belongs to no request: time, and where the product lives. */
export interface World {
  now(): Date;
  /** Where the links in mails lead: origin and base path, without a slash at the end. */
  readonly appUrl: string;
}

/** The clock and the data lie between 1970 and this instant, in milliseconds: the end of 2199. */
export const lastTime = Date.UTC(2200, 0) - 1;

/**
 * Checks a time that somebody set by hand, before any data is made for it.
 *
 * @param time a date, milliseconds since 1970, or a text that `Date` reads
 * @throws Error for what is no time between 1970 and 2199
 */
export function requireTime(time: Date | string | number): Date {
  const checked = new Date(time);
  if (checked.getTime() >= 0 && checked.getTime() <= lastTime) return checked;
  throw new Error(`"${String(time)}" is no time between 1970 and 2199, such as 2026-03-02.`);
}

/** So many minutes in milliseconds. */
export const minutes = (count: number): number => count * 60_000;
/** So many days in milliseconds. */
export const days = (count: number): number => minutes(count * 24 * 60);

/** The time that lies so many milliseconds after now, as stored in the tables. */
export const timeIn = (world: World, milliseconds: number): string =>
  new Date(world.now().getTime() + milliseconds).toISOString();

/** Whether a stored time has passed. */
export const isPast = (world: World, time: string): boolean => Date.parse(time) <= world.now().getTime();

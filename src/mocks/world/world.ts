/** What surrounds the API and belongs to no request: time, and where the product lives. */
export interface World {
  now(): Date;
  /** Where the links in mails lead: origin and base path, without a slash at the end. */
  readonly appUrl: string;
}

export const minutes = (count: number): number => count * 60_000;
export const days = (count: number): number => minutes(count * 24 * 60);

/** The time that lies so many milliseconds after now, as stored in the tables. */
export const timeIn = (world: World, milliseconds: number): string =>
  new Date(world.now().getTime() + milliseconds).toISOString();

/** Whether a stored time has passed. */
export const isPast = (world: World, time: string): boolean => Date.parse(time) <= world.now().getTime();

import { useSyncExternalStore } from 'react';
import { appClock } from '@/lib/clock';

/** The time that a clock on the wall shows, as `YYYY-MM-DDTHH:mm`; which instant that is depends on the zone. */
export type WallTime = string;

/** When a zone's clocks show a wall time. */
export interface ClockReading {
  /** UTC milliseconds, ascending: one, none where clocks go forward over the time, two where they go back over it. */
  readonly instants: readonly number[];
  /**
   * If there is not exactly one: the wall times around it that are skipped or repeated. `until` is the first one after
   * them.
   */
  readonly change: { readonly from: WallTime; readonly until: WallTime } | null;
}

const second = 1000;
const day = 24 * 60 * 60 * second;

/** The browser's time zone, such as `America/Los_Angeles`. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type NameStyle = 'short' | 'long' | 'longGeneric' | 'longOffset';

/** Creating a formatter takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string, style: NameStyle): Intl.DateTimeFormat {
  const key = `${style} ${zone}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: style });
  formats.set(key, format);
  return format;
}

/** Whether the platform knows a zone of this name. */
export function isZone(name: string): boolean {
  try {
    formatOf(name, 'short');
    return true;
  } catch {
    return false;
  }
}

const zoneName = (instant: number, zone: string, style: NameStyle): string =>
  formatOf(zone, style)
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/** Returns a zone's name at an instant, such as `PST` or `GMT+1`. */
export const shortZoneName = (instant: number, zone: string): string => zoneName(instant, zone, 'short');

/** Returns a zone's name for a sentence, such as `Pacific Time (PST)`. */
export function fullZoneName(instant: number, zone: string): string {
  const generic = zoneName(instant, zone, 'longGeneric');
  // Zones without a name for the whole year, such as UTC.
  const name = generic.startsWith('GMT') ? zoneName(instant, zone, 'long') : generic;
  return `${name} (${shortZoneName(instant, zone)})`;
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const written = /^GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(zoneName(instant, zone, 'longOffset'));
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = written ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * second;
  return sign === '-' ? -size : size;
}

const wallTime = (asUtc: number): WallTime => new Date(asUtc).toISOString().slice(0, 16);

/** Returns what a zone's clocks show at an instant. */
export const wallTimeAt = (instant: number, zone: string): WallTime =>
  wallTime(instant + offsetAt(instant, zone));

/** Returns a zone's date at an instant, as `YYYY-MM-DD`. */
export const dateAt = (instant: number, zone: string): string => wallTimeAt(instant, zone).slice(0, 10);

/** Returns the date after another one, both as `YYYY-MM-DD`. */
export const nextDate = (date: string): string => wallTime(Date.parse(`${date}T00:00Z`) + day).slice(0, 10);

/** Returns the instants at which a zone's clocks show a wall time. */
export function readWallTime(wall: WallTime, zone: string): ClockReading {
  const asUtc = Date.parse(`${wall}Z`);
  // Zones differ from UTC by less than a day, and none changes its clocks twice within two days.
  const offsets = [offsetAt(asUtc - day, zone), offsetAt(asUtc + day, zone)];
  const instants = [...new Set(offsets)]
    .map((offset) => asUtc - offset)
    .filter((instant) => instant + offsetAt(instant, zone) === asUtc);
  if (instants.length === 1) return { instants, change: null };
  const [least, most] = [Math.min(...offsets), Math.max(...offsets)];
  const changed = changeBetween(asUtc - most, asUtc - least, zone);
  return { instants, change: { from: wallTime(changed + least), until: wallTime(changed + most) } };
}

/** Returns the instant, to the second, from which on a zone's clocks differ from UTC as they do at `until`. */
function changeBetween(from: number, until: number, zone: string): number {
  const before = offsetAt(from, zone);
  let [low, high] = [from, until];
  while (high - low > second) {
    const middle = low + Math.floor((high - low) / (2 * second)) * second;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

const minute = 60_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, minute / 6);
  const unsubscribe = appClock.subscribe(onChange);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

const thisMinute = () => Math.floor(appClock.calendarNow() / minute) * minute;

/** Returns the start of the current minute in milliseconds since 1970, and renders again when it has passed. */
export const useNow = (): number => useSyncExternalStore(subscribe, thisMinute);

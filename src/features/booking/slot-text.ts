import { shortZoneName, wallTimeAt } from './zoned-time';

/** From `start` until `end`, in UTC milliseconds. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/**
 * Formats a date, such as `Mon, Nov 23`.
 *
 * @param date `YYYY-MM-DD`
 * @param thisYear `YYYY`; another year is part of the text
 */
export function dateText(date: string, thisYear = date.slice(0, 4)): string {
  const text = dayFormat.format(Date.parse(`${date}T00:00Z`));
  return date.startsWith(thisYear) ? text : `${text}, ${date.slice(0, 4)}`;
}

/** Splits `HH:mm` into the parts of a 12-hour clock, such as `9:30` and `AM`. */
function clockParts(time: string): { readonly digits: string; readonly half: string } {
  const hour = Number(time.slice(0, 2));
  return { digits: `${hour % 12 || 12}${time.slice(2)}`, half: hour < 12 ? 'AM' : 'PM' };
}

/** Formats `HH:mm`, such as `9:30 AM`. */
export function clockText(time: string): string {
  const { digits, half } = clockParts(time);
  return `${digits} ${half}`;
}

/**
 * Formats a time span with its zone, such as `Mon, Nov 23 · 9:00–9:30 AM PST`.
 *
 * @param zone the zone of the clocks that the text is for
 * @param now the current time in milliseconds since 1970: another year is part of the text
 */
export function spanText({ start, end }: TimeSpan, zone: string, now: number): string {
  const thisYear = wallTimeAt(now, zone).slice(0, 4);
  const [date = '', from = ''] = wallTimeAt(start, zone).split('T');
  const [, until = ''] = wallTimeAt(end, zone).split('T');
  const [fromZone, untilZone] = [shortZoneName(start, zone), shortZoneName(end, zone)];
  const [first, last] = [clockParts(from), clockParts(until)];
  const half = fromZone === untilZone && first.half === last.half ? '' : ` ${first.half}`;
  const zoneOfStart = fromZone === untilZone ? '' : ` ${fromZone}`;
  const times = `${first.digits}${half}${zoneOfStart}–${clockText(until)} ${untilZone}`;
  return `${dateText(date, thisYear)} · ${times}`;
}

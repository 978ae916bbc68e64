import { clockParts, clockText, dateText } from '@/lib/date-text';
import { dateAt, shortZoneName, wallTimeAt } from './zoned-time';

/** From `start` until `end`, in UTC milliseconds. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Formats a time span with its zone, such as `Mon, Nov 23 · 9:00–9:30 AM PST`.
 *
 * @param zone the zone of the clocks that the text is for
 * @param now the current time in milliseconds since 1970: another year is part of the text
 */
export function spanText({ start, end }: TimeSpan, zone: string, now: number): string {
  const [date = '', from = ''] = wallTimeAt(start, zone).split('T');
  const [, until = ''] = wallTimeAt(end, zone).split('T');
  const [fromZone, untilZone] = [shortZoneName(start, zone), shortZoneName(end, zone)];
  const [first, last] = [clockParts(from), clockParts(until)];
  const half = fromZone === untilZone && first.half === last.half ? '' : ` ${first.half}`;
  const zoneOfStart = fromZone === untilZone ? '' : ` ${fromZone}`;
  const times = `${first.digits}${half}${zoneOfStart}–${clockText(until)} ${untilZone}`;
  return `${dateText(date, dateAt(now, zone))} · ${times}`;
}

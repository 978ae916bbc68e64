/** A time slot on the clinic's own clock: no zone is known, so none is guessed. */
export interface TimeSlot {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:mm`. */
  readonly start: string;
  /** `HH:mm`; may stand before `start`, in which case the slot makes no sense. */
  readonly end: string;
}

const written = /^\s*(\d{4}-\d{2}-\d{2})[,\s]+(\S.*?)\s*(?:[-–—]|\bto\b)\s*(\S.*?)\s*$/i;
const clock = /^(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?m?\.?$/i;

/**
 * Reads a slot such as `2026-03-04 09:00 - 09:30` or `2026-03-04 9 AM to 9:30 AM`. A booked appointment's slot is text
 * that the server composed or somebody typed (SPEC-NOTES), so most texts may well say nothing to us.
 *
 * @returns null for a text that does not name a day and two times
 */
export function parseTimeSlot(text: string): TimeSlot | null {
  const [, date = '', from = '', until = ''] = written.exec(text) ?? [];
  const start = clockTime(from);
  const end = clockTime(until);
  return isDay(date) && start !== null && end !== null ? { date, start, end } : null;
}

function clockTime(text: string): string | null {
  const [, hours, minutes, half] = clock.exec(text) ?? [];
  // A bare number may be anything; "9:00" and "9 AM" are times.
  if (hours === undefined || (minutes === undefined && half === undefined)) return null;
  const typed = Number(hours);
  if (half !== undefined && (typed < 1 || typed > 12)) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const minute = Number(minutes ?? 0);
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function isDay(date: string): boolean {
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date);
}

/** Whether a slot ends after it starts. */
export const endsAfterStart = ({ start, end }: TimeSlot): boolean => end > start;

/** Whether two slots share a moment; one that begins as the other ends does not. */
export const overlaps = (one: TimeSlot, other: TimeSlot): boolean =>
  one.date === other.date && one.start < other.end && other.start < one.end;

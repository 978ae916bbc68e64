import type { Appointment } from '@/contract';
import { strings } from './strings';

/**
 * Returns the time zone in which times are typed: the browser's.
 *
 * @param day the day whose offset is shown, because of daylight saving time
 * @returns text such as `Europe/Berlin (GMT+2)`
 */
export function timeZoneName(day: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });
  const short = format.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone } = format.resolvedOptions();
  return short === undefined || short === timeZone ? timeZone : `${timeZone} (${short})`;
}

/** A time slot in the clinic's local time: its zone is not known, and none is guessed. */
export interface TimeSlot {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:mm`. */
  readonly start: string;
  /** `HH:mm`; may be before `start`, in which case the slot is invalid. */
  readonly end: string;
}

const written = /^\s*(\d{4}-\d{2}-\d{2})[,\s]+(\S.*?)\s*(?:[-–—]|\bto\b)\s*(\S.*?)\s*$/i;

const clock = /^(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?m?\.?$/i;

/**
 * Parses a slot such as `2026-03-04 09:00 - 09:30` or `2026-03-04 9 AM to 9:30 AM`. A booked appointment's slot is text
 * composed by the server or typed by a user (SPEC-NOTES), so many texts can't be parsed.
 *
 * @returns null for text without a day and two times
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

/** Whether two slots overlap; a slot that starts when the other ends does not. */
export const overlaps = (one: TimeSlot, other: TimeSlot): boolean =>
  one.date === other.date && one.start < other.end && other.start < one.end;

/**
 * Returns what a provider should know about a slot before sending it. Nothing here blocks: the server decides.
 *
 * @param slot null while the slot is incomplete
 * @param appointments those already booked
 * @param now the current time on the clinic's clock
 */
export function slotWarnings(
  slot: TimeSlot | null,
  appointments: readonly Appointment[],
  now: Date,
): string[] {
  if (slot === null) return [];
  if (!endsAfterStart(slot)) return [strings.slot.endsFirst];
  const past = new Date(`${slot.date}T${slot.end}`) <= now ? [strings.slot.past] : [];
  return [...past, ...overlapWarnings(slot, appointments)];
}

function overlapWarnings(slot: TimeSlot, appointments: readonly Appointment[]): string[] {
  const others = appointments.filter(({ time_slot }) => {
    const booked = parseTimeSlot(time_slot);
    return booked !== null && overlaps(slot, booked);
  });
  return others.map(({ patient_name, time_slot }) => strings.slot.overlap(patient_name, time_slot));
}

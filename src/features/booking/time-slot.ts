import type { Appointment } from '@/contract';
import { useFetchAppointmentsQuery } from '@/features/api/api';
import { strings } from './strings';

/**
 * The zone that times are typed in: the browser's.
 *
 * @param day the day whose offset counts, because of summer time
 * @returns words such as `Europe/Berlin (GMT+2)`
 */
export function timeZoneName(day: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });
  const short = format.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone } = format.resolvedOptions();
  return short === undefined || short === timeZone ? timeZone : `${timeZone} (${short})`;
}

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

/**
 * What a provider should know about a slot before sending it. Nothing here ever blocks: the server decides.
 *
 * @param slot null while no whole slot was entered
 * @param appointments those already booked
 * @param now the clinic's clock
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

/** Warnings about a slot, against the appointments as far as they are known. */
export function useSlotWarnings(slot: TimeSlot | null): string[] {
  const { data } = useFetchAppointmentsQuery();
  return slotWarnings(slot, data?.appointments ?? [], new Date());
}

import type { Appointment } from '@/contract';
import { clockParts, clockText, dateText } from '@/lib/date-text';
import { strings } from './strings';
import {
  type ClockReading,
  dateAt,
  isZone,
  readWallTime,
  shortZoneName,
  type WallTime,
  wallTimeAt,
} from './zoned-time';

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

/** A time slot as it is written, on one day. */
export interface TimeSlot {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:mm`. */
  readonly start: string;
  /** `HH:mm`; may be before `start`, in which case the slot is invalid. */
  readonly end: string;
  /** The time zone that the text names, such as `PST`, `UTC-8` or `Europe/Berlin`; empty if it names none. */
  readonly zone: string;
}

const writtenDay = /^(\d{4}-\d{2}-\d{2})[,\s]+/;

const betweenTimes = /[-–—]|\bto\b/i;

const writtenTime = /^(\d{1,2})(?::(\d{2})(?::00)?)?(?!\d)\s*(?:([ap])(?:\.?m)?\b\.?)?\s*(.*)$/is;

interface WrittenTime {
  readonly hours: number;
  /** Null for a number alone, such as "9". */
  readonly minutes: number | null;
  readonly half: 'a' | 'p' | null;
  /** What follows the time. */
  readonly rest: string;
}

/**
 * Parses a slot such as `2026-03-04 09:00 - 09:30` or `2026-03-04 9 AM to 9:30 AM Europe/Berlin`. A booked appointment's
 * slot is text composed by the server or typed by a user (§Notes), so many texts can't be parsed.
 *
 * @returns null for text that is not one day, two times and perhaps a zone, or that may have two meanings
 */
export function parseTimeSlot(text: string): TimeSlot | null {
  const trimmed = text.trim();
  const [dayAndSpace = '', date = ''] = writtenDay.exec(trimmed) ?? [];
  const times = trimmed.slice(dayAndSpace.length);
  const between = betweenTimes.exec(times);
  if (between === null) return null;
  const first = parseTime(times.slice(0, between.index).trim());
  const last = parseTime(times.slice(between.index + between[0].length).trim());
  if (!isDay(date) || first === null || last === null || first.rest !== '') return null;
  const zone = last.rest.replace(/^\((.*)\)$/, '$1');
  const end = clockTime(last, last.half);
  const start = startTime(first, last, end);
  return start !== null && end !== null && isZoneText(zone) ? { date, start, end, zone } : null;
}

function parseTime(text: string): WrittenTime | null {
  const match = writtenTime.exec(text);
  if (match === null) return null;
  const [, hours, minutes, half, rest = ''] = match;
  return {
    hours: Number(hours),
    minutes: minutes === undefined ? null : Number(minutes),
    half: half === undefined ? null : half.toLowerCase() === 'a' ? 'a' : 'p',
    rest,
  };
}

/** Returns `HH:mm`; null if there is no such time. */
function clockTime({ hours, minutes }: WrittenTime, half: WrittenTime['half']): string | null {
  // A bare number may be anything; "9:00" and "9 AM" are times.
  if (minutes === null && half === null) return null;
  if (half !== null && (hours < 1 || hours > 12)) return null;
  const hour = half === null ? hours : (hours % 12) + (half === 'p' ? 12 : 0);
  if (hour > 23 || (minutes ?? 0) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minutes ?? 0).padStart(2, '0')}`;
}

/**
 * Returns the start as `HH:mm`. "9:00–9:30 AM" starts at 9:00 AM, and "11:00–1:00 PM" at 11:00 AM.
 *
 * @returns null if AM or PM is only at the start: then the end is unclear
 */
function startTime(first: WrittenTime, last: WrittenTime, end: string | null): string | null {
  if (first.half === null && last.half !== null) {
    const times = [clockTime(first, last.half), clockTime(first, 'a')];
    return times.find((time) => time !== null && end !== null && time < end) ?? null;
  }
  return first.half !== null && last.half === null ? null : clockTime(first, first.half);
}

function isDay(date: string): boolean {
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date);
}

const abbreviation = /^[a-z]{2,5}$/i;

const isZoneText = (text: string): boolean =>
  text === '' ||
  abbreviation.test(text) ||
  fixedOffset(text) !== null ||
  (text.includes('/') && isZone(text));

/** Returns the milliseconds that `UTC`, `GMT+2` or `-08:00` is ahead of UTC; null for a text that is no offset. */
function fixedOffset(text: string): number | null {
  if (/^(?:UTC|GMT|Z)$/i.test(text)) return 0;
  const [, prefix, sign, hours, minutes] =
    /^(UTC|GMT)?\s?([+−-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 14) return null;
  // "+2" alone may be anything.
  if (prefix === undefined && minutes === undefined) return null;
  const size = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '+' ? size : -size;
}

/**
 * Returns when the clocks show a time of a slot.
 *
 * @param local the zone of a slot that names none; an abbreviation is only understood if it is one of this zone
 */
function readTime(wall: WallTime, zone: string, local: string): ClockReading {
  const offset = fixedOffset(zone);
  if (offset !== null) return { instants: [Date.parse(`${wall}Z`) - offset], change: null };
  if (zone.includes('/')) return readWallTime(wall, zone);
  const reading = readWallTime(wall, local);
  if (zone === '' || reading.instants.length === 0) return reading;
  const isMeant = (instant: number) => shortZoneName(instant, local) === zone.toUpperCase();
  return { instants: reading.instants.filter(isMeant), change: null };
}

const readSlot = ({ date, start, end, zone }: TimeSlot, local: string) => ({
  start: readTime(`${date}T${start}`, zone, local),
  end: readTime(`${date}T${end}`, zone, local),
});

/**
 * Returns the time span of a slot.
 *
 * @param local the zone of a slot that names none
 * @returns null unless both times exist exactly once and the slot ends after it starts
 */
export function spanOf(slot: TimeSlot, local: string): TimeSpan | null {
  const reading = readSlot(slot, local);
  const [start, ...otherStarts] = reading.start.instants;
  const [end, ...otherEnds] = reading.end.instants;
  if (start === undefined || end === undefined || otherStarts.length + otherEnds.length > 0) return null;
  return start < end ? { start, end } : null;
}

/** Why a slot is not sent, and which of its times is wrong. */
interface SlotProblem {
  readonly time: 'start' | 'end';
  readonly message: string;
}

/**
 * Returns why a slot can't be sent: a time that doesn't exist or exists twice where clocks are changed, or an end that is
 * not after the start.
 *
 * @param local the zone of a slot that names none
 * @param canNameZone whether the user can add the zone's name to the text, so that a time exists once
 * @param now the current time in milliseconds since 1970
 */
export function slotProblem(
  slot: TimeSlot,
  local: string,
  { canNameZone, now }: { readonly canNameZone: boolean; readonly now: number },
): SlotProblem | null {
  const reading = readSlot(slot, local);
  const namedIn = canNameZone && slot.zone === '' ? local : null;
  const today = dateAt(now, local);
  for (const time of ['start', 'end'] as const) {
    const message = clockProblem({ date: slot.date, time: slot[time], today }, reading[time], namedIn);
    if (message !== null) return { time, message };
  }
  if (slot.end > slot.start) return null;
  return { time: 'end', message: slot.end < slot.start ? strings.slot.endsFirst : strings.slot.noLength };
}

/** @param namedIn the zone whose names distinguish two times; null where no name can be given */
function clockProblem(
  { date, time, today }: { readonly date: string; readonly time: string; readonly today: string },
  { instants: [first, second], change }: ClockReading,
  namedIn: string | null,
): string | null {
  if (change === null) return null;
  const [at, on] = [clockText(time), dateText(date, today)];
  /** The date only where it is another one. */
  const near = (wall: WallTime) => {
    const [nearDate = '', nearTime = ''] = wall.split('T');
    const text = clockText(nearTime);
    return nearDate === date ? text : strings.slot.onDate(text, dateText(nearDate, today));
  };
  if (first === undefined || second === undefined) return strings.slot.skipped(at, on, near(change.until));
  return namedIn === null
    ? strings.slot.repeated(at, on, near(change.from), near(change.until))
    : strings.slot.whichOne(at, on, shortZoneName(first, namedIn), shortZoneName(second, namedIn));
}

/** A booked appointment, and when it is. */
export interface BookedSlot {
  readonly appointment: Appointment;
  /** Null if the text can't be read without doubt. */
  readonly span: TimeSpan | null;
  /** Whether the text names its time zone. */
  readonly namesZone: boolean;
}

/** Reads the time slots of appointments; `local` is the zone of those that name none. */
export const readAppointments = (appointments: readonly Appointment[], local: string): BookedSlot[] =>
  appointments.map((appointment) => {
    const slot = parseTimeSlot(appointment.time_slot);
    return {
      appointment,
      span: slot === null ? null : spanOf(slot, local),
      namesZone: slot !== null && slot.zone !== '',
    };
  });

/** Returns the time of an appointment in a zone, or the server's text if it can't be read. `now`: see `spanText`. */
export const bookedTime = ({ appointment, span }: BookedSlot, zone: string, now: number): string =>
  span === null ? appointment.time_slot : spanText(span, zone, now);

/** Whether two time spans overlap; one that starts when the other ends does not. */
export const overlaps = (one: TimeSpan, other: TimeSpan): boolean =>
  one.start < other.end && other.start < one.end;

/**
 * Returns what a provider should know about a time before sending it. Nothing here blocks.
 *
 * @param span null while the time is incomplete or can't be read
 * @param booked the appointments already booked
 * @param zone the zone in which the warnings name times
 * @param now the current time in milliseconds since 1970
 */
export function slotWarnings(
  span: TimeSpan | null,
  booked: readonly BookedSlot[],
  zone: string,
  now: number,
): string[] {
  if (span === null) return [];
  const past = span.end <= now ? [strings.slot.past] : [];
  const others = booked.flatMap(({ appointment, span: other }) =>
    other !== null && overlaps(span, other)
      ? [strings.slot.overlap(appointment.patient_name, spanText(other, zone, now))]
      : [],
  );
  return [...past, ...others];
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns how many minutes of the clock a slot takes. */
export const lengthOf = ({ start, end }: TimeSlot): number => minutesOf(end) - minutesOf(start);

/** Returns the time some minutes after another one of the same day, as `HH:mm`; empty if there is none. */
export function endOf(start: string, minutes: number): string {
  const end = minutesOf(start) + minutes;
  if (start === '' || end >= 24 * 60) return '';
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
}

/**
 * Returns the first free slot after another one, as long as that and on the same day; null if there is none.
 *
 * @param booked the appointments already booked
 * @param local the user's zone
 */
export function nextFreeSlot(last: TimeSlot, booked: readonly BookedSlot[], local: string): TimeSlot | null {
  const minutes = lengthOf(last);
  if (last.zone !== '' || minutes <= 0) return null;
  let start = last.end;
  for (;;) {
    const slot = { ...last, start, end: endOf(start, minutes) };
    const span = slot.end === '' ? null : spanOf(slot, local);
    if (span === null) return null;
    const other = booked.find((one) => one.span !== null && overlaps(span, one.span))?.span;
    if (!other) return slot;
    const [date, time = ''] = wallTimeAt(other.end, local).split('T');
    if (date !== last.date) return null;
    start = time;
  }
}

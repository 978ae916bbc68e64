import type { Appointment } from '@/contract';
import { strings } from './strings';
import type { TimeSlot } from './time-slot';

/**
 * Returns an appointment as an iCalendar file (RFC 5545). Its times have no zone, because the slot's text has none, so
 * calendars read them as local times.
 *
 * @param now when the file is created
 */
export function calendarFile(appointment: Appointment, slot: TimeSlot, now: Date): string {
  const { session_id, patient_name, patient_email, meet_link } = appointment;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kitwell//Appointments//EN',
    'BEGIN:VEVENT',
    `UID:${escapeText(session_id)}@kitwell`,
    `DTSTAMP:${compact(now.toISOString().slice(0, 19))}Z`,
    `DTSTART:${compact(`${slot.date}T${slot.start}:00`)}`,
    `DTEND:${compact(`${slot.date}T${slot.end}:00`)}`,
    `SUMMARY:${escapeText(strings.appointments.inCalendar(patient_name))}`,
    `DESCRIPTION:${escapeText(`${patient_name}, ${patient_email}\n${meet_link}`)}`,
    `LOCATION:${escapeText(meet_link)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

const compact = (time: string): string => time.replace(/[-:]/g, '');

const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n|\r/g, '\\n');

const encoder = new TextEncoder();

/** Folds a line at 75 octets without splitting a character; continuation lines begin with a space. */
function fold(line: string): string {
  let folded = '';
  let width = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (width + size > 75) {
      folded += '\r\n ';
      width = 1;
    }
    folded += character;
    width += size;
  }
  return folded;
}

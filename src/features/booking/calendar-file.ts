import { type Appointment, isWebLink } from '@/contract';
import { strings } from './strings';
import type { TimeSpan } from './time-slot';

/**
 * Returns an appointment as an iCalendar file (RFC 5545), with its times in UTC: they mean the same in every calendar.
 * The UID stays the same, so that a calendar updates an appointment that it already has. A link that the page does not
 * show as one is left out: a calendar would open it.
 *
 * @param now when the file is created, in milliseconds since 1970
 */
export function calendarFile(appointment: Appointment, { start, end }: TimeSpan, now: number): string {
  const { session_id, patient_name, patient_email } = appointment;
  const link = isWebLink(appointment.meet_link) ? appointment.meet_link.trim() : null;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kitwell//Appointments//EN',
    'BEGIN:VEVENT',
    `UID:${escapeText(session_id)}@kitwell`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART:${utcTime(start)}`,
    `DTEND:${utcTime(end)}`,
    `SUMMARY:${escapeText(strings.appointments.inCalendar(patient_name))}`,
    `DESCRIPTION:${escapeText([`${patient_name}, ${patient_email}`, link ?? []].flat().join('\n'))}`,
    ...(link === null ? [] : [`LOCATION:${escapeText(link)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** Formats an instant as `YYYYMMDDTHHmmssZ`. */
const utcTime = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r?\n|\r/g, '\\n')
    // RFC 5545 allows no control characters in a text.
    .replace(/\p{Cc}/gu, '');

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

import { describe, expect, it } from 'vitest';
import { calendarFile } from '@/features/booking/calendar-file';
import { appointment } from './appointment';

const span = { start: Date.parse('2026-03-04T17:00Z'), end: Date.parse('2026-03-04T17:30Z') };
const now = Date.parse('2026-02-01T08:07:06Z');

/** The file's properties with folded lines joined. */
const unfolded = (file: string) => file.replace(/\r\n /g, '').split('\r\n');

describe('the calendar file of an appointment', () => {
  it('contains time, participant and place, with the times in UTC', () =>
    expect(unfolded(calendarFile(appointment(), span, now))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Kitwell//Appointments//EN',
      'BEGIN:VEVENT',
      'UID:appointment-1@kitwell',
      'DTSTAMP:20260201T080706Z',
      'DTSTART:20260304T170000Z',
      'DTEND:20260304T173000Z',
      'SUMMARY:Appointment with Ada Marsh',
      'DESCRIPTION:Ada Marsh\\, ada.marsh@example.com\\nhttps://meet.example.com/ada',
      'LOCATION:https://meet.example.com/ada',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]));

  it('has the same id whenever it is made, so that a calendar does not add it twice', () => {
    const idIn = (at: number) =>
      unfolded(calendarFile(appointment(), span, at)).find((line) => line.startsWith('UID:'));
    expect(idIn(now)).toBe('UID:appointment-1@kitwell');
    expect(idIn(now + 60_000)).toBe(idIn(now));
  });

  it('ends every line with CRLF', () => {
    const file = calendarFile(appointment(), span, now);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('lets no name break out of its line', () => {
    const file = calendarFile(appointment({ patient_name: 'A; B, C\\D\r\nEND:VEVENT' }), span, now);
    expect(unfolded(file)).toContain('SUMMARY:Appointment with A\\; B\\, C\\\\D\\nEND:VEVENT');
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'soon', ''])(
    'has no place that the page does not show as a link: %j',
    (meet_link) => {
      const lines = unfolded(calendarFile(appointment({ meet_link }), span, now));
      expect(lines).toContain('DESCRIPTION:Ada Marsh\\, ada.marsh@example.com');
      expect(lines.join('\n')).not.toMatch(/LOCATION|javascript|file:/);
    },
  );

  it('has no control characters', () => {
    const patient_name = 'A\u0000\u001b[31m\tB\u007f\u0085';
    const file = calendarFile(appointment({ patient_name }), span, now);
    expect(unfolded(file)).toContain('SUMMARY:Appointment with A[31m B');
  });

  it('folds long lines at 75 octets without tearing a character apart', () => {
    const name = 'Żółć 🌸 '.repeat(30).trim();
    const file = calendarFile(appointment({ patient_name: name }), span, now);
    for (const line of file.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(unfolded(file)).toContain(`SUMMARY:Appointment with ${name}`);
  });
});

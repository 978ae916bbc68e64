import { describe, expect, it } from 'vitest';
import { calendarFile } from '@/features/booking/calendar-file';
import { appointment } from './appointment';

const slot = { date: '2026-03-04', start: '09:00', end: '09:30' };
const now = new Date('2026-02-01T08:07:06Z');

/** The file's properties with folded lines joined. */
const unfolded = (file: string) => file.replace(/\r\n /g, '').split('\r\n');

describe('the calendar file of an appointment', () => {
  it('contains time, participant and place, in the time zone of the user who opens it', () =>
    expect(unfolded(calendarFile(appointment(), slot, now))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Kitwell//Appointments//EN',
      'BEGIN:VEVENT',
      'UID:appointment-1@kitwell',
      'DTSTAMP:20260201T080706Z',
      'DTSTART:20260304T090000',
      'DTEND:20260304T093000',
      'SUMMARY:Appointment with Ada Marsh',
      'DESCRIPTION:Ada Marsh\\, ada.marsh@example.com\\nhttps://meet.example.com/ada',
      'LOCATION:https://meet.example.com/ada',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]));

  it('lets no name break out of its line', () => {
    const file = calendarFile(appointment({ patient_name: 'A; B, C\\D\r\nEND:VEVENT' }), slot, now);
    expect(unfolded(file)).toContain('SUMMARY:Appointment with A\\; B\\, C\\\\D\\nEND:VEVENT');
  });

  it('folds long lines at 75 octets without tearing a character apart', () => {
    const name = 'Żółć 🌸 '.repeat(30).trim();
    const file = calendarFile(appointment({ patient_name: name }), slot, now);
    for (const line of file.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(unfolded(file)).toContain(`SUMMARY:Appointment with ${name}`);
  });
});

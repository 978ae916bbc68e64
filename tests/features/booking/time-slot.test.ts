import { describe, expect, it } from 'vitest';
import {
  endsAfterStart,
  overlaps,
  parseTimeSlot,
  slotWarnings,
  type TimeSlot,
} from '@/features/booking/time-slot';
import { appointment } from './appointment';

const slot = (start: string, end: string, date = '2026-03-04'): TimeSlot => ({ date, start, end });

describe('reading a time slot', () => {
  it.each([
    ['2026-03-04 09:00 - 09:30', slot('09:00', '09:30')],
    ['2026-03-04 9:00–9:30', slot('09:00', '09:30')],
    ['2026-03-04, 9 AM to 1:15 pm', slot('09:00', '13:15')],
    ['2026-03-04 12 am - 12 p.m.', slot('00:00', '12:00')],
    ['2024-02-29 23:00 - 23:59', slot('23:00', '23:59', '2024-02-29')],
  ])('understands %s', (text, expected) => expect(parseTimeSlot(text)).toEqual(expected));

  it.each([
    '',
    'Tuesday at noon',
    '2026-03-04',
    '2026-03-04 09:00',
    '2026-03-04 9 - 10',
    '2026-02-30 09:00 - 09:30',
    '2026-13-01 09:00 - 09:30',
    '2026-03-04 24:00 - 25:00',
    '2026-03-04 09:60 - 10:00',
    '2026-03-04 13 pm - 14 pm',
    '04/03/2026 09:00 - 09:30',
    '2026-03-04 09:00 - 09:30 in room 2',
  ])('makes nothing up of "%s"', (text) => expect(parseTimeSlot(text)).toBeNull());

  it('recognizes slots that end after they start', () => {
    expect(endsAfterStart(slot('09:00', '09:01'))).toBe(true);
    expect(endsAfterStart(slot('09:00', '09:00'))).toBe(false);
    expect(endsAfterStart(slot('10:00', '09:00'))).toBe(false);
  });

  it('recognizes slots that overlap', () => {
    expect(overlaps(slot('09:00', '10:00'), slot('09:30', '10:30'))).toBe(true);
    expect(overlaps(slot('09:00', '10:00'), slot('09:15', '09:30'))).toBe(true);
    expect(overlaps(slot('09:00', '10:00'), slot('10:00', '11:00'))).toBe(false);
    expect(overlaps(slot('09:00', '10:00'), slot('09:00', '10:00', '2026-03-05'))).toBe(false);
  });
});

describe('warnings about a slot', () => {
  const now = new Date('2026-03-01T12:00:00');
  const booked = [
    appointment({ patient_name: 'Ada Marsh', time_slot: '2026-03-04 09:00 - 09:30' }),
    appointment({ patient_name: 'Ben Cole', time_slot: 'some time on Tuesday' }),
  ];

  it('are absent for half a slot, and for a free one', () => {
    expect(slotWarnings(null, booked, now)).toEqual([]);
    expect(slotWarnings(slot('09:30', '10:00'), booked, now)).toEqual([]);
  });

  it('names the appointment that a slot overlaps with', () =>
    expect(slotWarnings(slot('09:15', '09:45'), booked, now)).toEqual([
      'This overlaps with Ada Marsh’s appointment (2026-03-04 09:00 - 09:30).',
    ]));

  it('appear when a slot ends before it starts, or is over', () => {
    expect(slotWarnings(slot('10:00', '09:00'), booked, now)).toEqual([
      'This time slot must end after it starts.',
    ]);
    expect(slotWarnings(slot('10:00', '11:00', '2026-03-01'), booked, now)).toEqual([
      'This time slot is in the past.',
    ]);
    expect(slotWarnings(slot('11:30', '12:01', '2026-03-01'), booked, now)).toEqual([]);
  });
});

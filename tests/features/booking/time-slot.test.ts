import { describe, expect, it } from 'vitest';
import {
  endOf,
  nextFreeSlot,
  overlaps,
  parseTimeSlot,
  readAppointments,
  slotProblem,
  slotWarnings,
  spanOf,
  spanText,
  type TimeSlot,
} from '@/features/booking/time-slot';

import { appointment } from './appointment';

const pacific = 'America/Los_Angeles';
const now = Date.parse('2026-03-01T20:00Z');

const slot = (start: string, end: string, date = '2026-03-04', zone = ''): TimeSlot => ({
  date,
  start,
  end,
  zone,
});

/** The UTC times of a slot's text, read in a zone. */
function spanIn(text: string, zone = pacific): string | null {
  const read = parseTimeSlot(text);
  const span = read && spanOf(read, zone);
  return span && `${new Date(span.start).toISOString()} ${new Date(span.end).toISOString()}`;
}

describe('reading a time slot', () => {
  it('takes one pass, however long the text that a server sends', () => {
    const gap = ' '.repeat(50_000);
    for (const text of [
      `2026-03-04 9${gap}x`,
      `2026-03-04 9 - ${'9 '.repeat(5_000)}\n`,
      `2026-03-04 ${gap}-${gap}`,
    ]) {
      const started = performance.now();
      expect(parseTimeSlot(text)).toBeNull();
      expect(performance.now() - started).toBeLessThan(1000);
    }
  });

  it.each([
    ['2026-03-04 09:00 - 09:30', slot('09:00', '09:30')],
    ['2026-03-04 09:00:00 - 09:30:00', slot('09:00', '09:30')],
    ['2026-03-04 9:00–9:30', slot('09:00', '09:30')],
    ['2026-03-04, 9 AM to 1:15 pm', slot('09:00', '13:15')],
    ['2026-03-04 12 am - 12 p.m.', slot('00:00', '12:00')],
    ['2026-03-04 1:00–1:30 PM', slot('13:00', '13:30')],
    ['2026-03-04 11:00–1:00 PM', slot('11:00', '13:00')],
    ['2024-02-29 23:00 - 23:59', slot('23:00', '23:59', '2024-02-29')],
    ['2026-03-04 09:00 - 09:30 PST', slot('09:00', '09:30', '2026-03-04', 'PST')],
    ['2026-03-04 9:00–9:30 AM (UTC+2)', slot('09:00', '09:30', '2026-03-04', 'UTC+2')],
    ['2026-03-04 09:00 - 09:30 UTC+14', slot('09:00', '09:30', '2026-03-04', 'UTC+14')],
    ['2026-03-04 09:00 - 09:30 -08:00', slot('09:00', '09:30', '2026-03-04', '-08:00')],
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
    '2026-03-04 09:00 - 09:30 Europe/Atlantis',
    '2026-03-04 09:00 - 09:30 UTC (+2)',
    '2026-03-04 09:00 - 09:30 UTC+15',
    '2026-03-04 09:00 - 09:30 -15:00',
    '2026-03-04 09:00 - 09:30 +2',
    '2026-03-04 09:00 - 09:30 (UTC)+2',
    // 1:30 AM or 1:30 PM?
    '2026-03-04 1:00 PM - 1:30',
  ])('makes nothing up of "%s"', (text) => expect(parseTimeSlot(text)).toBeNull());
});

describe('what a time slot means', () => {
  it.each([
    ['2026-11-23 09:00 - 09:30', '2026-11-23T17:00:00.000Z 2026-11-23T17:30:00.000Z'],
    ['2026-11-23 09:00 - 09:30 pst', '2026-11-23T17:00:00.000Z 2026-11-23T17:30:00.000Z'],
    ['2026-11-23 09:00 - 09:30 UTC', '2026-11-23T09:00:00.000Z 2026-11-23T09:30:00.000Z'],
    ['2026-11-23 09:00 - 09:30 GMT-3:30', '2026-11-23T12:30:00.000Z 2026-11-23T13:00:00.000Z'],
    ['2026-11-23 09:00 - 09:30 +05:30', '2026-11-23T03:30:00.000Z 2026-11-23T04:00:00.000Z'],
    ['2026-11-23 09:00 - 09:30 Europe/Berlin', '2026-11-23T08:00:00.000Z 2026-11-23T08:30:00.000Z'],
    // Across the change: an hour more than the clock shows.
    ['2026-11-01 00:30 - 02:30', '2026-11-01T07:30:00.000Z 2026-11-01T10:30:00.000Z'],
    // The zone distinguishes the two times.
    ['2026-11-01 01:30 - 01:45 PDT', '2026-11-01T08:30:00.000Z 2026-11-01T08:45:00.000Z'],
    ['2026-11-01 01:30 - 01:45 PST', '2026-11-01T09:30:00.000Z 2026-11-01T09:45:00.000Z'],
  ])('%s', (text, span) => expect(spanIn(text)).toBe(span));

  it.each([
    '2026-03-08 02:15 - 02:45',
    '2026-11-01 01:30 - 01:45',
    '2026-11-01 00:30 - 01:30',
    '2026-11-23 09:30 - 09:00',
    '2026-11-23 09:00 - 09:00',
    // Not the name of this zone on that day: PDT is, or the other coast was meant.
    '2026-07-01 09:00 - 09:30 PST',
    '2026-11-23 09:00 - 09:30 EST',
  ])('is in doubt for %s', (text) => expect(spanIn(text)).toBeNull());
});

describe('the text of a time', () => {
  it.each([
    ['2026-11-23 09:00 - 09:30', 'Mon, Nov 23 · 9:00–9:30 AM PST'],
    ['2026-11-23 11:30 - 12:15', 'Mon, Nov 23 · 11:30 AM–12:15 PM PST'],
    ['2026-07-01 00:00 - 00:30', 'Wed, Jul 1 · 12:00–12:30 AM PDT'],
    ['2026-11-01 00:30 - 03:30', 'Sun, Nov 1 · 12:30 AM PDT–3:30 AM PST'],
    ['2027-01-04 13:00 - 14:00', 'Mon, Jan 4, 2027 · 1:00–2:00 PM PST'],
    ['2026-11-23 17:00 - 17:30 UTC', 'Mon, Nov 23 · 9:00–9:30 AM PST'],
  ])('of %s is %s', (written, text) => {
    const [read] = readAppointments([appointment({ time_slot: written })], pacific);
    expect(read?.span && spanText(read.span, pacific, now)).toBe(text);
  });
});

describe('a time slot that is not sent', () => {
  const problem = (text: string, zone = pacific, canNameZone = false) => {
    const read = parseTimeSlot(text);
    return read && slotProblem(read, zone, { canNameZone, now });
  };

  it('ends before it starts, or when it starts', () => {
    expect(problem('2026-03-04 10:00 - 09:00')).toEqual({
      time: 'end',
      message: 'The end time is before the start time.',
    });
    expect(problem('2026-03-04 10:00 - 10:00')).toEqual({
      time: 'end',
      message: 'The end time is the same as the start time.',
    });
  });

  it('has a time that clocks skip: the next one is proposed', () => {
    expect(problem('2026-03-08 02:30 - 03:30')).toEqual({
      time: 'start',
      message:
        '2:30 AM doesn’t exist on Sun, Mar 8, because clocks go forward. The next valid time is 3:00 AM.',
    });
    expect(problem('2026-03-08 01:30 - 02:00')).toMatchObject({ time: 'end' });
    expect(problem('2011-12-30 12:00 - 13:00', 'Pacific/Apia')?.message).toBe(
      '12:00 PM doesn’t exist on Fri, Dec 30, 2011, because clocks go forward. The next valid time is 12:00 AM on Sat, Dec 31, 2011.',
    );
  });

  it('has a time that clocks repeat: the times around it are proposed', () => {
    expect(problem('2026-11-01 01:30 - 02:30')).toEqual({
      time: 'start',
      message:
        '1:30 AM happens twice on Sun, Nov 1, because clocks go back. Choose a time before 1:00 AM, or 2:00 AM or later.',
    });
    expect(problem('2026-11-01 00:30 - 01:00')).toMatchObject({ time: 'end' });
    expect(problem('2026-10-24 23:30 - 23:45', 'Asia/Beirut')?.message).toBe(
      '11:30 PM happens twice on Sat, Oct 24, because clocks go back. Choose a time before 11:00 PM, or 12:00 AM on Sun, Oct 25 or later.',
    );
  });

  it('is asked about where the text can name the zone, and accepted once it does', () => {
    expect(problem('2026-11-01 01:30 - 01:45', pacific, true)?.message).toBe(
      '1:30 AM happens twice on Sun, Nov 1, because clocks go back. Which one? Add PDT for the first or PST for the second.',
    );
    expect(problem('2026-11-01 01:30 - 01:45', 'Europe/Berlin', true)).toBeNull();
    expect(problem('2026-10-25 02:30 - 02:45', 'Europe/Berlin', true)?.message).toBe(
      '2:30 AM happens twice on Sun, Oct 25, because clocks go back. Which one? Add GMT+2 for the first or GMT+1 for the second.',
    );
    for (const named of ['2026-11-01 01:30 - 01:45 PST', '2026-11-01 01:30 - 01:45 PDT'])
      expect(problem(named, pacific, true)).toBeNull();
    expect(problem('2026-10-25 02:30 - 02:45 GMT+1', 'Europe/Berlin', true)).toBeNull();
  });

  it('leaves every other time alone, and text that can’t be read', () => {
    expect(problem('2026-03-04 09:00 - 09:30')).toBeNull();
    expect(problem('2026-03-08 03:00 - 03:30')).toBeNull();
    expect(problem('2026-11-01 02:00 - 02:30')).toBeNull();
    expect(problem('Tuesday at noon')).toBeNull();
    expect(problem('2026-07-01 09:00 - 09:30 PST')).toBeNull();
  });
});

describe('warnings about a time', () => {
  const booked = readAppointments(
    [
      appointment({ patient_name: 'Ada Marsh', time_slot: '2026-03-04 09:00 - 09:30' }),
      appointment({ patient_name: 'Ben Cole', time_slot: 'some time on Tuesday' }),
      appointment({ patient_name: 'Cy Dale', time_slot: '2026-03-04 20:00 - 21:00 UTC' }),
    ],
    pacific,
  );
  const warnings = (text: string) => {
    const read = parseTimeSlot(text);
    return slotWarnings(read && spanOf(read, pacific), booked, pacific, now);
  };

  it('are absent for an unfinished text, and for a free time', () => {
    expect(warnings('2026-03-04 09:15')).toEqual([]);
    expect(warnings('2026-03-04 09:30 - 10:00')).toEqual([]);
  });

  it('name the appointment that a time overlaps with, in whatever zone it was written', () => {
    expect(warnings('2026-03-04 09:15 - 09:45')).toEqual([
      'This overlaps with Ada Marsh’s appointment (Wed, Mar 4 · 9:00–9:30 AM PST).',
    ]);
    expect(warnings('2026-03-04 12:30 - 13:30')).toEqual([
      'This overlaps with Cy Dale’s appointment (Wed, Mar 4 · 12:00–1:00 PM PST).',
    ]);
  });

  it('appear when a time is over, by the minute', () => {
    expect(warnings('2026-03-01 11:00 - 12:00')).toEqual(['This time slot is in the past.']);
    expect(warnings('2026-03-01 11:30 - 12:01')).toEqual([]);
  });
});

it('time spans overlap only if they share time', () => {
  const hours = (start: number, end: number) => ({ start, end });
  expect(overlaps(hours(9, 10), hours(9.5, 10.5))).toBe(true);
  expect(overlaps(hours(9, 10), hours(9.25, 9.5))).toBe(true);
  expect(overlaps(hours(9, 10), hours(10, 11))).toBe(false);
});

describe('the next slot after one', () => {
  it.each([
    ['09:00', 30, '09:30'],
    ['09:50', 75, '11:05'],
    ['23:29', 30, '23:59'],
    ['23:30', 30, ''],
    ['', 30, ''],
  ])('%s and %i minutes ends at %s', (start, minutes, end) => expect(endOf(start, minutes)).toBe(end));

  it.each([
    ['follows it', slot('09:00', '09:45'), [], slot('09:45', '10:30')],
    ['leaves out one that is booked', slot('09:00', '09:30'), ['09:30 - 10:15'], slot('10:15', '10:45')],
    [
      'leaves out several, in any order',
      slot('09:00', '09:30'),
      ['10:10 - 10:30', '09:45 - 10:00', '10:30 - 11:00'],
      slot('11:00', '11:30'),
    ],
    ['uses a gap that is long enough', slot('09:00', '09:30'), ['10:00 - 10:30'], slot('09:30', '10:00')],
    ['is on the same day', slot('23:00', '23:30'), [], null],
    ['is on the same day, also after others', slot('22:30', '23:00'), ['23:10 - 23:50'], null],
    ['is unknown in another zone', slot('09:00', '09:30', '2026-03-04', 'UTC'), [], null],
    ['does not begin in an hour that is left out', slot('01:30', '02:15', '2026-03-08'), [], null],
  ])('%s', (_, last, times, next) => {
    const booked = times.map((time) => appointment({ time_slot: `2026-03-04 ${time}` }));
    expect(nextFreeSlot(last, readAppointments(booked, pacific), pacific)).toEqual(next);
  });
});

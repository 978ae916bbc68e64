import { describe, expect, it } from 'vitest';
import { calendarFile } from '@/features/booking/calendar-file';
import { parseTimeSlot, readAppointments, slotProblem, spanText } from '@/features/booking/time-slot';

import { appointment } from './appointment';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A whole year has both changes, in either hemisphere. */
const [first, last] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
/** Far from any change. */
const ordinary = Date.UTC(2026, 5, 17, 12);

interface Shown {
  readonly date: string;
  readonly time: string;
}

type Parts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>;

const partsOf = (format: Intl.DateTimeFormat, instant: number): Parts =>
  Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));

/** The clocks of a zone, read from the platform without any arithmetic of the app. */
function clocksOf(timeZone: string) {
  const numbers = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const texts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  });
  const shown = (instant: number): Shown => {
    const { year, month, day: date, hour, minute: minutes } = partsOf(numbers, instant);
    return { date: `${year}-${month}-${date}`, time: `${hour}:${minutes}` };
  };
  return {
    shown,
    offset: (instant: number) => asUtc(shown(instant)) - instant,
    texts: (instant: number) => partsOf(texts, instant),
  };
}

type Clocks = ReturnType<typeof clocksOf>;

const asUtc = ({ date, time }: Shown): number => Date.parse(`${date}T${time}Z`);
const atUtc = (instant: number): Shown => {
  const [date = '', time = ''] = new Date(instant).toISOString().slice(0, 16).split('T');
  return { date, time };
};

/** The minutes from which on a zone's clocks differ from UTC in another way than before. */
function changesOf({ offset }: Clocks): number[] {
  const found: number[] = [];
  for (let from = first; from < last; from += 7 * day) {
    let [low, high] = [from, from + 7 * day];
    if (offset(low) === offset(high)) continue;
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / (2 * minute)) * minute;
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}

/** What the card should show, put together from the platform's own texts. */
function expectedText({ texts }: Clocks, start: number, end: number): string {
  const [from, until] = [texts(start), texts(end)];
  const clock = ({ hour, minute: minutes }: Parts) => `${hour}:${minutes}`;
  const sameZone = from.timeZoneName === until.timeZoneName;
  const half = sameZone && from.dayPeriod === until.dayPeriod ? '' : ` ${from.dayPeriod}`;
  const zone = sameZone ? '' : ` ${from.timeZoneName}`;
  const times = `${clock(from)}${half}${zone}–${clock(until)} ${until.dayPeriod} ${until.timeZoneName}`;
  return `${from.weekday}, ${from.month} ${from.day} · ${times}`;
}

/** What comes of typed times: the form's check, the card of the composed text, and its calendar file. */
function book(zone: string, { date, time }: Shown, end: string) {
  const composed = `${date} ${time} - ${end}`;
  const slot = parseTimeSlot(composed);
  if (slot === null) throw new Error(`${composed} can't be read`);
  const [booked] = readAppointments([appointment({ time_slot: composed })], zone);
  const span = booked?.span ?? null;
  return {
    rejected: slotProblem(slot, zone, { canNameZone: false, now: ordinary })?.time ?? null,
    card: span && spanText(span, zone, ordinary),
    calendar: span && calendarFile(appointment(), span, ordinary),
  };
}

const calendarTime = (instant: number) =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

interface Sample {
  readonly zone: string;
  readonly clocks: Clocks;
  readonly start: number;
  readonly end: number;
  /** By how much the clocks are changed nearby; 0 where they are not. */
  readonly shift: number;
}

/** Whether the clocks show the same again, before or after. */
function isRepeated({ clocks, shift }: Sample, instant: number): boolean {
  const { date, time } = clocks.shown(instant);
  return [instant - shift, instant + shift].some((other) => {
    const again = clocks.shown(other);
    return other !== instant && again.date === date && again.time === time;
  });
}

/** Returns what is wrong with a sample; null if form, card and calendar file agree. */
function difference(sample: Sample): string | null {
  const { zone, clocks, start, end } = sample;
  const [from, until] = [clocks.shown(start), clocks.shown(end)];
  const name = `${zone} ${from.date} ${from.time}-${until.time}`;
  const { rejected, card, calendar } = book(zone, from, until.time);
  if (isRepeated(sample, start) || isRepeated(sample, end))
    return rejected === null || card !== null ? `${name} is repeated, but accepted` : null;
  if (rejected !== null) return `${name} exists once, but is rejected`;
  if (card !== expectedText(clocks, start, end)) return `${name}: the card shows ${card}`;
  const times = `\r\nDTSTART:${calendarTime(start)}\r\nDTEND:${calendarTime(end)}\r\n`;
  return calendar?.includes(times) ? null : `${name}: the calendar file is ${calendar}`;
}

const allZones = Intl.supportedValuesOf('timeZone').map((zone) => {
  const clocks = clocksOf(zone);
  return { zone, clocks, changes: changesOf(clocks) };
});
/** One of all zones whose clocks show the same this year. */
const zones = [
  ...new Map(
    allZones.map((each) => [JSON.stringify([each.clocks.offset(first), each.changes]), each]),
  ).values(),
];

/** Slots of 45 minutes on one day, from three hours before each change until three hours after it. */
const samples = zones.flatMap(({ zone, clocks, changes }) =>
  changes.flatMap((change) => {
    const shift = Math.abs(clocks.offset(change) - clocks.offset(change - minute));
    const starts = Array.from({ length: 13 }, (_, index) => change + (index - 6) * 30 * minute);
    return starts
      .map((start): Sample => ({ zone, clocks, shift, start, end: start + 45 * minute }))
      .filter(({ start, end }) => clocks.shown(start).date === clocks.shown(end).date);
  }),
);

describe('in every time zone', () => {
  it('form, card and calendar file mean one instant on an ordinary day', () => {
    const end = ordinary + 30 * minute;
    const wrong = zones.map(({ zone, clocks }) =>
      clocks.shown(ordinary).date === clocks.shown(end).date
        ? difference({ zone, clocks, start: ordinary, end, shift: 0 })
        : null,
    );
    expect(wrong.filter((text) => text !== null)).toEqual([]);
  });

  it('they do so around every change of the clocks, or the form rejects a time that is repeated', () => {
    expect(samples.length).toBeGreaterThan(1000);
    const wrong = samples.map(difference).filter((text) => text !== null);
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  it('the form rejects each time that the clocks skip, and accepts the next one', () => {
    const wrong: string[] = [];
    let skipped = 0;
    for (const { zone, clocks, changes } of zones) {
      const isAccepted = (shown: Shown) => book(zone, shown, '23:59').rejected !== 'start';
      for (const change of changes) {
        const from = asUtc(clocks.shown(change - minute)) + minute;
        const until = asUtc(clocks.shown(change));
        for (let wall = from; wall < until; wall += 15 * minute) {
          skipped += 1;
          if (isAccepted(atUtc(wall))) wrong.push(`${zone} ${atUtc(wall).time} is skipped, but accepted`);
        }
        if (from < until && !isAccepted(atUtc(until))) wrong.push(`${zone} ${atUtc(until).time} is rejected`);
      }
    }
    expect(skipped).toBeGreaterThan(100);
    expect(wrong.slice(0, 20)).toEqual([]);
  });
});

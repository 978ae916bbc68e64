import { describe, expect, it } from 'vitest';
import { fullZoneName, isZone, nextDate, readWallTime, wallTimeAt } from '@/features/booking/zoned-time';

const instants = (wall: string, zone: string) =>
  readWallTime(wall, zone).instants.map((instant) => new Date(instant).toISOString());

describe('a wall time in a zone', () => {
  it.each([
    ['2026-11-23T09:00', 'America/Los_Angeles', '2026-11-23T17:00:00.000Z'],
    ['2026-07-01T09:00', 'America/Los_Angeles', '2026-07-01T16:00:00.000Z'],
    ['2026-11-23T09:00', 'Asia/Kolkata', '2026-11-23T03:30:00.000Z'],
    ['2026-11-23T09:00', 'Pacific/Kiritimati', '2026-11-22T19:00:00.000Z'],
    ['2026-11-23T09:00', 'UTC', '2026-11-23T09:00:00.000Z'],
    // The last minute before the change, and the first after it.
    ['2026-03-08T01:59', 'America/Los_Angeles', '2026-03-08T09:59:00.000Z'],
    ['2026-03-08T03:00', 'America/Los_Angeles', '2026-03-08T10:00:00.000Z'],
    ['2026-11-01T00:59', 'America/Los_Angeles', '2026-11-01T07:59:00.000Z'],
    ['2026-11-01T02:00', 'America/Los_Angeles', '2026-11-01T10:00:00.000Z'],
  ])('%s in %s is one instant', (wall, zone, instant) => {
    expect(instants(wall, zone)).toEqual([instant]);
    expect(readWallTime(wall, zone).change).toBeNull();
    expect(wallTimeAt(Date.parse(instant), zone)).toBe(wall);
  });

  it.each([
    ['2026-03-08T02:30', 'America/Los_Angeles', '2026-03-08T02:00', '2026-03-08T03:00'],
    ['2026-03-29T00:30', 'Asia/Beirut', '2026-03-29T00:00', '2026-03-29T01:00'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:00', '2026-10-04T02:30'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T00:00', '2011-12-31T00:00'],
  ])('%s in %s does not exist', (wall, zone, from, until) =>
    expect(readWallTime(wall, zone)).toEqual({ instants: [], change: { from, until } }),
  );

  it.each([
    ['2026-11-01T01:00', 'America/Los_Angeles', ['2026-11-01T08:00:00.000Z', '2026-11-01T09:00:00.000Z']],
    ['2026-11-01T01:59', 'America/Los_Angeles', ['2026-11-01T08:59:00.000Z', '2026-11-01T09:59:00.000Z']],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  ])('%s in %s exists twice', (wall, zone, twice) => expect(instants(wall, zone)).toEqual(twice));

  it('is between the times that are repeated, also across midnight', () =>
    expect(readWallTime('2026-10-24T23:30', 'Asia/Beirut').change).toEqual({
      from: '2026-10-24T23:00',
      until: '2026-10-25T00:00',
    }));
});

describe('the names of a zone', () => {
  it.each([
    ['America/Los_Angeles', '2026-11-23T12:00Z', 'Pacific Time (PST)'],
    ['America/Los_Angeles', '2026-07-01T12:00Z', 'Pacific Time (PDT)'],
    ['America/New_York', '2026-11-23T12:00Z', 'Eastern Time (EST)'],
    ['UTC', '2026-11-23T12:00Z', 'Coordinated Universal Time (UTC)'],
  ])('of %s on %s', (zone, at, name) => expect(fullZoneName(Date.parse(at), zone)).toBe(name));

  it('are known to the platform', () => {
    expect(isZone('Europe/Berlin')).toBe(true);
    expect(isZone('Europe/Atlantis')).toBe(false);
  });
});

it('the day after the last of a month or year is the first of the next', () => {
  expect(nextDate('2026-11-23')).toBe('2026-11-24');
  expect(nextDate('2028-02-28')).toBe('2028-02-29');
  expect(nextDate('2026-12-31')).toBe('2027-01-01');
});

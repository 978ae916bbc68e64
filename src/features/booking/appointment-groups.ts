import type { BookedSlot } from './time-slot';
import { dateAt, nextDate } from './zoned-time';

/** The groups, in the order of the page. `other`: times that can't be read. */
const groupNames = ['today', 'tomorrow', 'later', 'other', 'past'] as const;
type GroupName = (typeof groupNames)[number];

/** Appointments under one heading. */
export interface AppointmentGroup {
  readonly name: GroupName;
  readonly slots: readonly BookedSlot[];
}

/**
 * Groups appointments by day, sorted by their start, past ones from the latest on. Those whose time can't be read keep
 * the order of the server. An appointment is past once it has ended.
 *
 * @param zone the zone whose days count
 * @param now the current time in milliseconds since 1970
 * @returns the groups that have appointments
 */
export function groupAppointments(
  booked: readonly BookedSlot[],
  zone: string,
  now: number,
): readonly AppointmentGroup[] {
  const today = dateAt(now, zone);
  const tomorrow = nextDate(today);
  const groupOf = ({ span }: BookedSlot): GroupName => {
    if (span === null) return 'other';
    if (span.end <= now) return 'past';
    const date = dateAt(span.start, zone);
    // One that began before midnight and is not over is listed for today.
    return date <= today ? 'today' : date === tomorrow ? 'tomorrow' : 'later';
  };
  const placed = booked.map((slot) => ({ slot, group: groupOf(slot) }));
  return groupNames
    .map((name) => {
      const direction = name === 'past' ? -1 : 1;
      const slots = placed.filter(({ group }) => group === name).map(({ slot }) => slot);
      return { name, slots: slots.sort((one, other) => direction * (startOf(one) - startOf(other))) };
    })
    .filter(({ slots }) => slots.length > 0);
}

const startOf = ({ span }: BookedSlot): number => span?.start ?? 0;

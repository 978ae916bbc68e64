import { useMemo } from 'react';
import type { Appointment } from '@/contract';
import { api } from '@/features/api/api';
import { bookedTime, readAppointments, slotWarnings, spanOf, type TimeSlot } from './time-slot';
import { useNow } from './use-now';
import { fullZoneName, localZone, readWallTime } from './zoned-time';

/** Returns warnings about a slot, compared with the appointments fetched so far. */
export function useSlotWarnings(slot: TimeSlot | null): string[] {
  const { data } = api.useFetchAppointmentsQuery();
  const zone = localZone();
  const now = useNow();
  const booked = useMemo(() => readAppointments(data?.appointments ?? [], zone), [data, zone]);
  return slotWarnings(slot === null ? null : spanOf(slot, zone), booked, zone, now);
}

/** Returns the name of the user's time zone, such as `Pacific Time (PST)`, on the day of a slot or today. */
export function useZoneName(slot: TimeSlot | null): string {
  const zone = localZone();
  const now = useNow();
  const [instant = now] = slot === null ? [] : readWallTime(`${slot.date}T${slot.start}`, zone).instants;
  return fullZoneName(instant, zone);
}

/** Returns the times of appointments, as on their cards. */
export function useSlotTexts(appointments: readonly Appointment[]): string[] {
  const zone = localZone();
  const now = useNow();
  return readAppointments(appointments, zone).map((slot) => bookedTime(slot, zone, now));
}

import { api } from '@/features/api/api';
import { slotWarnings, type TimeSlot } from './time-slot';

/** Returns warnings about a slot, compared with the appointments fetched so far. */
export function useSlotWarnings(slot: TimeSlot | null): string[] {
  const { data } = api.useFetchAppointmentsQuery();
  return slotWarnings(slot, data?.appointments ?? [], new Date());
}

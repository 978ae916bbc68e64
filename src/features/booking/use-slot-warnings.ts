import { useFetchAppointmentsQuery } from '@/features/api/api';
import { slotWarnings } from './slot-warnings';
import type { TimeSlot } from './time-slot';

/** Warnings about a slot, against the appointments as far as they are known. */
export function useSlotWarnings(slot: TimeSlot | null): string[] {
  const { data } = useFetchAppointmentsQuery();
  return slotWarnings(slot, data?.appointments ?? [], new Date());
}

import type { Appointment } from '@/contract';
import { strings } from './strings';
import { endsAfterStart, overlaps, parseTimeSlot, type TimeSlot } from './time-slot';

/**
 * What a provider should know about a slot before sending it. Nothing here ever blocks: the server decides.
 *
 * @param slot null while no whole slot was entered
 * @param appointments those already booked
 * @param now the clinic's clock
 */
export function slotWarnings(
  slot: TimeSlot | null,
  appointments: readonly Appointment[],
  now: Date,
): string[] {
  if (slot === null) return [];
  if (!endsAfterStart(slot)) return [strings.slot.endsFirst];
  const past = new Date(`${slot.date}T${slot.end}`) <= now ? [strings.slot.past] : [];
  return [...past, ...overlapWarnings(slot, appointments)];
}

function overlapWarnings(slot: TimeSlot, appointments: readonly Appointment[]): string[] {
  const others = appointments.filter(({ time_slot }) => {
    const booked = parseTimeSlot(time_slot);
    return booked !== null && overlaps(slot, booked);
  });
  return others.map(({ patient_name, time_slot }) => strings.slot.overlap(patient_name, time_slot));
}

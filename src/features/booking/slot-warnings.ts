import type { Appointment } from '@/contract';
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
  if (!endsAfterStart(slot)) return ['This time slot must end after it starts.'];
  const past = new Date(`${slot.date}T${slot.end}`) <= now ? ['This time slot is in the past.'] : [];
  return [...past, ...overlapWarnings(slot, appointments)];
}

function overlapWarnings(slot: TimeSlot, appointments: readonly Appointment[]): string[] {
  const others = appointments.filter(({ time_slot }) => {
    const booked = parseTimeSlot(time_slot);
    return booked !== null && overlaps(slot, booked);
  });
  return others.map(
    ({ patient_name, time_slot }) => `This overlaps with ${patient_name}’s appointment (${time_slot}).`,
  );
}

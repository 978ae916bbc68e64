import { type Appointment, appointment as schema } from '@/contract';

/** A booked appointment with overrides. */
export const appointment = (change: Partial<Record<keyof Appointment, string>> = {}): Appointment =>
  schema.parse({
    session_id: 'appointment-1',
    patient_name: 'Ada Marsh',
    patient_email: 'ada.marsh@example.com',
    time_slot: '2026-03-04 09:00 - 09:30',
    meet_link: 'https://meet.example.com/ada',
    ...change,
  });

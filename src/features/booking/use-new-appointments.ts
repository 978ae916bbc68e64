import { useEffect, useState } from 'react';
import type { Appointment } from '@/contract';
import { sessionScoped } from '@/features/api/app-port';
import { useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { bookedBy, type SentInvitation } from '@/machines/invitation.machine';

type AppointmentId = Appointment['session_id'];

/** The invitation sent last, until its appointment is listed: the list may be opened later. */
const awaited = sessionScoped((): { invitation: SentInvitation | null } => ({ invitation: null }));

/** Makes the list show the appointment of an invitation as new, once it is there. */
export function awaitAppointment(store: Store, invitation: SentInvitation): void {
  awaited(store).invitation = invitation;
}

/** How long an appointment is shown as new, in milliseconds. */
const shownAsNewFor = 10_000;

const none: readonly AppointmentId[] = [];

/**
 * Returns the ids of the listed appointments that are to be shown as new: those of the invitation sent last.
 *
 * @param appointments must be stable: it is searched when it changes
 */
export function useNewAppointments(appointments: readonly Appointment[]): readonly AppointmentId[] {
  const store = useApiStore();
  const [found, setFound] = useState(none);
  useEffect(() => {
    const { invitation } = awaited(store);
    const booked = invitation === null ? [] : bookedBy(invitation, appointments);
    if (booked.length === 0) return;
    awaited(store).invitation = null;
    setFound(booked.map(({ session_id }) => session_id));
  }, [store, appointments]);
  useEffect(() => {
    if (found.length === 0) return;
    const timer = setTimeout(() => setFound(none), shownAsNewFor);
    return () => clearTimeout(timer);
  }, [found]);
  return found;
}

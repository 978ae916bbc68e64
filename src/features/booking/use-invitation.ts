import { useState } from 'react';
import type { Patient } from '@/contract';
import { api } from '@/features/api/api';
import { toastDone } from '@/features/api/dashboard-toast';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { useFlowEnd, useFlowEvents } from '@/features/api/use-flow-events';
import { type Invitation, invitationMachine } from '@/machines/invitation.machine';

/**
 * The invitation machine, connected to the API and to the toast for what is refused before any call.
 *
 * @param patient who is invited
 * @param onSent called when the invitation is on its way
 */
export function useInvitation(patient: Patient, onSent: () => void) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useFlow('invitation', machine, { patientEmail: patient.patient_email });
  useFlowEvents(actor);
  useFlowEnd(actor, ({ answered }) => {
    if (!answered) toastDone('sendInvitation');
    onSent();
  });
  return {
    snapshot,
    invite: (invitation: Invitation) => send({ type: 'SEND', invitation, booked: bookedIn(store) }),
  };
}

/** The appointments as they were read last; null where they have not been. */
const bookedIn = (store: Store) =>
  api.endpoints.fetchAppointments.select()(store.getState()).data?.appointments ?? null;

const connect = (store: Store) =>
  invitationMachine.provide({
    actors: {
      sendInvitation: operationActor(store, 'sendInvitation', (body) => ({ body })),
      fetchAppointments: operationActor(store, 'fetchAppointments', () => undefined),
    },
  });

import { useEffect } from 'react';
import type { Patient } from '@/contract';
import { operationActor } from '@/features/api/operation-actor';
import { type Store, toastDone } from '@/features/api/store';
import { useFlow, useFlowEvents, useValidationToasts } from '@/features/api/use-flow';
import { authorizeMachine } from '@/machines/authorize.machine';

/** The authorize machine, connected to the API; `patients` is undefined until the list is fetched. */
export function useAuthorize(patients: readonly Patient[] | undefined) {
  const [snapshot, send, actor] = useFlow('authorize', connect);

  useValidationToasts(actor, 'authenticatePatients');
  useFlowEvents(actor, {
    done: ({ answered }) => {
      if (!answered) toastDone('authenticatePatients');
    },
  });

  const { selected } = snapshot.context;
  // The selection can't be changed while a call is in progress.
  const mayUntick = snapshot.hasTag('selecting');
  useEffect(() => {
    // A patient who left the list can't be deselected by hand, and must not be authorized without being seen.
    if (!mayUntick || patients === undefined || selected.size === 0) return;
    const present = new Set(patients.map(({ patient_id }) => patient_id));
    const gone = [...selected].filter((id) => !present.has(id));
    if (gone.length > 0) send({ type: 'SET_MANY', ids: gone, checked: false });
  }, [patients, selected, mayUntick, send]);

  return { snapshot, send };
}

const connect = (store: Store) =>
  authorizeMachine.provide({
    actors: {
      setAuthorization: operationActor(store, 'authenticatePatients', ({ patientIds, authorized }) => ({
        body: { patientIds: [...patientIds], authorized },
      })),
      fetchPatients: operationActor(store, 'fetchPatients', () => undefined),
    },
  });

import type { ActorRefFrom } from 'xstate';
import type { PatientRecord, PatientRowId } from '@/contract';
import { api } from '@/features/api/api';
import { appOf, flowsOf } from '@/features/api/app';
import { toastDone } from '@/features/api/dashboard-toast';
import { operationActor } from '@/features/api/operation-actor';
import { perSignIn } from '@/features/api/per-sign-in';
import type { Store } from '@/features/api/store';
import { toastRefusals } from '@/features/api/use-flow-events';
import { editPatientMachine } from '@/machines/edit-patient.machine';
import { openFlow } from '@/machines/flows.machine';

interface Update {
  readonly id: PatientRowId;
  readonly record: PatientRecord;
}

/** The row in edit and what was typed into it: both stay when the user looks at another section (SPEC-NOTES). */
interface EditSession {
  readonly editing: ActorRefFrom<typeof editPatientMachine>;
  unsaved: PatientRecord | null;
}

/** The edit of whoever is signed in. */
export const editSessionOf = perSignIn(createEditSession);

function createEditSession(store: Store): EditSession {
  const machine = editPatientMachine.provide({
    actors: {
      updatePatient: operationActor(store, 'updatePatient', ({ id, record }: Update) => ({
        path: { id },
        body: record,
      })),
      fetchPatients: operationActor(store, 'fetchPatients', () => undefined),
    },
  });
  const editing = openFlow(flowsOf(appOf(store)), 'edit-patient', machine);
  const session: EditSession = { editing, unsaved: null };
  editing.on('saved', ({ id, answered }) => {
    if (!answered) toastDone('updatePatient');
    if (session.unsaved !== null) showSaved(store, { id, record: session.unsaved });
    session.unsaved = null;
  });
  toastRefusals(editing);
  return session;
}

/** The list shows the saved values at once, not only when it has been fetched again. */
function showSaved(store: Store, { id, record }: Update): void {
  store.dispatch(
    api.util.updateQueryData('fetchPatients', undefined, (patients) => {
      const saved = patients.find((patient) => patient.id === id);
      if (saved !== undefined) Object.assign(saved, record);
    }),
  );
}

import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { ActorRefFrom } from 'xstate';
import {
  failureMessage,
  notSaved,
  outcomeUnknown,
  type Patient,
  type PatientRecord,
  type PatientRowId,
  patientRecord,
  type Request,
} from '@/contract/index';
import { recordOf } from '@/contract/patient-rows';
import { api } from '@/features/api/api';
import { appPortOf, sessionScoped } from '@/features/api/app-port';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import { type Store, toastDone } from '@/features/api/store';
import { toastValidationErrors } from '@/features/api/use-flow';
import type { Address, AddressFieldName } from '@/lib/address/address';
import { missing } from '@/lib/address/strings';
import { editPatientMachine, isRecordComplete } from '@/machines/edit-patient.machine';
import { openFlow } from '@/machines/flows.machine';
import { formResolver } from '@/ui/form/form-errors';
import { strings } from '../strings';

/** The record's keys for the parts of the address. */
export const addressKeys = {
  street: 'patient_street',
  city: 'patient_city',
  postalCode: 'patient_postal_code',
  state: 'patient_state',
  country: 'patient_country',
  addressLine2: 'address_line_2',
} as const satisfies Record<AddressFieldName, keyof PatientRecord>;

/** Returns a patient's address under the names of the address fields. */
export const addressOf = (patient: Pick<PatientRecord, (typeof addressKeys)[AddressFieldName]>): Address => ({
  street: patient.patient_street,
  city: patient.patient_city,
  postalCode: patient.patient_postal_code,
  state: patient.patient_state,
  country: patient.patient_country,
  addressLine2: patient.address_line_2,
});

const resolver = formResolver(patientRecord, {
  ...strings.edit.missing,
  patient_street: missing.other.street,
  patient_city: missing.other.city,
  patient_postal_code: missing.other.postalCode,
  patient_state: missing.other.state,
  patient_country: missing.other.country,
});

interface Update {
  readonly id: PatientRowId;
  readonly record: PatientRecord;
}

/** The row being edited and its unsaved values: both are kept while another section is open (SPEC-NOTES). */
interface EditSession {
  readonly editing: ActorRefFrom<typeof editPatientMachine>;
  unsaved: PatientRecord | null;
  /** What the server had when the form last took it over: a value that differs from it was typed here. */
  base: PatientRecord | null;
}

/** The edit of the signed-in account. */
const editSessionOf = sessionScoped(createEditSession);

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
  const editing = openFlow(appPortOf(store).flows(), 'edit-patient', machine);
  const session: EditSession = { editing, unsaved: null, base: null };
  editing.on('saved', ({ id, answered }) => {
    if (!answered) toastDone('updatePatient');
    if (session.unsaved !== null) showSaved(store, { id, record: session.unsaved });
    session.unsaved = null;
  });
  toastValidationErrors(editing, 'updatePatient');
  return session;
}

/** Shows the saved values in the list at once, without waiting for the refetch. */
function showSaved(store: Store, { id, record }: Update): void {
  store.dispatch(
    api.util.updateQueryData('fetchPatients', undefined, (patients) => {
      const saved = patients.find((patient) => patient.id === id);
      if (saved !== undefined) Object.assign(saved, record);
    }),
  );
}

/** The record as the form has it: its id is not branded yet. */
export type RecordValues = Request<'updatePatient'>['body'];

export interface PatientEditing {
  readonly form: UseFormReturn<RecordValues, unknown, PatientRecord>;
  /** The row being edited, as it was when its edit began. */
  readonly row: Patient | null;
  readonly busy: boolean;
  /** Why the last save failed, as text to show beside it. */
  readonly problem: string | null;
  /** Shown beside the problem if the last save may have succeeded. */
  readonly unknown: string | null;
  /** The user tried to edit another row while this one has unsaved changes. */
  readonly blocked: boolean;
  readonly start: (patient: Patient) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

function useEditSession(): EditSession {
  const store = useApiStore();
  return useMemo(() => editSessionOf(store), [store]);
}

/** Whether the edited row is being saved; no other row can be edited meanwhile. */
export const useIsSaving = (): boolean =>
  useSelector(useEditSession().editing, (snapshot) => snapshot.hasTag('busy'));

/** Editing one row of Update Patients (SPEC §2, §4, §5, §8). */
export function useEditPatient(): PatientEditing {
  const session = useEditSession();
  const { row, validationError, failure } = useSelector(session.editing, ({ context }) => context);
  const busy = useIsSaving();
  const isUnknown = useSelector(session.editing, (snapshot) => snapshot.hasTag('outcome-unknown'));
  const [blocked, setBlocked] = useState(false);
  const form = useForm<RecordValues, unknown, PatientRecord>({
    resolver,
    ...(row === null ? {} : { defaultValues: recordOf(row) }),
  });

  useEffect(() => {
    if (session.unsaved !== null) form.reset(session.unsaved, { keepDefaultValues: true });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const edited = session.editing.getSnapshot().context.row;
        if (edited !== null) session.unsaved = { ...values, patient_id: edited.patient_id };
      },
    });
  }, [form, session]);

  const { listed } = api.useFetchPatientsQuery(undefined, {
    selectFromResult: ({ data }) => ({ listed: data?.find((patient) => patient.id === row?.id) }),
  });
  // The row is saved whole, so what another tab has changed in it meanwhile would be undone.
  useEffect(() => {
    const { base } = session;
    if (listed === undefined || base === null || busy) return;
    // Not its address: parts of two tabs' addresses would make one that neither user entered.
    const now = { ...recordOf(listed), ...addressIn(base) };
    for (const key of changedKeys(base, now)) {
      if (form.getValues(key) === base[key]) form.setValue(key, now[key]);
    }
    session.base = now;
  }, [form, session, listed, busy]);

  const start = (patient: Patient) => {
    const unsaved = session.unsaved;
    if (row !== null && unsaved !== null && !isSame(unsaved, session.base ?? recordOf(row))) {
      return setBlocked(true);
    }
    if (row !== null) session.editing.send({ type: 'CANCEL' });
    setBlocked(false);
    form.reset(recordOf(patient));
    session.base = recordOf(patient);
    session.unsaved = session.base;
    session.editing.send({ type: 'EDIT', row: patient });
  };
  const save = () => {
    const send = (record: PatientRecord) => session.editing.send({ type: 'SAVE', record });
    void form.handleSubmit(
      (record) => {
        setBlocked(false);
        session.unsaved = record;
        send(record);
      },
      // The machine rejects a record with blank fields with SPEC §5's message; an invalid email only marks its field.
      () => {
        const record = session.unsaved;
        if (record !== null && !isRecordComplete(record)) send(record);
      },
    )();
  };
  const cancel = () => {
    setBlocked(false);
    session.unsaved = null;
    session.editing.send({ type: 'CANCEL' });
  };

  const failed = failure === null ? null : failureMessage(failure);
  // SPEC §8 only logs a save without a response, so the message is what is known about it.
  const unnamed = failure === null ? null : isUnknown ? outcomeUnknown.typed : notSaved;
  const problem = busy ? null : (validationError ?? failed ?? unnamed);
  const unknown = isUnknown && problem !== outcomeUnknown.typed ? outcomeUnknown.typed : null;
  return { form, row, busy, problem, unknown, blocked, start, save, cancel };
}

const addressIn = (record: PatientRecord) =>
  Object.fromEntries(Object.values(addressKeys).map((key) => [key, record[key]]));

const isSame = (one: PatientRecord, other: PatientRecord): boolean => changedKeys(one, other).length === 0;

const changedKeys = (one: PatientRecord, other: PatientRecord) =>
  (Object.keys(other) as (keyof PatientRecord)[]).filter((key) => one[key] !== other[key]);

import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { ActorRefFrom } from 'xstate';
import { api } from '@/app/api';
import { appPortOf, sessionScoped } from '@/app/app-port';
import {
  addressAsOne,
  discardDraft,
  draftOf,
  type FormDraft,
  storedDraftNames,
  useDraft,
  useIsChanged,
} from '@/app/form-draft';
import { operationActor, runOperation, useApiStore } from '@/app/operation-actor';
import { notSentText, settleDraft } from '@/app/record-write';
import { dashboardToast, type Store } from '@/app/store';
import {
  failureMessage,
  notSaved,
  outcomeUnknown,
  type Patient,
  type PatientRecord,
  type PatientRowId,
  patientRecord,
} from '@/contract';
import type * as z from '@/contract/zod';
import { patientAddress } from '@/domain/merge-record';
import { recordOf } from '@/domain/patient-rows';
import type { Address, AddressFieldName } from '@/lib/address/address';
import { missing } from '@/lib/address/strings';
import { editPatientMachine, isRecordComplete } from '@/machines/edit-patient.machine';
import { openFlow } from '@/machines/flows.machine';
import { writeOf } from '@/machines/write.machine';
import { formResolver } from '@/ui/form/form-errors';
import { strings } from '../strings';

/** Returns a patient's address under the names of the address fields. */
export const addressOf = (
  patient: Pick<PatientRecord, (typeof patientAddress)[AddressFieldName]>,
): Address => ({
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

/** The name of a row's draft: its unsaved values, also while another section is open and after a reload. */
const draftName = ({ id }: Pick<Patient, 'id'>): string => `${draftPrefix}${id}`;
const draftPrefix = 'patient ';

const draftFields = addressAsOne(patientAddress);

/** Returns the draft of a row in the list, updated by the list. */
function upToDateDraft(store: Store, row: Patient): FormDraft {
  const draft = draftOf(store, draftName(row));
  draft.takeOver(draftFields.toTexts(recordOf(row)));
  return draft;
}

/** Returns the row with unsaved values from before a reload, if any; discards drafts that are saved or have no row. */
function unsavedRow(store: Store, patients: readonly Patient[]): Patient | undefined {
  for (const name of storedDraftNames(store).filter((stored) => stored.startsWith(draftPrefix))) {
    const row = patients.find((patient) => draftName(patient) === name);
    if (row !== undefined && upToDateDraft(store, row).isChanged) return row;
    if (row === undefined) showGone(draftOf(store, name).typed('patient_name'));
    discardDraft(store, name);
  }
  return undefined;
}

const showGone = (name?: string) => dashboardToast(strings.edit.gone(name), { tone: 'warning' });

/** Returns the form's values: the row's values in the list, overridden by the unsaved ones. */
const valuesIn = (draft: FormDraft, row: Patient): RecordValues => ({
  ...recordOf(row),
  ...draftFields.toValues(draft.values),
});

/** The row being edited: it stays so while another section is open (§Notes). */
const editingOf = sessionScoped(startFlow);

function startFlow(store: Store): ActorRefFrom<typeof editPatientMachine> {
  const editedId = () => {
    const { row } = editing.getSnapshot().context;
    if (row === null) throw new Error('A row was saved that is not being edited.');
    return row.id;
  };
  const machine = editPatientMachine.provide({
    actors: {
      fetchPatients: operationActor(store, 'fetchPatients', () => undefined),
      write: writeOf<PatientRecord>({
        read: async () => {
          const patients = await runOperation(store, 'fetchPatients', undefined);
          const stored = patients.find(({ id }) => id === editedId());
          return stored === undefined ? null : recordOf(stored);
        },
        send: ({ body }) => runOperation(store, 'updatePatient', { path: { id: editedId() }, body }),
      }),
    },
  });
  const editing = openFlow(appPortOf(store).flows(), 'edit-patient', machine);
  editing.on('ended', ({ id, result }) => {
    settleDraft(store, draftName({ id }), draftFields, 'updatePatient', result);
    if (result.end !== 'done') return;
    showSaved(store, { id, record: result.body });
    discardDraft(store, draftName({ id }));
  });
  return editing;
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
export type RecordValues = z.input<typeof patientRecord>;

export interface PatientEditing {
  readonly form: UseFormReturn<RecordValues, unknown, PatientRecord>;
  /** The row being edited, as it was when its edit began. */
  readonly row: Patient | null;
  /** The unsaved values of that row. */
  readonly draft: FormDraft | null;
  readonly busy: boolean;
  /** Why the last save failed, as text to show beside it. */
  readonly problem: string | null;
  /** Shown beside the problem if the last save may have succeeded. */
  readonly unknown: string | null;
  /** Show the notice of unsaved changes: the user tried to edit another row, or has just come back to them. */
  readonly showsNotice: boolean;
  /** The row is no longer listed: it can't be saved, but what was typed is not lost. */
  readonly isGone: boolean;
  /** The last save sent nothing, because the user must choose between two values first. */
  readonly isStopped: boolean;
  /** Asks which value to keep of a field that was also changed elsewhere. */
  readonly questionOf: ReturnType<typeof useDraft>['questionOf'];
  /** Returns false while a row is being saved. */
  readonly start: (patient: Patient) => boolean;
  readonly save: () => void;
  readonly cancel: () => void;
}

/** Whether the edited row is being saved; no other row can be edited meanwhile. */
export const useIsSaving = (): boolean =>
  useSelector(editingOf(useApiStore()), (snapshot) => snapshot.hasTag('busy'));

/** Editing one row of Update Patients (§2, §4, §5, §8). */
export function useEditPatient(): PatientEditing {
  const store = useApiStore();
  const editing = editingOf(store);
  const { row, validationError, result } = useSelector(editing, ({ context }) => context);
  const busy = useIsSaving();
  const draft = row === null ? null : draftOf(store, draftName(row));
  const isChanged = useIsChanged(draft);
  const [showsNotice, setShowsNotice] = useState(!busy && isChanged);
  if (showsNotice && !isChanged) setShowsNotice(false);
  const form = useForm<RecordValues, unknown, PatientRecord>({
    resolver,
    ...(row === null || draft === null ? {} : { defaultValues: valuesIn(draft, row) }),
  });
  const { patients } = api.useFetchPatientsQuery(undefined, {
    selectFromResult: ({ data }) => ({ patients: data }),
  });
  const currentRow = patients?.find(({ id }) => id === row?.id);
  const saved = currentRow === undefined ? null : draftFields.toTexts(recordOf(currentRow));
  const { questionOf, hasQuestions } = useDraft(form, draft, saved, busy, draftFields);

  const open = (patient: Patient) => {
    editing.send({ type: 'EDIT', row: patient });
    // The form must never have the values of another row than the one that a save is sent for.
    if (editing.getSnapshot().context.row === patient)
      form.reset(valuesIn(upToDateDraft(store, patient), patient));
  };
  // These two read the row as it is now: since the last render, another may have been opened.
  const close = () => {
    const snapshot = editing.getSnapshot();
    // A save that was sent cannot be cancelled.
    if (snapshot.context.row === null || snapshot.hasTag('busy')) return;
    discardDraft(store, draftName(snapshot.context.row));
    editing.send({ type: 'CANCEL' });
  };
  const start = (patient: Patient) => {
    const snapshot = editing.getSnapshot();
    if (snapshot.hasTag('busy')) return false;
    const edited = snapshot.context.row;
    if (edited !== null && draftOf(store, draftName(edited)).isChanged) {
      setShowsNotice(true);
    } else {
      close();
      open(patient);
    }
    return true;
  };
  const save = () => {
    const send = (record: PatientRecord) => {
      const base = draft === null ? {} : (draftFields.toValues(draft.submit()) as Partial<PatientRecord>);
      editing.send({ type: 'SAVE', record, base });
    };
    void form.handleSubmit(
      (record) => {
        setShowsNotice(false);
        send(record);
      },
      // The machine rejects a record with blank fields with §5's message; an invalid email only marks its field.
      () => {
        if (row === null) return;
        const record = { ...form.getValues(), patient_id: row.patient_id };
        if (!isRecordComplete(record)) send(record);
      },
    )();
  };

  const isGone = row !== null && patients !== undefined && currentRow === undefined && !busy;
  const closeGone = useEffectEvent(() => close());
  useEffect(() => {
    if (isGone && !isChanged) closeGone();
  }, [isGone, isChanged]);

  const restore = useEffectEvent((rows: readonly Patient[]) => {
    const unsaved = unsavedRow(store, rows);
    if (unsaved === undefined) return;
    open(unsaved);
    setShowsNotice(true);
  });
  // Before the list is shown with the row as it was saved.
  useLayoutEffect(() => {
    if (row === null && patients !== undefined) restore(patients);
  }, [row, patients]);

  const isUnknown = !busy && result?.end === 'unknown';
  // §8 only logs a save without a response, so the message is what is known about it.
  const unnamed = isUnknown ? outcomeUnknown.typed : result?.end === 'rejected' ? notSaved : null;
  const gone = isGone ? strings.edit.cannotSave(row.patient_name) : null;
  const failed = result && (notSentText(result, hasQuestions) ?? failureMessage(result.failure) ?? unnamed);
  const problem = busy ? null : (validationError ?? gone ?? failed);
  const unknown = isUnknown && problem !== outcomeUnknown.typed ? outcomeUnknown.typed : null;
  return {
    form,
    row,
    draft,
    busy,
    problem,
    unknown,
    showsNotice,
    isGone,
    isStopped: !busy && result?.end === 'changed-by-both',
    questionOf,
    start,
    save,
    cancel: close,
  };
}

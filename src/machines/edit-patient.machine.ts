import { assign, enqueueActions, setup } from 'xstate';
import {
  type Answer,
  type Failure,
  hasSent,
  isBlank,
  isOutcomeUnknown,
  type Patient,
  type PatientRecord,
  type PatientRowId,
  patientRecord,
  requiredFieldsOf,
  validationMessages,
} from '@/contract';
import { type Caught, failureOf, notProvided, type ValidationErrorEvent, writeFailed } from './failure';

interface EditPatientContext {
  /** The row being edited, as the server last sent it. */
  readonly row: Patient | null;
  /** The record last submitted. */
  readonly record: PatientRecord | null;
  readonly validationError: string | null;
  readonly failure: Failure | null;
}

type EditPatientEvent =
  | { readonly type: 'EDIT'; readonly row: Patient }
  | { readonly type: 'SAVE'; readonly record: PatientRecord }
  | { readonly type: 'CANCEL' };

type EditPatientEmitted =
  /** `answered` is false if the response was lost and the list shows that the record was saved. */
  | {
      readonly type: 'saved';
      readonly id: PatientRowId;
      readonly record: PatientRecord;
      readonly answered: boolean;
    }
  | ValidationErrorEvent;

const requiredFields = requiredFieldsOf(patientRecord);

/** Whether a record has every field required by §5 "Update patient"; age is not required. */
export const isRecordComplete = (record: PatientRecord): boolean =>
  requiredFields.every((field) => !isBlank(record[field]));

const editPatient = setup({
  types: {} as {
    context: EditPatientContext;
    events: EditPatientEvent;
    emitted: EditPatientEmitted;
    tags: 'viewing' | 'editing' | 'outcome-unknown' | 'busy';
  },
  actors: {
    updatePatient: notProvided<unknown, { id: PatientRowId; record: PatientRecord }>('updatePatient'),
    fetchPatients: notProvided<Answer<'fetchPatients'>, void>('fetchPatients'),
  },
  guards: {
    incomplete: (_, { record }: { record: PatientRecord }) => !isRecordComplete(record),
    outcomeUnknown: (_, { error }: Caught) => isOutcomeUnknown(error),
    isSaved: ({ context: { row, record } }, { patients }: { patients: readonly Patient[] }) => {
      const stored = patients.find(({ id }) => id === row?.id);
      return stored !== undefined && record !== null && hasSent(stored, record);
    },
  },
  actions: {
    startEditing: assign({
      row: (_, { row }: { row: Patient }) => row,
      record: null,
      validationError: null,
      failure: null,
    }),
    stopEditing: assign({ row: null, record: null, validationError: null, failure: null }),
    keepRecord: assign({
      record: (_, { record }: { record: PatientRecord }) => record,
      validationError: null,
      failure: null,
    }),
    rejectInput: enqueueActions(({ enqueue }) => {
      enqueue.assign({ validationError: validationMessages.updatePatient, failure: null });
      enqueue.emit({ type: 'validation-error', message: validationMessages.updatePatient });
    }),
    announceSaved: enqueueActions(
      ({ context: { row, record }, enqueue }, { answered }: { answered: boolean }) => {
        if (row !== null && record !== null) enqueue.emit({ type: 'saved', id: row.id, record, answered });
      },
    ),
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
  },
});

/** Shared by the states in which the row is edited: at first, and after an unknown outcome. */
const editing = editPatient.createStateConfig({
  on: {
    SAVE: [
      { guard: { type: 'incomplete', params: ({ event }) => event }, actions: 'rejectInput' },
      { target: 'saving', actions: { type: 'keepRecord', params: ({ event }) => event } },
    ],
    CANCEL: { target: 'viewing', actions: 'stopEditing' },
  },
});

/**
 * Edits one row of the patient list (§2 "Update Patients", §5 "Update patient", §8 "Update patient").
 *
 * ```
 * viewing → EDIT → editing → SAVE → saving → viewing (emits saved)
 * editing → CANCEL → viewing ; saving → editing (failure)
 * saving → checking (no response) → viewing (the list has what was typed) | outcomeUnknown → SAVE → saving
 * ```
 */
export const editPatientMachine = editPatient.createMachine({
  id: 'editPatient',
  context: { row: null, record: null, validationError: null, failure: null },
  initial: 'viewing',
  states: {
    viewing: {
      tags: 'viewing',
      on: {
        EDIT: { target: 'editing', actions: { type: 'startEditing', params: ({ event }) => event } },
      },
    },
    editing: { ...editing, tags: 'editing' },
    outcomeUnknown: { ...editing, tags: ['editing', 'outcome-unknown'] },
    saving: {
      tags: ['editing', 'busy'],
      invoke: {
        id: 'updatePatient',
        src: 'updatePatient',
        input: ({ context: { row, record } }) => {
          if (row === null || record === null) throw new Error('A save was started without a row.');
          return { id: row.id, record };
        },
        onDone: {
          target: 'viewing',
          actions: [{ type: 'announceSaved', params: { answered: true } }, 'stopEditing'],
        },
        onError: writeFailed('checking', 'editing'),
      },
    },
    checking: {
      tags: ['editing', 'busy'],
      invoke: {
        id: 'fetchPatients',
        src: 'fetchPatients',
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => ({ patients: event.output }) },
            target: 'viewing',
            actions: [{ type: 'announceSaved', params: { answered: false } }, 'stopEditing'],
          },
          { target: 'outcomeUnknown' },
        ],
        onError: 'outcomeUnknown',
      },
    },
  },
});

import { assign, enqueueActions, setup } from 'xstate';
import {
  type Failure,
  isBlank,
  type Patient,
  type PatientRecord,
  type PatientRowId,
  patientRecord,
  requiredFieldsOf,
  validationMessages,
} from '@/contract';
import { caught, type DefectEvent, keepFailure, notProvided, type RefusedEvent, refuseWith } from './failure';

interface EditPatientContext {
  /** The row being edited, as the server last sent it. */
  readonly row: Patient | null;
  /** The record last handed in to be saved. */
  readonly record: PatientRecord | null;
  readonly refusal: string | null;
  readonly failure: Failure | null;
}

type EditPatientEvent =
  | { readonly type: 'EDIT'; readonly row: Patient }
  | { readonly type: 'SAVE'; readonly record: PatientRecord }
  | { readonly type: 'CANCEL' };

type EditPatientEmitted = { readonly type: 'saved'; readonly id: PatientRowId } | RefusedEvent | DefectEvent;

const requiredFields = requiredFieldsOf(patientRecord);

/** Whether a record holds everything that SPEC §5 "Update patient" asks for; age is not among it. */
export const isRecordComplete = (record: PatientRecord): boolean =>
  requiredFields.every((field) => !isBlank(record[field]));

/**
 * Editing one row of the patient list (SPEC §2 "Update Patients", §5 "Update patient", §8 "Update patient").
 *
 * ```
 * viewing → EDIT → editing → SAVE → saving → viewing
 * editing → CANCEL → viewing ; saving → editing (failure)
 * ```
 */
export const editPatientMachine = setup({
  types: {} as {
    context: EditPatientContext;
    events: EditPatientEvent;
    emitted: EditPatientEmitted;
    tags: 'viewing' | 'editing' | 'busy';
  },
  actors: {
    updatePatient: notProvided<unknown, { id: PatientRowId; record: PatientRecord }>('updatePatient'),
  },
  guards: {
    incomplete: (_, { record }: { record: PatientRecord }) => !isRecordComplete(record),
  },
  actions: {
    startEditing: assign({
      row: (_, { row }: { row: Patient }) => row,
      record: null,
      refusal: null,
      failure: null,
    }),
    stopEditing: assign({ row: null, record: null, refusal: null, failure: null }),
    keepRecord: assign({
      record: (_, { record }: { record: PatientRecord }) => record,
      refusal: null,
      failure: null,
    }),
    refuse: refuseWith(validationMessages.updatePatient),
    announceSaved: enqueueActions(({ context, enqueue }) => {
      if (context.row !== null) enqueue.emit({ type: 'saved', id: context.row.id });
    }),
    fail: keepFailure(),
  },
}).createMachine({
  id: 'editPatient',
  context: { row: null, record: null, refusal: null, failure: null },
  initial: 'viewing',
  states: {
    viewing: {
      tags: 'viewing',
      on: {
        EDIT: { target: 'editing', actions: { type: 'startEditing', params: ({ event }) => event } },
      },
    },
    editing: {
      tags: 'editing',
      on: {
        SAVE: [
          { guard: { type: 'incomplete', params: ({ event }) => event }, actions: 'refuse' },
          { target: 'saving', actions: { type: 'keepRecord', params: ({ event }) => event } },
        ],
        CANCEL: { target: 'viewing', actions: 'stopEditing' },
      },
    },
    saving: {
      tags: ['editing', 'busy'],
      invoke: {
        id: 'updatePatient',
        src: 'updatePatient',
        input: ({ context: { row, record } }) => {
          if (row === null || record === null) throw new Error('A save was started without a row.');
          return { id: row.id, record };
        },
        onDone: { target: 'viewing', actions: ['announceSaved', 'stopEditing'] },
        onError: { target: 'editing', actions: { type: 'fail', params: caught } },
      },
    },
  },
});

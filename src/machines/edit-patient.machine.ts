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
import { mergeRecord } from '@/domain/merge-record';
import { recordOf } from '@/domain/patient-rows';
import { type Caught, failureOf, notProvided, type ValidationErrorEvent, writeFailed } from './failure';

interface EditPatientContext {
  /** The row being edited, as the server last sent it. */
  readonly row: Patient | null;
  /** The record last submitted, merged with the server's once that was fetched. */
  readonly record: PatientRecord | null;
  /** The values that the user's edits started from (see `mergeRecord`). */
  readonly base: Partial<PatientRecord>;
  /** What was last sent without an answer. */
  readonly sent: PatientRecord | null;
  readonly validationError: string | null;
  readonly failure: Failure | null;
}

type EditPatientEvent =
  | { readonly type: 'EDIT'; readonly row: Patient }
  | { readonly type: 'SAVE'; readonly record: PatientRecord; readonly base: Partial<PatientRecord> }
  | { readonly type: 'CANCEL' };

type EditPatientEmitted =
  /** The row as the server has it, before it is saved. */
  | { readonly type: 'fetched'; readonly row: Patient }
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

const storedRow = ({ row }: EditPatientContext, patients: readonly Patient[]): Patient | undefined =>
  patients.find(({ id }) => id === row?.id);

/** Returns the submitted record merged with what the server has; null if the patient is no longer listed. */
function merge(context: EditPatientContext, patients: readonly Patient[]) {
  const { record, base, sent } = context;
  const stored = storedRow(context, patients);
  if (stored === undefined || record === null) return null;
  return mergeRecord<PatientRecord>(base, record, recordOf(stored), sent);
}

const closed = { row: null, record: null, base: {}, sent: null, validationError: null, failure: null };

const editPatient = setup({
  types: {} as {
    context: EditPatientContext;
    events: EditPatientEvent;
    emitted: EditPatientEmitted;
    tags: 'viewing' | 'editing' | 'outcome-unknown' | 'changed-elsewhere' | 'not-fetched' | 'busy';
  },
  actors: {
    updatePatient: notProvided<unknown, { id: PatientRowId; record: PatientRecord }>('updatePatient'),
    fetchPatients: notProvided<Answer<'fetchPatients'>, void>('fetchPatients'),
  },
  guards: {
    incomplete: (_, { record }: { record: PatientRecord }) => !isRecordComplete(record),
    outcomeUnknown: (_, { error }: Caught) => isOutcomeUnknown(error),
    unanswered: ({ context: { failure } }) => isOutcomeUnknown(failure),
    isSaved: ({ context }, { patients }: { patients: readonly Patient[] }) => {
      const stored = storedRow(context, patients);
      return stored !== undefined && context.record !== null && hasSent(stored, context.record);
    },
    mergesAlone: ({ context }, { patients }: { patients: readonly Patient[] }) =>
      merge(context, patients)?.conflicts.length === 0,
  },
  actions: {
    stopEditing: assign(closed),
    announceFetched: enqueueActions(
      ({ context, enqueue }, { patients }: { patients: readonly Patient[] }) => {
        const row = storedRow(context, patients);
        if (row !== undefined) enqueue.emit({ type: 'fetched', row });
        enqueue.assign({ failure: null });
      },
    ),
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

/** Shared by the states in which the row is edited: at first, and after a save that did not end well. */
const editing = editPatient.createStateConfig({
  on: {
    SAVE: [
      { guard: { type: 'incomplete', params: ({ event }) => event }, actions: 'rejectInput' },
      {
        target: 'comparing',
        actions: assign({
          record: ({ event }) => event.record,
          base: ({ event }) => event.base,
          validationError: null,
        }),
      },
    ],
    CANCEL: { target: 'viewing', actions: 'stopEditing' },
  },
});

/**
 * Edits one row of the patient list (§2 "Update Patients", §5 "Update patient", §8 "Update patient").
 *
 * ```
 * viewing → EDIT → opening → editing → SAVE → comparing → saving → viewing (emits saved)
 * editing → CANCEL → viewing ; saving → editing (failure)
 * comparing → changedElsewhere (the user must choose, or the patient is gone) | notFetched → SAVE → comparing
 * saving → checking (no response) → viewing (the list has what was typed) | outcomeUnknown → SAVE → comparing
 * ```
 */
export const editPatientMachine = editPatient.createMachine({
  id: 'editPatient',
  context: closed,
  initial: 'viewing',
  states: {
    viewing: {
      tags: 'viewing',
      on: {
        EDIT: { target: 'opening', actions: assign(({ event: { row } }) => ({ ...closed, row })) },
      },
    },
    /** The list may be of this morning, so it is fetched while the user begins to type. */
    opening: {
      ...editing,
      tags: 'editing',
      invoke: { id: 'fetchRow', src: 'fetchPatients', onDone: 'editing', onError: 'editing' },
    },
    editing: { ...editing, tags: 'editing' },
    outcomeUnknown: { ...editing, tags: ['editing', 'outcome-unknown'] },
    changedElsewhere: { ...editing, tags: ['editing', 'changed-elsewhere'] },
    notFetched: { ...editing, tags: ['editing', 'not-fetched'] },
    comparing: {
      tags: ['editing', 'busy'],
      invoke: {
        id: 'fetchBeforeSave',
        src: 'fetchPatients',
        onDone: [
          {
            guard: { type: 'mergesAlone', params: ({ event }) => ({ patients: event.output }) },
            target: 'saving',
            actions: [
              assign({
                record: ({ context, event }) => merge(context, event.output)?.merged ?? context.record,
              }),
              { type: 'announceFetched', params: ({ event }) => ({ patients: event.output }) },
            ],
          },
          {
            target: 'changedElsewhere',
            actions: { type: 'announceFetched', params: ({ event }) => ({ patients: event.output }) },
          },
        ],
        onError: [
          { guard: 'unanswered', target: 'outcomeUnknown' },
          { target: 'notFetched', actions: assign({ failure: null }) },
        ],
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
        onDone: {
          target: 'viewing',
          actions: [{ type: 'announceSaved', params: { answered: true } }, 'stopEditing'],
        },
        onError: writeFailed('checking', 'editing'),
      },
    },
    checking: {
      tags: ['editing', 'busy'],
      entry: assign({ sent: ({ context }) => context.record }),
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

import { assertEvent, assign, enqueueActions, setup } from 'xstate';
import {
  type Answer,
  isBlank,
  type Patient,
  type PatientRecord,
  type PatientRowId,
  patientRecord,
  requiredFieldsOf,
  validationMessages,
} from '@/contract';
import { notProvided } from './failure';
import { startedWrite, stoppedWrite, type WriteResult, writeOf } from './write.machine';

interface EditPatientContext {
  /** The row being edited, as it was when its edit began. */
  readonly row: Patient | null;
  /** How the last save ended; null before the first one. */
  readonly result: WriteResult<PatientRecord> | null;
  readonly validationError: string | null;
}

type EditPatientEvent =
  | { readonly type: 'EDIT'; readonly row: Patient }
  | { readonly type: 'SAVE'; readonly record: PatientRecord; readonly base: Partial<PatientRecord> }
  | { readonly type: 'CANCEL' };

/** A save ended. */
interface EditPatientEmitted {
  readonly type: 'ended';
  readonly id: PatientRowId;
  readonly result: WriteResult<PatientRecord>;
}

const requiredFields = requiredFieldsOf(patientRecord);

/** Whether a record has every field required by §5 "Update patient"; age is not required. */
export const isRecordComplete = (record: PatientRecord): boolean =>
  requiredFields.every((field) => !isBlank(record[field]));

const closed = { row: null, result: null, validationError: null };

const editPatient = setup({
  types: {} as {
    context: EditPatientContext;
    events: EditPatientEvent;
    emitted: EditPatientEmitted;
    tags: 'viewing' | 'editing' | 'busy';
  },
  actors: {
    write: writeOf<PatientRecord>(),
    fetchPatients: notProvided<Answer<'fetchPatients'>, void>('fetchPatients'),
  },
  guards: {
    incomplete: ({ event }) => event.type === 'SAVE' && !isRecordComplete(event.record),
    done: (_, { end }: WriteResult<PatientRecord>) => end === 'done',
  },
  actions: {
    end: enqueueActions(({ context: { row }, enqueue }, result: WriteResult<PatientRecord>) => {
      enqueue.assign({ result });
      if (row !== null) enqueue.emit({ type: 'ended', id: row.id, result });
    }),
  },
});

/** Shared by the states in which the row is edited: while it is fetched, and afterwards. */
const editing = editPatient.createStateConfig({
  on: {
    SAVE: [
      {
        guard: 'incomplete',
        actions: assign({ validationError: validationMessages.updatePatient }),
      },
      {
        target: 'saving',
        actions: assign(({ context: { result }, event: { record } }) => ({
          validationError: null,
          result: startedWrite(record, result),
        })),
      },
    ],
    CANCEL: { target: 'viewing', actions: assign(closed) },
  },
});

/**
 * Edits one row of the patient list (§2 "Update Patients", §5 "Update patient", §8 "Update patient"). Chart:
 * docs/machines/edit-patient.md.
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
    saving: {
      tags: ['editing', 'busy'],
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context: { result }, event }) => {
          assertEvent(event, 'SAVE');
          return { body: event.record, base: event.base, sent: result?.sent ?? null };
        },
        onDone: [
          {
            guard: { type: 'done', params: ({ event }) => event.output },
            target: 'viewing',
            actions: [{ type: 'end', params: ({ event }) => event.output }, assign(closed)],
          },
          { target: 'editing', actions: { type: 'end', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'end', params: ({ context, event }) => stoppedWrite(context.result, event.error) },
        },
      },
    },
  },
});

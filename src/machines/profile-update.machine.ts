import { assign, emit, enqueueActions, setup } from 'xstate';
import {
  type Failure,
  hasSent,
  isBlank,
  isOutcomeUnknown,
  type PatientProfileUpdate,
  patientProfileUpdate,
  requiredFieldsOf,
  validationMessages,
} from '@/contract';
import { mergeRecord } from '@/domain/merge-record';
import { type Caught, failureOf, notProvided, type ValidationErrorEvent, writeFailed } from './failure';

interface ProfileUpdateContext {
  /** The values to save, or those of the last failed try. */
  readonly values: PatientProfileUpdate | null;
  /** The values that the user's edits started from (see `mergeRecord`). */
  readonly base: Partial<PatientProfileUpdate>;
  /** What was last sent without an answer. */
  readonly sent: PatientProfileUpdate | null;
  readonly validationError: string | null;
  readonly failure: Failure | null;
  /** An update got no response, and none was confirmed since. */
  readonly unanswered: boolean;
}

type ProfileUpdateEvent =
  | { readonly type: 'UPDATE'; readonly values: PatientProfileUpdate }
  /** With the values of the form, which may have taken over others since `UPDATE`. */
  | {
      readonly type: 'CONFIRM';
      readonly values: PatientProfileUpdate;
      readonly base: Partial<PatientProfileUpdate>;
    }
  | { readonly type: 'CANCEL' };

type ProfileUpdateEmitted =
  /** The profile as the server has it, before it is saved. */
  | { readonly type: 'fetched'; readonly stored: PatientProfileUpdate }
  /** `answered` is false if the response was lost and the profile shows that it was saved. */
  | { readonly type: 'saved'; readonly values: PatientProfileUpdate; readonly answered: boolean }
  | ValidationErrorEvent;

const requiredFields = requiredFieldsOf(patientProfileUpdate);

/** Returns the fields that §5 "Patient profile" requires and that are blank. */
export const missingProfileFields = (values: PatientProfileUpdate): (keyof PatientProfileUpdate)[] =>
  requiredFields.filter((field) => isBlank(values[field]));

/** Whether every field that §5 "Patient profile" requires has a value. */
export const isProfileComplete = (values: PatientProfileUpdate): boolean =>
  missingProfileFields(values).length === 0;

/** Merges the confirmed values with what the server has. A provider that is set is not the patient's to change (§6). */
function merge({ base, values, sent }: ProfileUpdateContext, stored: PatientProfileUpdate) {
  if (values === null) throw new Error('A profile was fetched without values to save.');
  const clinicId = stored.clinicId === '' ? values.clinicId : stored.clinicId;
  return mergeRecord<PatientProfileUpdate>(base, { ...values, clinicId }, stored, sent);
}

const nothingToSave = {
  values: null,
  base: {},
  sent: null,
  validationError: null,
  failure: null,
  unanswered: false,
};

const profileUpdate = setup({
  types: {} as {
    context: ProfileUpdateContext;
    events: ProfileUpdateEvent;
    emitted: ProfileUpdateEmitted;
    tags: 'editing' | 'outcome-unknown' | 'changed-elsewhere' | 'not-fetched' | 'dialog' | 'busy';
  },
  actors: {
    updateProfile: notProvided<unknown, PatientProfileUpdate>('updateProfile'),
    /** Fetches the profile from the server, in the shape in which it is sent. */
    readProfile: notProvided<PatientProfileUpdate, void>('readProfile'),
  },
  guards: {
    incomplete: (_, { values }: { values: PatientProfileUpdate }) => !isProfileComplete(values),
    outcomeUnknown: (_, { error }: Caught) => isOutcomeUnknown(error),
    unanswered: ({ context }) => context.unanswered,
    mergesAlone: ({ context }, { stored }: { stored: PatientProfileUpdate }) =>
      merge(context, stored).conflicts.length === 0,
    isSaved: ({ context: { values } }, { stored }: { stored: PatientProfileUpdate }) =>
      values !== null && hasSent(stored, values),
  },
  actions: {
    keepValues: assign({
      values: (_, { values }: { values: PatientProfileUpdate }) => values,
      validationError: null,
      failure: null,
    }),
    clearValues: assign(nothingToSave),
    announceFetched: emit((_, { stored }: { stored: PatientProfileUpdate }) => ({
      type: 'fetched' as const,
      stored,
    })),
    keepUnanswered: assign({ unanswered: true }),
    rejectInput: enqueueActions(({ enqueue }) => {
      enqueue.assign({ validationError: validationMessages.requiredFields, failure: null });
      enqueue.emit({ type: 'validation-error', message: validationMessages.requiredFields });
    }),
    announceSaved: enqueueActions(({ context: { values }, enqueue }, { answered }: { answered: boolean }) => {
      if (values !== null) enqueue.emit({ type: 'saved', values, answered });
    }),
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
  },
});

/** Shared by the states in which the profile is edited: at first, and after an update that did not end well. */
const editing = profileUpdate.createStateConfig({
  on: {
    UPDATE: [
      { guard: { type: 'incomplete', params: ({ event }) => event }, actions: 'rejectInput' },
      { target: 'dialog', actions: { type: 'keepValues', params: ({ event }) => event } },
    ],
  },
});

/**
 * Updates the patient's own profile after a confirmation (§2 "Patient profile", §5, §8 "Patient profile").
 *
 * ```
 * editing → UPDATE → dialog → CONFIRM → comparing → saving → editing (emits saved) | editing (failure, values kept)
 * comparing → changedElsewhere (the user must choose) | notFetched → UPDATE → dialog
 * dialog → CANCEL → editing | outcomeUnknown (an earlier update got no response)
 * saving → checking (no response) → editing (emits saved: the server has it) | outcomeUnknown (values kept) → UPDATE
 * ```
 */
export const profileUpdateMachine = profileUpdate.createMachine({
  id: 'profileUpdate',
  context: nothingToSave,
  initial: 'editing',
  states: {
    editing: { ...editing, tags: 'editing' },
    outcomeUnknown: { ...editing, tags: ['editing', 'outcome-unknown'], entry: 'keepUnanswered' },
    changedElsewhere: { ...editing, tags: ['editing', 'changed-elsewhere'] },
    notFetched: { ...editing, tags: ['editing', 'not-fetched'] },
    dialog: {
      tags: 'dialog',
      on: {
        CONFIRM: {
          target: 'comparing',
          actions: [
            { type: 'keepValues', params: ({ event }) => event },
            assign({ base: ({ event }) => event.base }),
          ],
        },
        CANCEL: [
          { guard: 'unanswered', target: 'outcomeUnknown' },
          { target: 'editing', actions: 'clearValues' },
        ],
      },
    },
    comparing: {
      tags: ['editing', 'busy'],
      invoke: {
        id: 'readBeforeUpdate',
        src: 'readProfile',
        onDone: [
          {
            guard: { type: 'mergesAlone', params: ({ event }) => ({ stored: event.output }) },
            target: 'saving',
            actions: [
              assign({ values: ({ context, event }) => merge(context, event.output).merged }),
              { type: 'announceFetched', params: ({ event }) => ({ stored: event.output }) },
            ],
          },
          {
            target: 'changedElsewhere',
            actions: { type: 'announceFetched', params: ({ event }) => ({ stored: event.output }) },
          },
        ],
        onError: [{ guard: 'unanswered', target: 'outcomeUnknown' }, { target: 'notFetched' }],
      },
    },
    saving: {
      tags: ['editing', 'busy'],
      invoke: {
        id: 'updateProfile',
        src: 'updateProfile',
        input: ({ context: { values } }) => {
          if (values === null) throw new Error('A profile was saved without values.');
          return values;
        },
        onDone: {
          target: 'editing',
          actions: [{ type: 'announceSaved', params: { answered: true } }, 'clearValues'],
        },
        onError: writeFailed('checking', 'editing'),
      },
    },
    checking: {
      tags: ['editing', 'busy'],
      entry: assign({ sent: ({ context }) => context.values }),
      invoke: {
        id: 'readProfile',
        src: 'readProfile',
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => ({ stored: event.output }) },
            target: 'editing',
            actions: [{ type: 'announceSaved', params: { answered: false } }, 'clearValues'],
          },
          { target: 'outcomeUnknown' },
        ],
        onError: 'outcomeUnknown',
      },
    },
  },
});

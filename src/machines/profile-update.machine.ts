import { assign, enqueueActions, setup } from 'xstate';
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
import { type Caught, failureOf, notProvided, type ValidationErrorEvent, writeFailed } from './failure';

interface ProfileUpdateContext {
  /** The values to save, or those of the last failed try. */
  readonly values: PatientProfileUpdate | null;
  readonly validationError: string | null;
  readonly failure: Failure | null;
  /** An update got no response, and none was confirmed since. */
  readonly unanswered: boolean;
}

type ProfileUpdateEvent =
  | { readonly type: 'UPDATE'; readonly values: PatientProfileUpdate }
  /** With the values of the form, which may have taken over others since `UPDATE`. */
  | { readonly type: 'CONFIRM'; readonly values: PatientProfileUpdate }
  | { readonly type: 'CANCEL' };

type ProfileUpdateEmitted =
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

const profileUpdate = setup({
  types: {} as {
    context: ProfileUpdateContext;
    events: ProfileUpdateEvent;
    emitted: ProfileUpdateEmitted;
    tags: 'editing' | 'outcome-unknown' | 'dialog' | 'busy';
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
    isSaved: ({ context: { values } }, { stored }: { stored: PatientProfileUpdate }) =>
      values !== null && hasSent(stored, values),
  },
  actions: {
    keepValues: assign({
      values: (_, { values }: { values: PatientProfileUpdate }) => values,
      validationError: null,
      failure: null,
    }),
    clearValues: assign({ values: null, failure: null, unanswered: false }),
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

/** Shared by the states in which the profile is edited: at first, and after an unknown outcome. */
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
 * editing → UPDATE → dialog → CONFIRM → saving → editing (emits saved) | editing (failure, values kept)
 * dialog → CANCEL → editing | outcomeUnknown (an earlier update got no response)
 * saving → checking (no response) → editing (emits saved: the server has it) | outcomeUnknown (values kept) → UPDATE
 * ```
 */
export const profileUpdateMachine = profileUpdate.createMachine({
  id: 'profileUpdate',
  context: { values: null, validationError: null, failure: null, unanswered: false },
  initial: 'editing',
  states: {
    editing: { ...editing, tags: 'editing' },
    outcomeUnknown: { ...editing, tags: ['editing', 'outcome-unknown'], entry: 'keepUnanswered' },
    dialog: {
      tags: 'dialog',
      on: {
        CONFIRM: { target: 'saving', actions: { type: 'keepValues', params: ({ event }) => event } },
        CANCEL: [
          { guard: 'unanswered', target: 'outcomeUnknown' },
          { target: 'editing', actions: 'clearValues' },
        ],
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

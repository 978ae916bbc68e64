import { assign, emit, setup } from 'xstate';
import {
  type Failure,
  isBlank,
  type PatientProfileUpdate,
  patientProfileUpdate,
  requiredFieldsOf,
  validationMessages,
} from '@/contract';
import { caught, type DefectEvent, keepFailure, notProvided, type RefusedEvent, refuseWith } from './failure';

interface ProfileUpdateContext {
  /** What is to be saved, or was when the last try failed. */
  readonly values: PatientProfileUpdate | null;
  readonly refusal: string | null;
  readonly failure: Failure | null;
}

type ProfileUpdateEvent =
  | { readonly type: 'UPDATE'; readonly values: PatientProfileUpdate }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'CANCEL' };

type ProfileUpdateEmitted = { readonly type: 'saved' } | RefusedEvent | DefectEvent;

const requiredFields = requiredFieldsOf(patientProfileUpdate);

/** Takes a profile; gives the fields that SPEC §5 "Patient profile" asks for and that are blank. */
export const missingProfileFields = (values: PatientProfileUpdate): (keyof PatientProfileUpdate)[] =>
  requiredFields.filter((field) => isBlank(values[field]));

/** Whether a profile holds everything that SPEC §5 "Patient profile" asks for. */
export const isProfileComplete = (values: PatientProfileUpdate): boolean =>
  missingProfileFields(values).length === 0;

/**
 * The patient's own profile: Update asks for confirmation (SPEC §2 "Patient profile", §5, §8 "Patient profile").
 *
 * ```
 * editing → UPDATE → dialog → CONFIRM → saving → editing (emits saved) | editing (failure, values kept)
 * dialog → CANCEL → editing
 * ```
 */
export const profileUpdateMachine = setup({
  types: {} as {
    context: ProfileUpdateContext;
    events: ProfileUpdateEvent;
    emitted: ProfileUpdateEmitted;
    tags: 'editing' | 'dialog' | 'busy';
  },
  actors: {
    updateProfile: notProvided<unknown, PatientProfileUpdate>('updateProfile'),
  },
  guards: {
    incomplete: (_, { values }: { values: PatientProfileUpdate }) => !isProfileComplete(values),
  },
  actions: {
    keepValues: assign({
      values: (_, { values }: { values: PatientProfileUpdate }) => values,
      refusal: null,
      failure: null,
    }),
    forgetValues: assign({ values: null }),
    refuse: refuseWith(validationMessages.requiredFields),
    fail: keepFailure(),
  },
}).createMachine({
  id: 'profileUpdate',
  context: { values: null, refusal: null, failure: null },
  initial: 'editing',
  states: {
    editing: {
      tags: 'editing',
      on: {
        UPDATE: [
          { guard: { type: 'incomplete', params: ({ event }) => event }, actions: 'refuse' },
          { target: 'dialog', actions: { type: 'keepValues', params: ({ event }) => event } },
        ],
      },
    },
    dialog: {
      tags: 'dialog',
      on: { CONFIRM: 'saving', CANCEL: { target: 'editing', actions: 'forgetValues' } },
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
        onDone: { target: 'editing', actions: ['forgetValues', emit({ type: 'saved' })] },
        onError: { target: 'editing', actions: { type: 'fail', params: caught } },
      },
    },
  },
});

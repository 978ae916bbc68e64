import { assertEvent, assign, enqueueActions, setup } from 'xstate';
import {
  isBlank,
  type PatientProfileUpdate,
  patientProfileUpdate,
  requiredFieldsOf,
  validationMessages,
} from '@/contract';
import { startedWrite, stoppedWrite, type WriteResult, writeOf } from './write.machine';

interface ProfileUpdateContext {
  /** How the last update ended; null before the first one, and while its outcome no longer matters. */
  readonly result: WriteResult<PatientProfileUpdate> | null;
  readonly validationError: string | null;
}

type ProfileUpdateEvent =
  | { readonly type: 'UPDATE'; readonly values: PatientProfileUpdate }
  /** With the values of the form, which may have taken over others since `UPDATE`. */
  | {
      readonly type: 'CONFIRM';
      readonly values: PatientProfileUpdate;
      /** The values that the user's edits started from (see `mergeRecord`). */
      readonly base: Partial<PatientProfileUpdate>;
    }
  | { readonly type: 'CANCEL' };

/** An update ended. */
interface ProfileUpdateEmitted {
  readonly type: 'ended';
  readonly result: WriteResult<PatientProfileUpdate>;
}

const requiredFields = requiredFieldsOf(patientProfileUpdate);

/** Returns the fields that §5 "Patient profile" requires and that are blank. */
export const missingProfileFields = (values: PatientProfileUpdate): (keyof PatientProfileUpdate)[] =>
  requiredFields.filter((field) => isBlank(values[field]));

/** Whether every field that §5 "Patient profile" requires has a value. */
export const isProfileComplete = (values: PatientProfileUpdate): boolean =>
  missingProfileFields(values).length === 0;

/**
 * Updates the patient's own profile after a confirmation (§2 "Patient profile", §5, §8 "Patient profile"). Chart:
 * docs/machines/profile-update.md.
 */
export const profileUpdateMachine = setup({
  types: {} as {
    context: ProfileUpdateContext;
    events: ProfileUpdateEvent;
    emitted: ProfileUpdateEmitted;
    tags: 'editing' | 'dialog' | 'busy';
  },
  actors: { write: writeOf<PatientProfileUpdate>() },
  guards: {
    incomplete: ({ event }) => event.type === 'UPDATE' && !isProfileComplete(event.values),
  },
  actions: {
    end: enqueueActions(({ enqueue }, result: WriteResult<PatientProfileUpdate>) => {
      enqueue.assign({ result });
      enqueue.emit({ type: 'ended', result });
    }),
    /** Unless something was sent without an answer, and may have been saved. */
    forgetResult: assign({ result: ({ context: { result } }) => (result?.sent ? result : null) }),
  },
}).createMachine({
  id: 'profileUpdate',
  context: { result: null, validationError: null },
  initial: 'editing',
  states: {
    editing: {
      tags: 'editing',
      on: {
        UPDATE: [
          {
            guard: 'incomplete',
            actions: ['forgetResult', assign({ validationError: validationMessages.requiredFields })],
          },
          { target: 'dialog', actions: assign({ validationError: null }) },
        ],
      },
    },
    dialog: {
      tags: 'dialog',
      on: {
        CONFIRM: {
          target: 'updating',
          actions: assign({ result: ({ context, event }) => startedWrite(event.values, context.result) }),
        },
        CANCEL: { target: 'editing', actions: 'forgetResult' },
      },
    },
    updating: {
      tags: ['editing', 'busy'],
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context: { result }, event }) => {
          assertEvent(event, 'CONFIRM');
          return { body: event.values, base: event.base, sent: result?.sent ?? null };
        },
        onDone: { target: 'editing', actions: { type: 'end', params: ({ event }) => event.output } },
        onError: {
          target: 'editing',
          actions: { type: 'end', params: ({ context, event }) => stoppedWrite(context.result, event.error) },
        },
      },
    },
  },
});

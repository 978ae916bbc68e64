import { assign, emit, setup } from 'xstate';
import {
  type Answer,
  type Authorization,
  type Failure,
  isOutcomeUnknown,
  type Patient,
  type PatientId,
  validationMessages,
} from '@/contract';
import { errorIn, failureOf, notProvided } from './failure';

interface AuthorizeContext {
  readonly selected: ReadonlySet<PatientId>;
  /** The value to set for the selected patients: 1, or 0 by the branch that has no button (§4). */
  readonly authorized: Authorization;
  readonly validationError: string | null;
  readonly failure: Failure | null;
}

type AuthorizeEvent =
  | { readonly type: 'TOGGLE'; readonly id: PatientId }
  /** Selects or clears all rows that match the search (§Notes). */
  | { readonly type: 'SET_MANY'; readonly ids: readonly PatientId[]; readonly checked: boolean }
  | { readonly type: 'CLEAR' }
  | { readonly type: 'AUTHORIZE' | 'DEAUTHORIZE' };

interface AuthorizeEmitted {
  readonly type: 'done';
  readonly patientIds: readonly PatientId[];
  readonly authorized: Authorization;
  /** False if the response was lost and the list shows that the change was made. */
  readonly answered: boolean;
}

/** Returns the set with the ids added (`checked`) or removed. */
function withIds(
  selected: ReadonlySet<PatientId>,
  ids: readonly PatientId[],
  checked: boolean,
): ReadonlySet<PatientId> {
  if (checked) return new Set([...selected, ...ids]);
  const gone = new Set(ids);
  return new Set([...selected].filter((id) => !gone.has(id)));
}

const authorize = setup({
  types: {} as {
    context: AuthorizeContext;
    events: AuthorizeEvent;
    emitted: AuthorizeEmitted;
    tags: 'selecting' | 'outcome-unknown' | 'busy';
  },
  actors: {
    setAuthorization: notProvided<unknown, { patientIds: readonly PatientId[]; authorized: Authorization }>(
      'setAuthorization',
    ),
    fetchPatients: notProvided<Answer<'fetchPatients'>, void>('fetchPatients'),
  },
  guards: {
    noneSelected: ({ context }) => context.selected.size === 0,
    outcomeUnknown: ({ event }) => isOutcomeUnknown(errorIn(event)),
    allChanged: ({ context }, { patients }: { patients: readonly Patient[] }) => {
      const statusById = new Map(patients.map(({ patient_id, authorized }) => [patient_id, authorized]));
      return [...context.selected].every((id) => statusById.get(id) === context.authorized);
    },
  },
  actions: {
    clearSelection: assign({ selected: new Set<PatientId>(), validationError: null, failure: null }),
    rejectInput: assign({ validationError: validationMessages.noPatientSelected, failure: null }),
    announceDone: emit(({ context }, { answered }: { answered: boolean }) => ({
      type: 'done',
      patientIds: [...context.selected],
      authorized: context.authorized,
      answered,
    })),
    fail: assign({ failure: ({ event }) => failureOf(errorIn(event)) }),
  },
});

/** Shared by the states in which patients are selected: at first, and after an unknown outcome. */
const selecting = authorize.createStateConfig({
  on: {
    TOGGLE: {
      actions: assign(({ context: { selected }, event: { id } }) => ({
        selected: withIds(selected, [id], !selected.has(id)),
        validationError: null,
      })),
    },
    SET_MANY: {
      actions: assign(({ context, event: { ids, checked } }) => ({
        selected: withIds(context.selected, ids, checked),
        validationError: null,
      })),
    },
    CLEAR: { actions: 'clearSelection', target: 'selecting' },
    AUTHORIZE: [
      { guard: 'noneSelected', target: 'selecting', actions: 'rejectInput' },
      { target: 'changing', actions: assign({ authorized: 1, validationError: null, failure: null }) },
    ],
    DEAUTHORIZE: [
      { guard: 'noneSelected', target: 'selecting', actions: 'rejectInput' },
      { target: 'changing', actions: assign({ authorized: 0, validationError: null, failure: null }) },
    ],
  },
});

/**
 * Authorizes the selected patients (§2 "Authenticate section", §4 "Patient authorization", §8 "Authorize"). They stay
 * selected, because kits are ordered for them next. Chart: docs/machines/authorize.md
 */
export const authorizeMachine = authorize.createMachine({
  id: 'authorize',
  context: { selected: new Set(), authorized: 1, validationError: null, failure: null },
  initial: 'selecting',
  states: {
    selecting: { ...selecting, tags: 'selecting' },
    outcomeUnknown: { ...selecting, tags: ['selecting', 'outcome-unknown'] },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'setAuthorization',
        src: 'setAuthorization',
        input: ({ context: { selected, authorized } }) => ({ patientIds: [...selected], authorized }),
        onDone: {
          target: 'selecting',
          actions: { type: 'announceDone', params: { answered: true } },
        },
        onError: [
          { guard: 'outcomeUnknown', target: 'checking', actions: 'fail' },
          { target: 'selecting', actions: 'fail' },
        ],
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'fetchPatients',
        src: 'fetchPatients',
        onDone: [
          {
            guard: { type: 'allChanged', params: ({ event }) => ({ patients: event.output }) },
            target: 'selecting',
            actions: [{ type: 'announceDone', params: { answered: false } }, assign({ failure: null })],
          },
          { target: 'outcomeUnknown' },
        ],
        // The list itself reports that it could not be fetched.
        onError: 'outcomeUnknown',
      },
    },
  },
});

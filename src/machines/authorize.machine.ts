import { assign, emit, setup } from 'xstate';
import { type Authorization, type Failure, type PatientId, validationMessages } from '@/contract';
import { caught, type DefectEvent, keepFailure, notProvided, type RefusedEvent, refuseWith } from './failure';

interface AuthorizeContext {
  readonly selected: ReadonlySet<PatientId>;
  readonly refusal: string | null;
  readonly failure: Failure | null;
}

type AuthorizeEvent =
  | { readonly type: 'TOGGLE'; readonly id: PatientId }
  /** Select-all over the rows that the search shows (SPEC-NOTES). */
  | { readonly type: 'SET_MANY'; readonly ids: readonly PatientId[]; readonly checked: boolean }
  | { readonly type: 'CLEAR' }
  | { readonly type: 'AUTHORIZE' }
  /** The branch from 1 to 0, for which there is no button (SPEC §4). */
  | { readonly type: 'DEAUTHORIZE' };

type AuthorizeEmitted =
  | { readonly type: 'done'; readonly patientIds: readonly PatientId[]; readonly authorized: Authorization }
  | RefusedEvent
  | DefectEvent;

/** The set with the given ids in it (`checked`) or out of it. */
function withIds(
  selected: ReadonlySet<PatientId>,
  ids: readonly PatientId[],
  checked: boolean,
): ReadonlySet<PatientId> {
  if (checked) return new Set([...selected, ...ids]);
  const gone = new Set(ids);
  return new Set([...selected].filter((id) => !gone.has(id)));
}

/**
 * Authorizing the selected patients (SPEC §2 "Authenticate section", §4 "Patient authorization", §8 "Authorize").
 *
 * ```
 * selecting → AUTHORIZE → authorizing → selecting (emits done, nothing selected)
 * selecting → DEAUTHORIZE → deauthorizing → selecting ; either → selecting (failure, selection kept)
 * ```
 */
export const authorizeMachine = setup({
  types: {} as {
    context: AuthorizeContext;
    events: AuthorizeEvent;
    emitted: AuthorizeEmitted;
    tags: 'selecting' | 'busy';
  },
  actors: {
    setAuthorization: notProvided<unknown, { patientIds: readonly PatientId[]; authorized: Authorization }>(
      'setAuthorization',
    ),
  },
  guards: {
    nobodySelected: ({ context }) => context.selected.size === 0,
  },
  actions: {
    select: assign({
      selected: ({ context }, { ids, checked }: { ids: readonly PatientId[]; checked: boolean }) =>
        withIds(context.selected, ids, checked),
      refusal: null,
    }),
    clearSelection: assign({ selected: new Set<PatientId>(), refusal: null }),
    clearNotes: assign({ refusal: null, failure: null }),
    refuse: refuseWith(validationMessages.nobodySelected),
    announceDone: emit(({ context }, { authorized }: { authorized: Authorization }) => ({
      type: 'done',
      patientIds: [...context.selected],
      authorized,
    })),
    fail: keepFailure(),
  },
}).createMachine({
  id: 'authorize',
  context: { selected: new Set(), refusal: null, failure: null },
  initial: 'selecting',
  states: {
    selecting: {
      tags: 'selecting',
      on: {
        TOGGLE: {
          actions: {
            type: 'select',
            params: ({ context, event }) => ({ ids: [event.id], checked: !context.selected.has(event.id) }),
          },
        },
        SET_MANY: { actions: { type: 'select', params: ({ event }) => event } },
        CLEAR: { actions: 'clearSelection' },
        AUTHORIZE: [
          { guard: 'nobodySelected', actions: 'refuse' },
          { target: 'authorizing', actions: 'clearNotes' },
        ],
        DEAUTHORIZE: [
          { guard: 'nobodySelected', actions: 'refuse' },
          { target: 'deauthorizing', actions: 'clearNotes' },
        ],
      },
    },
    authorizing: {
      tags: 'busy',
      invoke: {
        id: 'authorize',
        src: 'setAuthorization',
        input: ({ context }) => ({ patientIds: [...context.selected], authorized: 1 }),
        onDone: {
          target: 'selecting',
          actions: [{ type: 'announceDone', params: { authorized: 1 } }, 'clearSelection'],
        },
        onError: { target: 'selecting', actions: { type: 'fail', params: caught } },
      },
    },
    deauthorizing: {
      tags: 'busy',
      invoke: {
        id: 'deauthorize',
        src: 'setAuthorization',
        input: ({ context }) => ({ patientIds: [...context.selected], authorized: 0 }),
        onDone: {
          target: 'selecting',
          actions: [{ type: 'announceDone', params: { authorized: 0 } }, 'clearSelection'],
        },
        onError: { target: 'selecting', actions: { type: 'fail', params: caught } },
      },
    },
  },
});

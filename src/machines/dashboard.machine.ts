import { assign, setup } from 'xstate';
import {
  type Answer,
  type DashboardSection,
  isDenied,
  type Role,
  sectionsByRole,
  type VerifiedUser,
} from '@/contract';
import { errorIn, failureOf, missingAction, notProvided } from './failure';

type Sections = readonly [DashboardSection, ...DashboardSection[]];

/** Returns the dashboard sections that a role may open, the default one first (§2, §6). */
export const sectionsOf = (role: Role): Sections => sectionsByRole[role];

/** Returns the section that a role opens if none is saved (§6). */
export const defaultSectionOf = (role: Role): DashboardSection => sectionsOf(role)[0];

/** Returns the first of the sections that the role has, else the role's default. */
const openingSectionOf = (role: Role, candidates: readonly (DashboardSection | null)[]): DashboardSection =>
  candidates.find((section) => section !== null && sectionsOf(role).includes(section)) ??
  defaultSectionOf(role);

export interface DashboardInput {
  /** The section that the address names. */
  readonly namedSection?: DashboardSection | null;
  /** The section stored under `activeOption`; opened if the role lacks the named one. */
  readonly savedSection: DashboardSection | null;
}

interface DashboardContext {
  readonly input: DashboardInput;
  /** Null until the server has verified the user. */
  readonly user: VerifiedUser | null;
  /** The current section; null until the user is known. */
  readonly section: DashboardSection | null;
  /** The server reported that the user is not signed in. */
  readonly denied: boolean;
}

type DashboardEvent = { readonly type: 'OPEN_SECTION'; readonly section: DashboardSection };

/** `denied`: the server reported that the user is not signed in. `unchecked`: the call failed otherwise. */
export type DashboardOutput = { readonly reason: 'denied' | 'unchecked' };

/**
 * The dashboard of a signed-in account: verifies the user, then shows a section (§2 "Dashboard", §4, §6, §8;
 * §Notes "User verification failure"). The parent account machine handles the output.
 * Chart: docs/machines/dashboard.md
 */
export const dashboardMachine = setup({
  types: {} as {
    input: DashboardInput;
    context: DashboardContext;
    events: DashboardEvent;
    output: DashboardOutput;
    tags: 'loading' | 'ready' | 'busy';
  },
  actors: {
    verifyUser: notProvided<Answer<'verifyUser'>, void>('verifyUser'),
  },
  guards: {
    roleHasSection: ({ context: { user }, event }) =>
      event.type === 'OPEN_SECTION' && user !== null && sectionsOf(user.role_id).includes(event.section),
    denied: ({ event }) => isDenied(failureOf(errorIn(event))),
  },
  actions: {
    saveSection: (_, _params: { section: DashboardSection }) => missingAction('saveSection'),
  },
}).createMachine({
  id: 'dashboard',
  context: ({ input }) => ({ input, user: null, section: null, denied: false }),
  initial: 'checking',
  states: {
    checking: {
      tags: ['loading', 'busy'],
      invoke: {
        id: 'verifyUser',
        src: 'verifyUser',
        onDone: {
          target: 'ready',
          actions: assign(({ context, event: { output: user } }) => ({
            user,
            section: openingSectionOf(user.role_id, [
              context.input.namedSection ?? null,
              context.input.savedSection,
            ]),
          })),
        },
        onError: [{ guard: 'denied', target: 'denied' }, { target: 'unchecked' }],
      },
    },
    ready: {
      tags: 'ready',
      on: {
        OPEN_SECTION: {
          guard: 'roleHasSection',
          actions: [
            assign({ section: ({ event }) => event.section }),
            { type: 'saveSection', params: ({ event }) => event },
          ],
        },
      },
    },
    denied: { type: 'final', entry: assign({ denied: true }) },
    unchecked: { type: 'final' },
  },
  output: ({ context: { denied } }) => ({ reason: denied ? 'denied' : 'unchecked' }),
});

import { assign, setup } from 'xstate';
import { type Answer, type Failure, isOutcomeUnknown } from '@/contract';
import { type Caught, caught, failureOf, notProvided } from './failure';

interface PasswordResetInput {
  /** The token in the page's URL, `/reset-password/{token}`. */
  readonly token: string;
}

interface PasswordResetOutput {
  /** The server's message about the change. */
  readonly message: string | null;
}

interface PasswordResetContext extends PasswordResetInput, PasswordResetOutput {
  /** Only set while it is being saved. */
  readonly password: string;
  /** A try got no response, so the password may already be changed. */
  readonly unanswered: boolean;
  readonly failure: Failure | null;
}

type PasswordResetEvent = { readonly type: 'SAVE'; readonly password: string };

/** Whether the server rejected the link itself, so that the user needs a new one (SPEC §8 "Reset password"). */
export const isLinkRejected = (failure: Failure | null): boolean => failure?.status === 400;

const passwordReset = setup({
  types: {} as {
    input: PasswordResetInput;
    context: PasswordResetContext;
    events: PasswordResetEvent;
    output: PasswordResetOutput;
    tags: 'form' | 'outcome-unknown' | 'busy' | 'changed';
  },
  actors: {
    resetPassword: notProvided<Answer<'resetPassword'>, { token: string; password: string }>('resetPassword'),
  },
  guards: { unanswered: ({ context }) => context.unanswered },
  actions: {
    keepPassword: assign({
      password: (_, { password }: { password: string }) => password,
      failure: null,
    }),
    forgetPassword: assign({ password: '' }),
    keepMessage: assign({ message: (_, { message }: Answer<'resetPassword'>) => message ?? null }),
    fail: assign(({ context }, { error }: Caught) => ({
      failure: failureOf(error),
      unanswered: context.unanswered || isOutcomeUnknown(error),
    })),
  },
});

/** Shared by the states in which the password is typed. */
const typing = passwordReset.createStateConfig({
  on: { SAVE: { target: 'saving', actions: { type: 'keepPassword', params: ({ event }) => event } } },
});

/**
 * Sets a new password through a mailed link (SPEC §2 "Reset Password", §8 "Reset password").
 *
 * ```
 * form → SAVE → saving → changed (ends; output: the server's message)
 * saving → notSaved → form (failure) | outcomeUnknown (a response was lost, now or before) → SAVE → saving
 * ```
 * A link works only once: after a lost response, a rejection may mean that the password is already changed.
 */
export const passwordResetMachine = passwordReset.createMachine({
  id: 'passwordReset',
  context: ({ input }) => ({ ...input, password: '', unanswered: false, message: null, failure: null }),
  initial: 'form',
  states: {
    form: { ...typing, tags: 'form' },
    outcomeUnknown: { ...typing, tags: ['form', 'outcome-unknown'] },
    saving: {
      tags: ['form', 'busy'],
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context: { token, password } }) => ({ token, password }),
        onDone: { target: 'changed', actions: { type: 'keepMessage', params: ({ event }) => event.output } },
        onError: { target: 'notSaved', actions: { type: 'fail', params: caught } },
      },
      exit: 'forgetPassword',
    },
    notSaved: { always: [{ guard: 'unanswered', target: 'outcomeUnknown' }, { target: 'form' }] },
    changed: { type: 'final', tags: 'changed' },
  },
  output: ({ context: { message } }) => ({ message }),
});

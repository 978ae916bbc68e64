import { assign, setup } from 'xstate';
import type { Answer, Failure } from '@/contract';
import { caught, type DefectEvent, keepFailure, notProvided } from './failure';

interface PasswordResetInput {
  /** The token in the address of the page, `/reset-password/{token}`. */
  readonly token: string;
}

interface PasswordResetContext extends PasswordResetInput {
  /** Empty but while it is being saved: nothing else needs it. */
  readonly password: string;
  /** What the server said about the change. */
  readonly message: string | null;
  readonly failure: Failure | null;
}

type PasswordResetEvent = { readonly type: 'SAVE'; readonly password: string };

/** Whether the server refused the link itself: only a new one helps then (SPEC §8 "Reset password"). */
export const isLinkRefused = (failure: Failure | null): boolean => failure?.status === 400;

/**
 * Choosing a new password behind a mailed link (SPEC §2 "Reset Password", §8 "Reset password").
 *
 * ```
 * form → SAVE → saving → changed | form (failure)
 * ```
 */
export const passwordResetMachine = setup({
  types: {} as {
    input: PasswordResetInput;
    context: PasswordResetContext;
    events: PasswordResetEvent;
    emitted: DefectEvent;
    tags: 'form' | 'busy' | 'changed';
  },
  actors: {
    resetPassword: notProvided<Answer<'resetPassword'>, { token: string; password: string }>('resetPassword'),
  },
  actions: {
    keepPassword: assign({
      password: (_, { password }: { password: string }) => password,
      failure: null,
    }),
    forgetPassword: assign({ password: '' }),
    keepMessage: assign({ message: (_, { message }: Answer<'resetPassword'>) => message ?? null }),
    fail: keepFailure(),
  },
}).createMachine({
  id: 'passwordReset',
  context: ({ input }) => ({ ...input, password: '', message: null, failure: null }),
  initial: 'form',
  states: {
    form: {
      tags: 'form',
      on: { SAVE: { target: 'saving', actions: { type: 'keepPassword', params: ({ event }) => event } } },
    },
    saving: {
      tags: ['form', 'busy'],
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context: { token, password } }) => ({ token, password }),
        onDone: { target: 'changed', actions: { type: 'keepMessage', params: ({ event }) => event.output } },
        onError: { target: 'form', actions: { type: 'fail', params: caught } },
      },
      exit: 'forgetPassword',
    },
    changed: { tags: 'changed' },
  },
});

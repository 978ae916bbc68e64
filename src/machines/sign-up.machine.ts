import { assertEvent, assign, emit, setup, stateIn } from 'xstate';
import { type Answer, isBlank, normalEmail, resendCodeAfter, type StoreCustomer } from '@/contract';
import { type Caught, caught, isInvalidInput, keepFailure, notProvided } from './failure';
import {
  emailOf,
  listed,
  progressOf,
  type SignUpContext,
  type SignUpEmitted,
  type SignUpEvent,
  type SignUpInput,
  submitted,
} from './sign-up-progress';
import { codeRequestOf, type SignUpValues, storableValues, storeCustomerOf } from './sign-up-values';

/**
 * Registering a provider or a patient (SPEC §2, §4 "Sign-up flow", §8 "Sign-up"; SPEC-NOTES "Sign-up and sessions").
 *
 * ```
 * form → sendingCode → code(idle ⇄ verifying, idle ⇄ resending ∥ cooling → over)
 *      → creatingCustomer → creatingAccount → done
 * creating… → form (400, 422) | unfinished (anything else) → RETRY
 * ```
 * `nextStep` picks the first step that is not yet done for this email, so that no retry repeats one.
 */
export const signUpMachine = setup({
  types: {} as {
    input: SignUpInput;
    context: SignUpContext;
    events: SignUpEvent;
    emitted: SignUpEmitted;
    tags: 'form' | 'code' | 'accepted' | 'can-resend' | 'busy' | 'done';
  },
  actors: {
    sendCode: notProvided<unknown, { email: string; phoneNumber: string }>('sendCode'),
    verifyCode: notProvided<Answer<'verifyOtp'>, { email: string; otp: string }>('verifyCode'),
    createCustomer: notProvided<unknown, StoreCustomer>('createCustomer'),
    createAccount: notProvided<unknown, SignUpValues>('createAccount'),
  },
  guards: {
    codeAccepted: ({ context }) => context.verifiedEmails.includes(emailOf(context)),
    customerExists: ({ context }) =>
      context.verifiedEmails.includes(emailOf(context)) && context.customerEmails.includes(emailOf(context)),
    hasOtp: (_, { otp }: { otp: string }) => !isBlank(otp),
    mayResend: stateIn('#resendAllowed'),
    invalidInput: (_, { error }: Caught) => isInvalidInput(error),
  },
  actions: {
    fail: keepFailure(),
    clearFailure: assign({ failure: null }),
    rememberProgress: emit(({ context }) => ({ type: 'progress', progress: progressOf(context) })),
    keepCodeSent: assign({ codeSentTo: ({ context }) => submitted(context).signup.email }),
    keepVerified: assign({
      verifiedEmails: ({ context }) => listed(context.verifiedEmails, emailOf(context)),
    }),
    keepCustomer: assign({
      customerEmails: ({ context }) => listed(context.customerEmails, emailOf(context)),
    }),
    forgetEverything: assign({
      values: null,
      storedValues: {},
      codeSentTo: null,
      verifiedEmails: [],
      customerEmails: [],
      failure: null,
    }),
  },
  delays: { resendCodeAfter },
}).createMachine({
  id: 'signUp',
  context: ({ input: { kind, progress } }) => ({
    kind,
    values: null,
    storedValues: progress.values,
    codeSentTo: progress.codeSentTo,
    verifiedEmails: progress.verifiedEmail === null ? [] : [normalEmail(progress.verifiedEmail)],
    customerEmails: progress.customerCreatedFor === null ? [] : [normalEmail(progress.customerCreatedFor)],
    failure: null,
  }),
  initial: 'form',
  states: {
    form: {
      tags: 'form',
      on: {
        SUBMIT: {
          target: 'nextStep',
          actions: [
            assign(({ event }) => ({
              values: event.values,
              storedValues: storableValues(event.values),
              failure: null,
            })),
            'rememberProgress',
          ],
        },
      },
    },
    nextStep: {
      always: [
        { guard: 'customerExists', target: 'creatingAccount' },
        { guard: 'codeAccepted', target: 'creatingCustomer' },
        { target: 'sendingCode' },
      ],
    },
    sendingCode: {
      tags: ['form', 'busy'],
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context }) => codeRequestOf(submitted(context)),
        onDone: { target: 'code', actions: ['keepCodeSent', 'rememberProgress'] },
        onError: {
          target: 'form',
          actions: { type: 'fail', params: caught },
        },
      },
    },
    code: {
      tags: 'code',
      type: 'parallel',
      states: {
        entry: {
          initial: 'idle',
          states: {
            idle: {
              on: {
                VERIFY: {
                  guard: { type: 'hasOtp', params: ({ event }) => ({ otp: event.otp }) },
                  target: 'verifying',
                  actions: 'clearFailure',
                },
                RESEND: { guard: 'mayResend', target: 'resending', actions: 'clearFailure' },
                CHANGE_EMAIL: { target: '#signUp.form', actions: 'clearFailure' },
              },
            },
            verifying: {
              tags: 'busy',
              invoke: {
                id: 'verifyCode',
                src: 'verifyCode',
                input: ({ context, event }) => {
                  assertEvent(event, 'VERIFY');
                  return { email: submitted(context).signup.email, otp: event.otp.replace(/\s/g, '') };
                },
                onDone: { target: '#signUp.nextStep', actions: ['keepVerified', 'rememberProgress'] },
                onError: {
                  target: 'idle',
                  actions: { type: 'fail', params: caught },
                },
              },
            },
            resending: {
              tags: 'busy',
              invoke: {
                id: 'resendCode',
                src: 'sendCode',
                input: ({ context }) => codeRequestOf(submitted(context)),
                // Entering the whole screen anew starts the wait for the next code again.
                onDone: { target: '#signUp.code', reenter: true },
                onError: {
                  target: 'idle',
                  actions: { type: 'fail', params: caught },
                },
              },
            },
          },
        },
        resend: {
          initial: 'cooling',
          states: {
            cooling: { after: { resendCodeAfter: 'over' } },
            over: { id: 'resendAllowed', tags: 'can-resend' },
          },
        },
      },
    },
    creatingCustomer: {
      tags: ['code', 'accepted', 'busy'],
      invoke: {
        id: 'createCustomer',
        src: 'createCustomer',
        input: ({ context }) => storeCustomerOf(submitted(context)),
        onDone: { target: 'creatingAccount', actions: ['keepCustomer', 'rememberProgress'] },
        onError: [
          {
            guard: { type: 'invalidInput', params: caught },
            target: 'form',
            actions: { type: 'fail', params: caught },
          },
          {
            target: 'unfinished',
            actions: { type: 'fail', params: caught },
          },
        ],
      },
    },
    creatingAccount: {
      tags: ['code', 'accepted', 'busy'],
      invoke: {
        id: 'createAccount',
        src: 'createAccount',
        input: ({ context }) => submitted(context),
        onDone: {
          target: 'done',
          actions: ['forgetEverything', 'rememberProgress', emit({ type: 'registered' })],
        },
        onError: [
          {
            guard: { type: 'invalidInput', params: caught },
            target: 'form',
            actions: { type: 'fail', params: caught },
          },
          {
            target: 'unfinished',
            actions: { type: 'fail', params: caught },
          },
        ],
      },
    },
    unfinished: {
      tags: ['code', 'accepted'],
      on: {
        RETRY: { target: 'nextStep', actions: 'clearFailure' },
        // The code is known to be right: whoever presses the code screen's button again means "go on".
        VERIFY: { target: 'nextStep', actions: 'clearFailure' },
        CHANGE_EMAIL: { target: 'form', actions: 'clearFailure' },
      },
    },
    done: { tags: 'done' },
  },
});

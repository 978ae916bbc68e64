import { assertEvent, assign, emit, setup, stateIn } from 'xstate';
import {
  type Answer,
  type Failure,
  isBlank,
  isOutcomeUnknown,
  normalEmail,
  reportsDuplicate,
  resendCodeAfter,
  type StoreCustomer,
} from '@/contract';
import {
  codeRequestOf,
  createdCustomerOf,
  hasCustomer,
  type SignUpKind,
  type SignUpValues,
  type StepsByEmail,
  stepsOf,
  storableSteps,
  storableValues,
  storeCustomerOf,
  storedSteps,
  withSteps,
} from '@/domain/sign-up';
import type { SignUpProgress } from '@/domain/storage-keys';
import { errorIn, failureOf, isInvalidInput, notProvided } from './failure';

interface SignUpInput {
  readonly kind: SignUpKind;
  /** The progress that an earlier try stored in the browser. */
  readonly progress: SignUpProgress;
}

interface SignUpOutput {
  /** The account's email, normalized by `normalEmail`. */
  readonly email: string;
}

/** The email is as last submitted, or ''. */
export interface SignUpContext extends StepsByEmail {
  readonly kind: SignUpKind;
  /** The form as last submitted; null before that and once the account exists, because it holds the password. */
  readonly values: SignUpValues | null;
  readonly storedValues: SignUpProgress['values'];
  readonly failure: Failure | null;
}

export type SignUpEvent =
  | { readonly type: 'SUBMIT'; readonly values: SignUpValues }
  /** The code may have arrived although the call to send it failed. */
  | { readonly type: 'ENTER_CODE' }
  | { readonly type: 'VERIFY'; readonly otp: string }
  | { readonly type: 'RESEND' }
  /** The code may have been accepted although the call to check it failed. */
  | { readonly type: 'CONTINUE' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'CHANGE_EMAIL' };

type SignUpEmitted = { readonly type: 'progress'; readonly progress: SignUpProgress };

/** Returns the submitted form; throws an Error if there is none, which is a bug in the machine. */
function submitted({ values }: SignUpContext): SignUpValues {
  if (values === null) throw new Error('A sign-up call was started before the form was submitted.');
  return values;
}

const isAccepted = (context: SignUpContext): boolean =>
  ['assumed', 'accepted'].includes(stepsOf(context).code);

const mayBeAccepted = (context: SignUpContext): boolean =>
  ['unknown', 'assumed'].includes(stepsOf(context).code);

/** What to store: domain data only, never a password, never a state with a call in progress. */
const progressOf = (context: SignUpContext): SignUpProgress => ({
  values: context.storedValues,
  ...storableSteps(context),
});

type AccountRequest = SignUpValues & {
  /** An earlier try got no response: a rejection as a duplicate means that it created the account. */
  readonly mayExist: boolean;
};

const signUp = setup({
  types: {} as {
    input: SignUpInput;
    context: SignUpContext;
    events: SignUpEvent;
    emitted: SignUpEmitted;
    output: SignUpOutput;
    tags: 'form' | 'code' | 'accepted' | 'can-resend' | 'busy' | 'outcome-unknown' | 'taken' | 'done';
  },
  actors: {
    sendCode: notProvided<unknown, { email: string; phoneNumber: string }>('sendCode'),
    verifyCode: notProvided<Answer<'verifyOtp'>, { email: string; otp: string }>('verifyCode'),
    createCustomer: notProvided<unknown, StoreCustomer>('createCustomer'),
    createAccount: notProvided<unknown, AccountRequest>('createAccount'),
  },
  guards: {
    hasOtp: ({ event }) => event.type === 'VERIFY' && !isBlank(event.otp),
    mayResend: stateIn('#resendAllowed'),
    codeAccepted: ({ context }) => isAccepted(context),
    codeNotAccepted: ({ context }) => !isAccepted(context),
    codeMayBeAccepted: ({ context }) => mayBeAccepted(context),
    customerReady: ({ context }) => isAccepted(context) && hasCustomer(context, submitted(context)),
    accountMayExist: ({ context }) => stepsOf(context).accountMayExist,
    outcomeUnknown: ({ event }) => isOutcomeUnknown(errorIn(event)),
    exists: ({ event }) => reportsDuplicate(errorIn(event)),
    /** An earlier try did create the account. */
    wasRegistered: ({ context }) => stepsOf(context).accountMayExist && reportsDuplicate(context.failure),
    /** The server asks for a code although one was, or may have been, accepted: another one is sent. */
    wantsCode: ({ context }) =>
      isInvalidInput(context.failure) &&
      (mayBeAccepted(context) || /\bverif|\botp\b/i.test(context.failure?.message ?? '')),
    invalidInput: ({ context }) => isInvalidInput(context.failure),
  },
  actions: {
    fail: assign({ failure: ({ event }) => failureOf(errorIn(event)) }),
    clearFailure: assign({ failure: null }),
    acceptCode: assign(({ context }) => withSteps(context, { code: 'accepted' })),
    addCustomer: assign(({ context }) =>
      withSteps(context, { customer: createdCustomerOf(submitted(context)) }),
    ),
    storeProgress: emit(({ context }) => ({ type: 'progress', progress: progressOf(context) })),
  },
  delays: { resendCodeAfter },
});

/** The form is shown and can be submitted, also again after a failure. */
const form = signUp.createStateConfig({
  tags: 'form',
  initial: 'ready',
  exit: 'clearFailure',
  on: {
    SUBMIT: {
      target: 'nextStep',
      actions: [
        assign({
          values: ({ event }) => event.values,
          storedValues: ({ event }) => storableValues(event.values),
          email: ({ event }) => normalEmail(event.values.signup.email),
        }),
        'storeProgress',
      ],
    },
  },
  states: {
    ready: {},
    codeMayHaveArrived: { tags: 'outcome-unknown', on: { ENTER_CODE: '#signUp.code' } },
  },
});

/** The code screen: entering the code, in parallel with the wait before another code may be requested. */
const code = signUp.createStateConfig({
  tags: 'code',
  type: 'parallel',
  states: {
    entry: {
      initial: 'ready',
      states: {
        ready: {
          initial: 'asking',
          exit: 'clearFailure',
          on: {
            VERIFY: { guard: 'hasOtp', target: 'verifying' },
            RESEND: { guard: 'mayResend', target: 'resending' },
            CHANGE_EMAIL: '#signUp.form',
          },
          states: {
            asking: { always: { guard: 'codeMayBeAccepted', target: 'codeMayBeAccepted' } },
            codeMayBeAccepted: {
              tags: 'outcome-unknown',
              on: {
                // The server may accept a code only once: if it was accepted, entering it again may fail.
                CONTINUE: {
                  target: '#signUp.nextStep',
                  actions: assign(({ context }) => withSteps(context, { code: 'assumed' })),
                },
              },
            },
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
            onDone: { target: '#signUp.nextStep', actions: ['acceptCode', 'storeProgress'] },
            onError: [
              {
                guard: 'outcomeUnknown',
                target: 'ready',
                actions: ['fail', assign(({ context }) => withSteps(context, { code: 'unknown' }))],
              },
              { target: 'ready', actions: 'fail' },
            ],
          },
        },
        resending: {
          tags: 'busy',
          invoke: {
            id: 'resendCode',
            src: 'sendCode',
            input: ({ context }) => codeRequestOf(submitted(context)),
            // Enters the whole screen again, which restarts the wait for the next code.
            onDone: '#signUp.code',
            onError: { target: 'ready', actions: 'fail' },
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
});

/** The code was accepted: create the store customer, then the account. */
const creating = signUp.createStateConfig({
  tags: ['code', 'accepted', 'busy'],
  initial: 'customer',
  states: {
    customer: {
      invoke: {
        id: 'createCustomer',
        src: 'createCustomer',
        input: ({ context }) => storeCustomerOf(submitted(context)),
        onDone: { target: 'account', actions: ['addCustomer', 'acceptCode'] },
        onError: [
          { guard: 'exists', target: 'account', actions: 'addCustomer' },
          { target: '#signUp.failed', actions: 'fail' },
        ],
      },
    },
    account: {
      // A reload during the call loses its response.
      entry: emit(({ context }) => ({
        type: 'progress',
        progress: { ...progressOf(context), accountAskedFor: context.email },
      })),
      invoke: {
        id: 'createAccount',
        src: 'createAccount',
        input: ({ context }) => ({ ...submitted(context), mayExist: stepsOf(context).accountMayExist }),
        // Forgets the password.
        onDone: { target: '#signUp.done', actions: assign({ values: null, steps: {} }) },
        onError: [
          {
            guard: 'outcomeUnknown',
            target: '#signUp.failed',
            actions: ['fail', assign(({ context }) => withSteps(context, { accountMayExist: true }))],
          },
          { target: '#signUp.failed', actions: 'fail' },
        ],
      },
    },
  },
});

/** The account could not be created, for a reason that is not in the form. */
const unfinished = signUp.createStateConfig({
  tags: ['code', 'accepted'],
  initial: 'notCreated',
  exit: 'clearFailure',
  on: { CHANGE_EMAIL: 'form' },
  states: {
    notCreated: { on: { RETRY: '#signUp.nextStep' } },
    outcomeUnknown: { tags: 'outcome-unknown', on: { RETRY: '#signUp.nextStep' } },
    taken: { tags: 'taken' },
  },
});

/**
 * Registers a provider or a patient (§2, §4 "Sign-up flow", §8 "Sign-up"; §Notes "Sign-up and sessions").
 * Chart: docs/machines/sign-up.md
 *
 * `nextStep` picks the first step that is not yet done for this email and these values, so that a retry repeats no
 * step. A lost response leads to a state tagged `outcome-unknown`, from which the user can continue whatever the server
 * did: ENTER_CODE, CONTINUE, RETRY, and `taken` once the server reports that the account exists.
 */
export const signUpMachine = signUp.createMachine({
  id: 'signUp',
  context: ({ input: { kind, progress } }) => ({
    kind,
    values: null,
    storedValues: progress.values,
    email: '',
    steps: storedSteps(progress),
    failure: null,
  }),
  initial: 'form',
  states: {
    form,
    nextStep: {
      always: [
        { guard: 'customerReady', target: 'creating.account' },
        { guard: 'codeAccepted', target: 'creating.customer' },
        { target: 'sendingCode' },
      ],
    },
    sendingCode: {
      tags: ['form', 'busy'],
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context }) => codeRequestOf(submitted(context)),
        onDone: 'code',
        onError: [
          { guard: 'outcomeUnknown', target: 'form.codeMayHaveArrived', actions: 'fail' },
          { target: 'failed', actions: 'fail' },
        ],
      },
    },
    code,
    creating,
    failed: {
      always: [
        { guard: 'wasRegistered', target: 'unfinished.taken' },
        {
          guard: 'wantsCode',
          target: 'form',
          actions: [assign(({ context }) => withSteps(context, { code: 'needed' })), 'storeProgress'],
        },
        { guard: 'invalidInput', target: 'form' },
        { guard: 'codeNotAccepted', target: 'form' },
        { guard: 'accountMayExist', target: 'unfinished.outcomeUnknown' },
        { target: 'unfinished.notCreated' },
      ],
      exit: 'storeProgress',
    },
    unfinished,
    done: { type: 'final', tags: 'done' },
  },
  output: ({ context: { email } }) => ({ email }),
});

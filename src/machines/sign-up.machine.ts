import { assertEvent, assign, emit, setup, stateIn } from 'xstate';
import {
  type Answer,
  type Failure,
  isBlank,
  isOutcomeUnknown,
  normalEmail,
  type PatientSignup,
  type ProviderSignup,
  reportsDuplicate,
  resendCodeAfter,
  type StoreCustomer,
} from '@/contract';
import type { SignUpProgress } from '@/domain/storage-keys';
import { type Caught, caught, failureOf, isInvalidInput, notProvided } from './failure';

export type SignUpKind = 'provider' | 'patient';

/** The values of a filled-in sign-up form; `signup` is the payload of the account call. */
export type SignUpValues =
  | { readonly kind: 'provider'; readonly signup: ProviderSignup }
  | { readonly kind: 'patient'; readonly signup: PatientSignup };

/** Splits a provider's name at its first space; a one-word name has no last name (§3, §Notes). */
export function splitProviderName(name: string): { firstName: string; lastName: string } {
  const typed = name.trim();
  const space = typed.indexOf(' ');
  return space === -1
    ? { firstName: typed, lastName: '' }
    : { firstName: typed.slice(0, space), lastName: typed.slice(space + 1).trim() };
}

/** Returns the payload of `POST /auth/send-otp` (§7). */
const codeRequestOf = ({ kind, signup }: SignUpValues): { email: string; phoneNumber: string } => ({
  email: signup.email,
  phoneNumber: kind === 'provider' ? signup.phoneNumber : signup.phone,
});

/** Returns the store customer, which is created before the account (§3). */
export function storeCustomerOf({ kind, signup }: SignUpValues): StoreCustomer {
  const { email, password } = signup;
  if (kind === 'patient') {
    const { firstName, lastName, phone } = signup;
    return { tag: 'patient', firstName, lastName, email, phone, password };
  }
  return {
    tag: 'provider',
    ...splitProviderName(signup.clinicName),
    email,
    phone: signup.phoneNumber,
    password,
    acceptsMarketing: true,
    address1: signup.street,
    city: signup.city,
    province: signup.state,
    country: signup.country,
    zip: signup.postalCode,
  };
}

/** Returns the values that may be stored, which never include the password (§Notes). */
function storableValues({ signup }: SignUpValues): SignUpProgress['values'] {
  const { password: _, ...rest } = signup;
  return rest;
}

/** A customer that the store accepted. */
interface CreatedCustomer {
  /** As stored in the browser: never the password. */
  readonly details: NonNullable<SignUpProgress['customer']>;
  /** In memory only; null after a reload. */
  readonly password: string | null;
}

/** Returns what to remember of a store customer that was created: its texts. */
function createdCustomerOf(values: SignUpValues): CreatedCustomer {
  const { password, email, ...details } = storeCustomerOf(values);
  const texts = Object.entries({ ...details, email: normalEmail(email) }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { details: Object.fromEntries(texts), password };
}

interface SignUpInput {
  readonly kind: SignUpKind;
  /** The progress that an earlier try stored in the browser. */
  readonly progress: SignUpProgress;
}

interface SignUpOutput {
  /** The account's email, normalized by `normalEmail`. */
  readonly email: string;
}

/** All emails are normalized by `normalEmail`. */
export interface SignUpContext {
  readonly kind: SignUpKind;
  /** The form as last submitted; null before that and once the account exists, because it holds the password. */
  readonly values: SignUpValues | null;
  readonly storedValues: SignUpProgress['values'];
  /** The email as last submitted, or ''. */
  readonly email: string;
  /** Emails whose code was accepted. */
  readonly verified: readonly string[];
  /** Emails whose code may have been accepted: the response was lost. */
  readonly maybeVerified: readonly string[];
  /** The accepted store customers by email. */
  readonly customers: Readonly<Record<string, CreatedCustomer>>;
  /** Emails for which an account may exist already: the response was lost. */
  readonly maybeRegistered: readonly string[];
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

/** Returns the emails with this one added, without duplicates. */
const including = (emails: readonly string[], email: string): string[] => [...new Set([...emails, email])];

const excluding = (emails: readonly string[], email: string): string[] =>
  emails.filter((other) => other !== email);

/** Returns the submitted form; throws an Error if there is none, which is a bug in the machine. */
function submitted({ values }: SignUpContext): SignUpValues {
  if (values === null) throw new Error('A sign-up call was started before the form was submitted.');
  return values;
}

const remembered = (email: string | null | undefined): string[] =>
  email === null || email === undefined ? [] : [normalEmail(email)];

const rememberedCustomers = (details: SignUpProgress['customer']): SignUpContext['customers'] =>
  details?.email === undefined ? {} : { [normalEmail(details.email)]: { details, password: null } };

const contextFrom = ({ kind, progress }: SignUpInput): SignUpContext => ({
  kind,
  values: null,
  storedValues: progress.values,
  email: '',
  verified: remembered(progress.verifiedEmail),
  maybeVerified: [],
  customers: rememberedCustomers(progress.customer),
  maybeRegistered: remembered(progress.accountAskedFor),
  failure: null,
});

/**
 * What to store: domain data only, never a password, never a state with a call in progress. If there are several
 * emails, the current one is preferred.
 *
 * @param asking the account call is starting: a reload meanwhile loses its response
 */
function progressOf(
  { storedValues, email, verified, maybeVerified, customers, maybeRegistered }: SignUpContext,
  { asking = false } = {},
): SignUpProgress {
  const first = (emails: readonly string[]) => (emails.includes(email) ? email : (emails.at(-1) ?? null));
  return {
    values: storedValues,
    verifiedEmail: first(verified.filter((one) => !maybeVerified.includes(one))),
    customer: customers[first(Object.keys(customers)) ?? '']?.details ?? null,
    accountAskedFor: asking ? email : first(maybeRegistered),
  };
}

/** Whether the store already has the customer as the form has it now; after a reload the password is not compared. */
function storeHasValues(context: SignUpContext): boolean {
  const stored = context.customers[context.email];
  if (stored === undefined) return false;
  const { details, password } = createdCustomerOf(submitted(context));
  const isSamePassword = stored.password === null || stored.password === password;
  return isSamePassword && JSON.stringify(stored.details) === JSON.stringify(details);
}

type AccountRequest = SignUpValues & {
  /** An earlier try got no response: a rejection as a duplicate means that it created the account. */
  readonly mayExist: boolean;
};

const accountMayExist = ({ maybeRegistered, email }: SignUpContext): boolean =>
  maybeRegistered.includes(email);

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
    hasOtp: (_, { otp }: { otp: string }) => !isBlank(otp),
    mayResend: stateIn('#resendAllowed'),
    codeAccepted: ({ context: { verified, email } }) => verified.includes(email),
    codeNotAccepted: ({ context: { verified, email } }) => !verified.includes(email),
    codeMayBeAccepted: ({ context: { maybeVerified, email } }) => maybeVerified.includes(email),
    customerReady: ({ context }) => context.verified.includes(context.email) && storeHasValues(context),
    accountMayExist: ({ context }) => accountMayExist(context),
    outcomeUnknown: (_, { error }: Caught) => isOutcomeUnknown(error),
    exists: (_, { error }: Caught) => reportsDuplicate(error),
    /** An earlier try did create the account. */
    wasRegistered: ({ context }) => accountMayExist(context) && reportsDuplicate(context.failure),
    /** The server asks for a code although one was, or may have been, accepted: another one is sent. */
    wantsCode: ({ context: { maybeVerified, email, failure } }) =>
      isInvalidInput(failure) &&
      (maybeVerified.includes(email) || /\bverif|\botp\b/i.test(failure?.message ?? '')),
    invalidInput: ({ context }) => isInvalidInput(context.failure),
  },
  actions: {
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
    clearFailure: assign({ failure: null }),
    keepValues: assign((_, { values }: { values: SignUpValues }) => ({
      values,
      storedValues: storableValues(values),
      email: normalEmail(values.signup.email),
      failure: null,
    })),
    keepVerified: assign(({ context: { verified, maybeVerified, email } }) => ({
      verified: including(verified, email),
      maybeVerified: excluding(maybeVerified, email),
    })),
    keepMaybeVerified: assign({
      maybeVerified: ({ context: { maybeVerified, email } }) => including(maybeVerified, email),
    }),
    trustCode: assign({ verified: ({ context: { verified, email } }) => including(verified, email) }),
    clearCode: assign(({ context: { verified, maybeVerified, email } }) => ({
      verified: excluding(verified, email),
      maybeVerified: excluding(maybeVerified, email),
    })),
    keepCustomer: assign({
      customers: ({ context }) => ({
        ...context.customers,
        [context.email]: createdCustomerOf(submitted(context)),
      }),
    }),
    keepMaybeRegistered: assign({
      maybeRegistered: ({ context: { maybeRegistered, email } }) => including(maybeRegistered, email),
    }),
    forgetPassword: assign({ values: null, customers: {} }),
    rememberProgress: emit(({ context }) => ({ type: 'progress', progress: progressOf(context) })),
    rememberAsking: emit(({ context }) => ({
      type: 'progress',
      progress: progressOf(context, { asking: true }),
    })),
  },
  delays: { resendCodeAfter },
});

/** The form is shown and can be submitted, also again after a failure. */
const form = signUp.createStateConfig({
  tags: 'form',
  initial: 'ready',
  on: {
    SUBMIT: {
      target: 'nextStep',
      actions: [{ type: 'keepValues', params: ({ event }) => event }, 'rememberProgress'],
    },
  },
  states: {
    ready: {},
    codeMayHaveArrived: {
      tags: 'outcome-unknown',
      on: { ENTER_CODE: { target: '#signUp.code', actions: 'clearFailure' } },
    },
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
          on: {
            VERIFY: {
              guard: { type: 'hasOtp', params: ({ event }) => event },
              target: 'verifying',
              actions: 'clearFailure',
            },
            RESEND: { guard: 'mayResend', target: 'resending', actions: 'clearFailure' },
            CHANGE_EMAIL: { target: '#signUp.form', actions: 'clearFailure' },
          },
          states: {
            asking: { always: { guard: 'codeMayBeAccepted', target: 'codeMayBeAccepted' } },
            codeMayBeAccepted: {
              tags: 'outcome-unknown',
              // The server may accept a code only once: if it was accepted, entering it again may fail.
              on: { CONTINUE: { target: '#signUp.nextStep', actions: ['trustCode', 'clearFailure'] } },
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
            onDone: { target: '#signUp.nextStep', actions: ['keepVerified', 'rememberProgress'] },
            onError: [
              {
                guard: { type: 'outcomeUnknown', params: caught },
                target: 'ready',
                actions: [{ type: 'fail', params: caught }, 'keepMaybeVerified'],
              },
              { target: 'ready', actions: { type: 'fail', params: caught } },
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
            onError: { target: 'ready', actions: { type: 'fail', params: caught } },
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
        onDone: { target: 'account', actions: ['keepCustomer', 'keepVerified'] },
        onError: [
          { guard: { type: 'exists', params: caught }, target: 'account', actions: 'keepCustomer' },
          { target: '#signUp.failed', actions: { type: 'fail', params: caught } },
        ],
      },
    },
    account: {
      entry: 'rememberAsking',
      invoke: {
        id: 'createAccount',
        src: 'createAccount',
        input: ({ context }) => ({ ...submitted(context), mayExist: accountMayExist(context) }),
        onDone: { target: '#signUp.done', actions: 'forgetPassword' },
        onError: [
          {
            guard: { type: 'outcomeUnknown', params: caught },
            target: '#signUp.failed',
            actions: [{ type: 'fail', params: caught }, 'keepMaybeRegistered'],
          },
          { target: '#signUp.failed', actions: { type: 'fail', params: caught } },
        ],
      },
    },
  },
});

/** The account could not be created, for a reason that is not in the form. */
const unfinished = signUp.createStateConfig({
  tags: ['code', 'accepted'],
  initial: 'notCreated',
  on: { CHANGE_EMAIL: { target: 'form', actions: 'clearFailure' } },
  states: {
    notCreated: { on: { RETRY: { target: '#signUp.nextStep', actions: 'clearFailure' } } },
    outcomeUnknown: {
      tags: 'outcome-unknown',
      on: { RETRY: { target: '#signUp.nextStep', actions: 'clearFailure' } },
    },
    taken: { tags: 'taken' },
  },
});

/**
 * Registers a provider or a patient (§2, §4 "Sign-up flow", §8 "Sign-up"; §Notes "Sign-up and sessions").
 *
 * ```
 * form → SUBMIT → nextStep → sendingCode → code(ready → VERIFY → verifying | RESEND → resending ∥ cooling → over)
 *      → nextStep → creating(customer → account) → done (ends; output: the account's email)
 * creating → failed → form (400, 422) | unfinished(notCreated, outcomeUnknown → RETRY; taken → CHANGE_EMAIL)
 * ```
 * `nextStep` picks the first step that is not yet done for this email and these values, so that a retry repeats no
 * step. A lost response leads to a state tagged `outcome-unknown`, from which the user can continue whatever the server
 * did: ENTER_CODE, CONTINUE, RETRY, and `taken` once the server reports that the account exists.
 */
export const signUpMachine = signUp.createMachine({
  id: 'signUp',
  context: ({ input }) => contextFrom(input),
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
          {
            guard: { type: 'outcomeUnknown', params: caught },
            target: 'form.codeMayHaveArrived',
            actions: { type: 'fail', params: caught },
          },
          { target: 'failed', actions: { type: 'fail', params: caught } },
        ],
      },
    },
    code,
    creating,
    failed: {
      always: [
        { guard: 'wasRegistered', target: 'unfinished.taken' },
        { guard: 'wantsCode', target: 'form', actions: ['clearCode', 'rememberProgress'] },
        { guard: 'invalidInput', target: 'form' },
        { guard: 'codeNotAccepted', target: 'form' },
        { guard: 'accountMayExist', target: 'unfinished.outcomeUnknown' },
        { target: 'unfinished.notCreated' },
      ],
      exit: 'rememberProgress',
    },
    unfinished,
    done: { type: 'final', tags: 'done' },
  },
  output: ({ context: { email } }) => ({ email }),
});

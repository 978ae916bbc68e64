import {
  defect,
  doneEvent,
  edgesOf,
  errorEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  pendingCalls,
  planFor,
  type Replay,
  replay,
} from '@tests/support/machine-paths';
import { patientSignUp, providerSignUp } from '@tests/support/sign-up-values';
import { describe, expect, it } from 'vitest';
import {
  createActor,
  type EventObject,
  fromPromise,
  initialTransition,
  SimulatedClock,
  transition,
  waitFor,
} from 'xstate';
import { type Failure, resendCodeAfter } from '@/contract';
import type { SignUpValues } from '@/domain/sign-up';
import type { SignUpProgress } from '@/domain/storage-keys';
import { type SignUpContext, type SignUpEvent, signUpMachine } from '@/machines/sign-up.machine';

const blank: SignUpProgress = { values: {}, verifiedEmail: null, customer: null, accountAskedFor: null };

const ada = patientSignUp('ada@example.com');
const grace = patientSignUp('grace@example.com');
const adaInOtherTab = patientSignUp('ada@example.com', '+15550199');

const answers = {
  sendCode: [undefined],
  resendCode: [undefined],
  verifyCode: [{ success: true }],
  createCustomer: [undefined],
  createAccount: [undefined],
};

const plan = planFor(signUpMachine, {
  input: { kind: 'patient', progress: blank },
  events: [
    { type: 'SUBMIT', values: ada },
    { type: 'SUBMIT', values: grace },
    { type: 'VERIFY', otp: '123 456' },
    { type: 'RESEND' },
    { type: 'RETRY' },
    { type: 'CHANGE_EMAIL' },
  ],
  answers,
  errors: [failure('createCustomer', 422), defect],
  goal: 'done',
});

const lost = failure('patientSignup', 'no-response');
const exists: Failure = { ...failure('patientSignup', 400), message: 'This email is already registered' };

/** Lost responses, and the error of a server that has already processed the first attempt. */
const lostPlan = planFor(signUpMachine, {
  input: { kind: 'patient', progress: blank },
  events: [
    { type: 'SUBMIT', values: ada },
    { type: 'SUBMIT', values: adaInOtherTab },
    { type: 'ENTER_CODE' },
    { type: 'VERIFY', otp: '123 456' },
    { type: 'RESEND' },
    { type: 'CONTINUE' },
    { type: 'RETRY' },
    { type: 'CHANGE_EMAIL' },
  ],
  answers,
  errors: [lost, exists, failure('verifyOtp', 500)],
  // The store's "exists" error counts as success.
  silentCalls: ['createCustomer'],
  goal: 'done',
});

const sent = doneEvent('sendCode');
const verified = doneEvent('verifyCode', { success: true });
const customerMade = doneEvent('createCustomer');
const accountMade = doneEvent('createAccount');
const submit = (values: SignUpValues) => ({ type: 'SUBMIT', values });
const blankCode = { type: 'VERIFY', otp: ' ' };
const verify = { type: 'VERIFY', otp: '123 456' };
const toAccount = [submit(ada), sent, verify, verified, customerMade];
const failedWith = (id: string, error: unknown) => errorEvent(id, error);
const status = (code: number, message: string | null): Failure => ({
  ...failure('createCustomer', code),
  message,
});
const back = { type: 'CHANGE_EMAIL' };
const retry = { type: 'RETRY' };
const accountFailed = failedWith('createAccount', failure('patientSignup', 500));

const callsOf = async (walk: readonly EventObject[], progress = blank) => {
  const { calls } = await replay({ ...plan, input: { kind: 'patient', progress } }, walk);
  return calls.map(({ id }) => id);
};

const emailIn = (input: unknown): string =>
  JSON.stringify(input).includes('ada@example.com') ? 'ada' : 'grace';

/** The emails for which calls of this kind succeeded, in order; the last call of a walk may be pending or failed. */
function succeeded(id: string, { calls }: Replay, walk: readonly EventObject[]): string[] {
  const ends = walk.filter(({ type }) => type.endsWith(`.actor.${id}`));
  const made = calls.filter((call) => call.id === id);
  return made
    .filter((_, index) => ends[index]?.type === doneEvent(id).type)
    .map(({ input }) => emailIn(input));
}

function expectNothingRepeated(record: Replay, walk: readonly EventObject[]) {
  for (const id of ['verifyCode', 'createCustomer']) {
    const emails = succeeded(id, record, walk);
    expect(emails, id).toEqual([...new Set(emails)]);
  }
}

describe('signing up', () => {
  it('never leaves anybody stuck: the account stays in reach of every state, also after lost answers', () =>
    expectNoDeadEnd(plan, lostPlan));

  it.each([
    ['the form until a code is sent', [submit(ada)], ['busy', 'form']],
    ['the code screen then', [submit(ada), sent, verify], ['busy', 'code']],
    ['that the code was accepted', [submit(ada), sent, verify, verified], ['accepted', 'busy', 'code']],
    ['it still after a failure', [...toAccount, accountFailed], ['accepted', 'code']],
    [
      'that a code may have been accepted',
      [submit(ada), sent, verify, failedWith('verifyCode', lost)],
      ['code', 'outcome-unknown'],
    ],
  ])('shows %s', async (_, walk, tags) => {
    expect((await replay(plan, walk)).tags).toEqual(tags);
  });

  it.each([
    ['a patient', ada, { email: 'ada@example.com', phoneNumber: '+15550100' }],
    ['a provider', providerSignUp, { email: 'desk@clinic.test', phoneNumber: '15550177' }],
  ])('has each code sent to the email and phone of %s', async (_, values, to) => {
    const wait = { type: 'xstate.after.resendCodeAfter.signUp.code.resend.cooling' };
    const { calls } = await replay(plan, [submit(values), sent, wait, { type: 'RESEND' }]);
    expect(calls).toEqual([
      { id: 'sendCode', input: to },
      { id: 'resendCode', input: to },
    ]);
  });

  it('still knows the first email where the store wants another code for the second one', async () => {
    const wantsCode = failedWith('createCustomer', status(400, 'Please verify your email'));
    const other = [submit(grace), sent, verify, verified, wantsCode];
    const calls = await callsOf([...toAccount, accountFailed, back, ...other, submit(ada)]);
    expect(calls.slice(-2)).toEqual(['createCustomer', 'createAccount']);
  });

  it('makes no second customer after a reload unless the details were changed', async () => {
    const { emitted } = await replay(plan, [...toAccount, accountFailed]);
    const last = emitted.at(-1);
    if (last === undefined || !('progress' in last)) throw new Error('No progress was emitted.');
    const progress = last.progress as SignUpProgress;
    expect(await callsOf([submit(patientSignUp(' Ada@Example.com '))], progress)).toEqual(['createAccount']);
    expect(await callsOf([submit(ada)], progress)).toEqual(['createAccount']);
    expect(await callsOf([submit(adaInOtherTab)], progress)).toEqual(['createCustomer']);
    expect(await callsOf([submit(grace)], progress)).toEqual(['sendCode']);
  });

  it('has its progress remembered step by step, never the password, and ends with the email of the account', async () => {
    const { emitted, output } = await replay(plan, [...toAccount, accountMade]);
    expect(JSON.stringify(emitted)).not.toContain('Secret1!');
    const steps = emitted.flatMap((event) => ('progress' in event ? [event.progress] : []));
    expect(steps).toMatchObject([
      { values: { firstName: 'Ada' }, verifiedEmail: null, accountAskedFor: null },
      { verifiedEmail: 'ada@example.com', accountAskedFor: null },
      { verifiedEmail: 'ada@example.com', accountAskedFor: 'ada@example.com' },
    ]);
    expect(output).toEqual({ email: 'ada@example.com' });
  });

  it('allows another code after thirty seconds, and a wrong code does not start the wait again', async () => {
    const clock = new SimulatedClock();
    const actor = createActor(
      signUpMachine.provide({
        actors: {
          sendCode: fromPromise<unknown, { email: string; phoneNumber: string }>(() => Promise.resolve()),
          verifyCode: fromPromise(() => Promise.reject(failure('verifyOtp', 400))),
        },
      }),
      { input: { kind: 'patient', progress: blank }, clock },
    ).start();
    actor.send({ type: 'SUBMIT', values: ada });
    await waitFor(actor, (now) => now.hasTag('code'));
    clock.increment(resendCodeAfter - 1);
    actor.send({ type: 'VERIFY', otp: '0' });
    expect(actor.getSnapshot().can({ type: 'RESEND' })).toBe(false);
    await waitFor(actor, (now) => !now.hasTag('busy'));
    expect(actor.getSnapshot().context.failure).toEqual(failure('verifyOtp', 400));
    expect(actor.getSnapshot().can({ type: 'RESEND' })).toBe(false);
    clock.increment(1);
    expect(actor.getSnapshot().hasTag('can-resend')).toBe(true);
    actor.send({ type: 'RESEND' });
    expect(actor.getSnapshot().can({ type: 'RESEND' })).toBe(false);
    await waitFor(actor, (now) => !now.hasTag('busy'));
    expect(actor.getSnapshot().can({ type: 'RESEND' })).toBe(false);
  });

  it('takes a pasted code with spaces, and sends nothing for a blank one', async () => {
    const { calls } = await replay(plan, [submit(ada), sent, verify]);
    expect(calls.at(-1)?.input).toEqual({ email: 'ada@example.com', otp: '123456' });
    expect(await callsOf([submit(ada), sent, blankCode])).toEqual(['sendCode']);
  });
});

/** The state after a walk by the pure transition function; `replay` checks that the real actor agrees. */
async function stateAfter(walk: readonly EventObject[], progress: SignUpProgress = blank) {
  const input = { kind: 'patient', progress } as const;
  await replay({ ...lostPlan, input }, walk);
  let [state] = initialTransition(signUpMachine, input);
  for (const event of walk) [state] = transition(signUpMachine, state, event as SignUpEvent);
  return state;
}

describe('a failure', () => {
  const codeFailed = [submit(ada), sent, verify, failedWith('verifyCode', failure('verifyOtp', 500))];
  const mayResend = { type: 'xstate.after.resendCodeAfter.signUp.code.resend.cooling' };

  it.each([
    ['enters a code', [submit(ada), failedWith('sendCode', lost), { type: 'ENTER_CODE' }]],
    ['enters another code', [...codeFailed, verify]],
    ['wants another code', [...codeFailed, mayResend, { type: 'RESEND' }]],
    ['changes the email', [...codeFailed, back]],
    [
      'goes on without the code',
      [submit(ada), sent, verify, failedWith('verifyCode', lost), { type: 'CONTINUE' }],
    ],
    ['tries again', [...toAccount, accountFailed, retry]],
  ])('is no longer shown once the user %s', async (_, walk) => {
    expect((await replay(plan, walk)).context).toMatchObject({ failure: null });
  });

  it('is followed by another code, also after a reload, where the store wants one', async () => {
    const wantsCode = failedWith('createCustomer', status(400, 'Please verify your email'));
    const { emitted } = await replay(plan, [submit(ada), sent, verify, verified, wantsCode]);
    expect(emitted.at(-1)).toMatchObject({ progress: { verifiedEmail: null } });
  });
});

it('remembers a code as accepted once the store shows that it was', async () => {
  const unsure = [submit(ada), sent, verify, failedWith('verifyCode', lost), { type: 'CONTINUE' }];
  const { emitted } = await replay(plan, [...unsure, customerMade]);
  expect(emitted.at(-1)).toMatchObject({ progress: { verifiedEmail: 'ada@example.com' } });
  const failed = await replay(plan, [...unsure, failedWith('createCustomer', status(500, null))]);
  expect(failed.emitted.at(-1)).toMatchObject({ progress: { verifiedEmail: null } });
});

it('holds no password once the account exists', async () => {
  const { context } = await replay(plan, [...toAccount, accountMade]);
  expect(JSON.stringify(context)).not.toContain('Secret1!');
});

describe('details that are changed after a failure', () => {
  it('are sent to the store again, and only they', async () => {
    const walk = [...toAccount, accountFailed, back];
    const { calls } = await replay(plan, [...walk, submit(adaInOtherTab), customerMade]);
    expect(calls.slice(-2)).toMatchObject([
      { id: 'createCustomer', input: { phone: '+15550199' } },
      { id: 'createAccount', input: { signup: { phone: '+15550199' } } },
    ]);
    expect(await callsOf([...walk, submit(ada)])).toEqual([
      'sendCode',
      'verifyCode',
      'createCustomer',
      'createAccount',
      'createAccount',
    ]);
  });

  it('are never registered with a store customer that has the earlier ones', () => {
    for (const { to } of edgesOf(lostPlan).filter(({ to }) => pendingCalls(to).includes('createAccount'))) {
      const { steps, email, values } = to.context as SignUpContext;
      expect(steps[email]?.customer?.details.phone).toBe(values?.kind === 'patient' && values.signup.phone);
    }
  });

  it.each([
    [400, 'Email has already been taken'],
    [409, null],
    [422, 'customer exists'],
  ])('count as stored where the store answers %s "%s"', async (code, message) => {
    const walk = [submit(ada), sent, verify, verified, failedWith('createCustomer', status(code, message))];
    expect((await callsOf(walk)).at(-1)).toBe('createAccount');
  });
});

describe('an answer that is lost', () => {
  const accountLost = failedWith('createAccount', lost);
  const accountTaken = failedWith('createAccount', exists);

  it('to the account continues once the retry gets the error that it exists', async () => {
    const state = await stateAfter([...toAccount, accountLost, retry, accountTaken]);
    expect(state.hasTag('taken')).toBe(true);
    expect(state.context.failure).toEqual(exists);
  });

  it('to the account stays open while the retry fails otherwise', async () => {
    const state = await stateAfter([...toAccount, accountLost, retry, accountFailed]);
    expect(state.hasTag('outcome-unknown')).toBe(true);
  });

  it('is not assumed if the first try gets the error that the email is taken', async () => {
    const state = await stateAfter([...toAccount, accountTaken]);
    expect(state.hasTag('form')).toBe(true);
    expect(state.context.failure).toEqual(exists);
  });

  it('to the account is remembered over a reload, from the moment it is asked for until an answer comes', async () => {
    const { emitted } = await replay(plan, toAccount);
    const progress = emitted.flatMap((event) => ('progress' in event ? [event.progress] : [])).at(-1);
    expect(progress).toMatchObject({ accountAskedFor: 'ada@example.com' });
    const reloaded = progress as SignUpProgress;
    const state = await stateAfter([submit(ada), accountTaken], reloaded);
    expect(state.hasTag('taken')).toBe(true);
    const unsent = await stateAfter([submit(ada), failedWith('sendCode', exists)], {
      ...reloaded,
      verifiedEmail: null,
    });
    expect(unsent.hasTag('taken')).toBe(true);
    const answered = await replay(plan, [...toAccount, accountFailed]);
    expect(answered.emitted.at(-1)).toMatchObject({ progress: { accountAskedFor: null } });
  });

  it('to the code lets the user go on without it, and sends another one where the server wants one', async () => {
    const walk = [submit(ada), sent, verify, failedWith('verifyCode', lost)];
    const again = [verify, failedWith('verifyCode', failure('verifyOtp', 'unsuccessful'))];
    const state = await stateAfter([...walk, ...again]);
    expect(state.can({ type: 'CONTINUE' })).toBe(true);
    const on = [...walk, { type: 'CONTINUE' }];
    expect((await callsOf(on)).at(-1)).toBe('createCustomer');
    const rejected = [...on, failedWith('createCustomer', status(400, 'Enter the verification code first'))];
    expect((await callsOf([...rejected, submit(ada)])).at(-1)).toBe('sendCode');
    const { emitted } = await replay(lostPlan, rejected);
    expect(emitted.at(-1)).toMatchObject({ progress: { verifiedEmail: null } });
  });

  it('to a code that was accepted long ago sends another one', async () => {
    const progress = { ...blank, verifiedEmail: 'ada@example.com' };
    const expired = failedWith('createCustomer', status(400, 'Verification expired'));
    const wrongZip = failedWith('createCustomer', status(400, 'Invalid postal code'));
    expect(await callsOf([submit(ada), wrongZip, submit(ada)], progress)).not.toContain('sendCode');
    expect(await callsOf([submit(ada), expired, submit(ada)], progress)).toEqual([
      'createCustomer',
      'sendCode',
    ]);
  });

  it('to the sending of the code lets the user enter it', async () => {
    const walk = [submit(ada), failedWith('sendCode', lost)];
    expect((await stateAfter(walk)).hasTag('outcome-unknown')).toBe(true);
    expect(await callsOf([...walk, { type: 'ENTER_CODE' }, verify])).toEqual(['sendCode', 'verifyCode']);
  });
});

it('creates no customer twice, and never asks again for a code that was accepted', { timeout: 30_000 }, () =>
  expectOnEveryWalk(plan, expectNothingRepeated),
);

import {
  defect,
  doneEvent,
  type Edge,
  edgesOf,
  errorEvent,
  expectNobodyGetsStuck,
  expectOnEveryWalk,
  failure,
  planFor,
  type Replay,
  replay,
  serialize,
} from '@tests/support/machine-paths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, type EventObject, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { clinicId, resendCodeAfter, type SignUpProgress } from '@/contract';
import { signUpMachine } from '@/machines/sign-up.machine';
import type { SignUpValues } from '@/machines/sign-up-values';

const blank: SignUpProgress = { values: {}, codeSentTo: null, verifiedEmail: null, customerCreatedFor: null };

const patient = (email: string): SignUpValues => ({
  kind: 'patient',
  signup: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email,
    phone: '+15550100',
    password: 'Secret1!',
    insuranceOption: 'yes',
    clinicId: clinicId.parse('C001'),
  },
});
const ada = patient('ada@example.com');
const grace = patient('grace@example.com');

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
  answers: {
    sendCode: [undefined],
    resendCode: [undefined],
    verifyCode: [{ success: true }],
    createCustomer: [undefined],
    createAccount: [undefined],
  },
  errors: [failure('createCustomer', 422), defect],
  goal: 'done',
  ends: ['done'],
});

const sent = doneEvent('sendCode');
const verified = doneEvent('verifyCode', { success: true });
const customerMade = doneEvent('createCustomer');
const accountMade = doneEvent('createAccount');
const submit = (values: SignUpValues) => ({ type: 'SUBMIT', values });
const blankCode = { type: 'VERIFY', otp: ' ' };
const verify = { type: 'VERIFY', otp: '123 456' };
const toAccount = [submit(ada), sent, verify, verified, customerMade];

const callsOf = async (walk: readonly EventObject[], progress = blank) => {
  const { calls } = await replay({ ...plan, input: { kind: 'patient', progress } }, walk);
  return calls.map(({ id }) => id);
};

const emailIn = (input: unknown): string =>
  JSON.stringify(input).includes('ada@example.com') ? 'ada' : 'grace';

/** The emails for which calls of one kind succeeded, in order; a walk's last call may be pending or have failed. */
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
  it('never leaves anybody stuck: the account stays in reach of every state', () =>
    expectNobodyGetsStuck(plan));

  it(
    'creates no customer twice, and never asks again for a code that was accepted',
    { timeout: 30_000 },
    () => expectOnEveryWalk(plan, expectNothingRepeated),
  );

  it('repeats nothing on long detours either', { timeout: 30_000 }, async () => {
    const outgoing = new Map<string, Edge[]>();
    for (const edge of edgesOf(plan)) {
      const from = serialize(edge.from);
      outgoing.set(from, [...(outgoing.get(from) ?? []), edge]);
    }
    const [start = ''] = outgoing.keys();
    const detour = fc.array(fc.nat(), { minLength: 10, maxLength: 60 }).map((choices) => {
      let at = start;
      return choices.flatMap((choice) => {
        const edges = outgoing.get(at) ?? [];
        const edge = edges[choice % edges.length];
        if (edge === undefined) return [];
        at = serialize(edge.to);
        return [edge.event];
      });
    });
    await fc.assert(
      fc.asyncProperty(detour, async (walk) => expectNothingRepeated(await replay(plan, walk), walk)),
      { numRuns: 150, seed: 7 },
    );
  });

  it.each([['no-response' as const], [500]])('goes on where it stopped after %s', async (trouble) => {
    const failed = errorEvent('createAccount', failure('patientSignup', trouble));
    const once = ['sendCode', 'verifyCode', 'createCustomer', 'createAccount', 'createAccount'];
    expect(await callsOf([...toAccount, failed, { type: 'RETRY' }])).toEqual(once);
    expect(await callsOf([...toAccount, failed, verify])).toEqual(once);
    expect(await callsOf([...toAccount, failed, { type: 'CHANGE_EMAIL' }, submit(ada)])).toEqual(once);
  });

  it.each([400, 422])(
    'takes a refused entry (%s) back to the form, and the mended form straight on',
    async (status) => {
      const refused = errorEvent('createCustomer', failure('createCustomer', status));
      const walk = [submit(ada), sent, verify, verified, refused, submit(ada)];
      expect(await callsOf(walk)).toEqual(['sendCode', 'verifyCode', 'createCustomer', 'createCustomer']);
    },
  );

  it('starts over for another email, and still knows the first one on the way back', async () => {
    const failed = errorEvent('createAccount', failure('patientSignup', 500));
    const walk = [
      ...toAccount,
      failed,
      { type: 'CHANGE_EMAIL' },
      submit(grace),
      sent,
      { type: 'CHANGE_EMAIL' },
    ];
    const calls = await callsOf([...walk, submit(ada)]);
    expect(calls.slice(-2)).toEqual(['sendCode', 'createAccount']);
  });

  it('asks for no second code after a reload once the code was accepted', async () => {
    const progress = { ...blank, codeSentTo: 'ada@example.com', verifiedEmail: 'ada@example.com' };
    expect(await callsOf([submit(patient(' Ada@Example.com '))], progress)).toEqual(['createCustomer']);
    expect(await callsOf([submit(grace)], progress)).toEqual(['sendCode']);
  });

  it('has its progress remembered step by step, never the password, and nothing once the account exists', async () => {
    const { emitted } = await replay(plan, [...toAccount, accountMade]);
    expect(JSON.stringify(emitted)).not.toContain('Secret1!');
    const steps = emitted.flatMap((event) => ('progress' in event ? [event.progress] : []));
    expect(steps).toMatchObject([
      { values: { firstName: 'Ada' }, codeSentTo: null },
      { codeSentTo: 'ada@example.com', verifiedEmail: null },
      { verifiedEmail: 'ada@example.com', customerCreatedFor: null },
      { customerCreatedFor: 'ada@example.com' },
      blank,
    ]);
    expect(emitted.at(-1)).toEqual({ type: 'registered' });
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

import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { fillIn, retype } from '@tests/support/fill-in';
import { doneEvent, failure, planFor, toursOf } from '@tests/support/machine-paths';
import { startMockServer } from '@tests/support/mock-server';
import { agreeToTerms, clinic } from '@tests/support/sign-up';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AnyMachineSnapshot, type EventObject, initialTransition, transition } from 'xstate';
import { isFailure, isOutcomeUnknown, resendCodeAfter } from '@/contract';
import { writeStored } from '@/lib/storage';
import { signUpMachine } from '@/machines/sign-up.machine';

const { phone: phoneNumber, name: clinicName, password, ...address } = clinic;
/** What the form stores before it is submitted. */
const values = { ...address, phoneNumber, clinicName, addressLine2: '' };

const plan = planFor(signUpMachine, {
  input: { kind: 'provider', progress: { values: {}, verifiedEmail: null } },
  events: [
    { type: 'SUBMIT', values: { kind: 'provider', signup: { ...values, password } } },
    { type: 'RETRY' },
    { type: 'ENTER_CODE' },
    { type: 'VERIFY', otp: '123456' },
    { type: 'CONTINUE' },
    { type: 'RESEND' },
    { type: 'CHANGE_EMAIL' },
  ],
  answers: {},
  errors: [failure('sendOtp', 400), failure('sendOtp', 500), failure('sendOtp', 'no-response')],
});

/** The mock's operation for each call of the machine. */
const operations: Readonly<Record<string, string>> = {
  sendCode: 'POST /auth/send-otp',
  resendCode: 'POST /auth/send-otp',
  verifyCode: 'POST /auth/verify-otp',
  createCustomer: 'POST /shopify/create-customer',
  createAccount: 'POST /auth/clinic-signup',
};

const isAnswer = ({ type }: EventObject) => /^xstate\.(done|error)\.actor\./.test(type);
const isTimer = ({ type }: EventObject) => type.startsWith('xstate.after.');
const isAction = (event: EventObject) => !isAnswer(event) && !isTimer(event);
const callOf = ({ type }: EventObject) => type.split('.').at(-1) ?? '';

/** The mock's branch that produces a response event. */
function branchOf(event: EventObject): string {
  if (!('error' in event) || !isFailure(event.error)) return 'ok';
  return event.error.status === null ? 'ok.lost' : String(event.error.status);
}

function nameOf(event: EventObject): string {
  if (isTimer(event)) return '30 s';
  return isAnswer(event) ? `${callOf(event)} ${branchOf(event)}` : event.type;
}

interface Step {
  readonly event: EventObject;
  readonly before: AnyMachineSnapshot;
  readonly after: AnyMachineSnapshot;
}

/** The steps of a walk; a pending call at its end succeeds, so that every path ends where the user can act. */
function stepsOf(walk: readonly EventObject[]): Step[] {
  const [start]: [AnyMachineSnapshot, ...unknown[]] = initialTransition(plan.machine, plan.input);
  const steps: Step[] = [];
  const take = (event: EventObject) => {
    const before = steps.at(-1)?.after ?? start;
    const [after] = transition(plan.machine, before, event);
    steps.push({ event, before, after });
    return after;
  };
  let now: AnyMachineSnapshot = start;
  for (const event of walk) now = take(event);
  while (now.hasTag('busy')) now = take(doneEvent(Object.keys(now.children)[0] ?? ''));
  return steps;
}

const tours = toursOf(plan)
  .map(stepsOf)
  .map((steps) => [steps.map(({ event }) => nameOf(event)).join(' → '), steps] as const);

const server = startMockServer();
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  // The clock runs by itself, and can be advanced to when the next code may be requested.
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    advanceTimeDelta: 1,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Fills in what the tab does not store. The form's own tests cover typing into every field. */
async function completeForm(user: UserEvent): Promise<void> {
  await fillIn(document.body, { Password: password, 'Confirm Password': password });
  await agreeToTerms(user);
}

async function typeCode(user: UserEvent): Promise<void> {
  const otps = server.db.list('otps') as { email: string; code: string }[];
  const code = otps.find((otp) => otp.email === clinic.email)?.code ?? '';
  await retype(user, await screen.findByLabelText('Verification Code'), code);
}

/** Performs the user action for an event of the machine. */
async function doAction(user: UserEvent, { event, before }: Step): Promise<void> {
  switch (event.type) {
    case 'SUBMIT':
      if (before.context.values === null) await completeForm(user);
      return press(user, 'Sign Up');
    case 'VERIFY':
      await typeCode(user);
      return press(user, 'Verify');
    case 'RESEND':
      return press(user, 'Resend code');
    case 'RETRY':
      return press(user, 'Try again');
    case 'ENTER_CODE':
      return press(user, 'Enter the code');
    case 'CONTINUE':
      return press(user, 'Continue without the code');
    case 'CHANGE_EMAIL':
      return press(user, before.hasTag('accepted') ? 'Check your details' : 'Change email');
    default:
      throw new Error(`no action for ${event.type}`);
  }
}

/** A user action and its results until the next one. */
interface Turn {
  readonly action: Step;
  readonly outcome: readonly Step[];
}

function turnsOf(steps: readonly Step[]): Turn[] {
  const starts = steps.flatMap(({ event }, index) => (isAction(event) ? [index] : []));
  return starts.flatMap((start, turn) => {
    const action = steps[start];
    return action === undefined ? [] : [{ action, outcome: steps.slice(start + 1, starts[turn + 1]) }];
  });
}

/** The resend timer ends while the response to this action is still pending. */
const outlastsTheWait = ({ outcome: [first, second] }: Turn) =>
  first !== undefined && isTimer(first.event) && second !== undefined && isAnswer(second.event);

async function playTurn(user: UserEvent, turn: Turn): Promise<void> {
  const late = outlastsTheWait(turn);
  const answers = turn.outcome.filter(({ event }) => isAnswer(event));
  for (const { event } of answers)
    server.set(operations[callOf(event)] ?? '', branchOf(event), {
      times: 1,
      ...(late ? { delay } : {}),
    });
  if (late) await pass(resendCodeAfter - delay / 2);
  await doAction(user, turn.action);
  if (late) {
    expect(screen.getByRole('button', { name: 'Verifying...' })).toBeVisible();
    for (const _answer of answers) await pass(delay);
  }
}

/** The duration of a late response: shorter than the client's timeout. */
const delay = 5000;

async function expectScreen(state: AnyMachineSnapshot): Promise<void> {
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
  const heading = screen.getByRole('heading', { level: 1 });
  if (state.hasTag('done')) {
    expect(heading).toHaveTextContent('You’re all set');
    return;
  }
  const accepted = state.hasTag('accepted');
  const asksCode = state.hasTag('code') && !accepted;
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(accepted ? 1 : 0);
  expect(screen.queryAllByLabelText('Verification Code')).toHaveLength(asksCode ? 1 : 0);
  const lost = state.hasTag('outcome-unknown');
  expect(screen.queryAllByText(/^We didn’t get a response, so /)).toHaveLength(
    lost || (!accepted && isOutcomeUnknown(state.context.failure)) ? 1 : 0,
  );
  expect(screen.queryAllByRole('button', { name: 'Continue without the code' })).toHaveLength(
    lost && asksCode ? 1 : 0,
  );
  if (asksCode) {
    const resend = screen.getByRole('button', { name: /^Resend code/ });
    if (state.hasTag('can-resend')) expect(resend).toBeEnabled();
    else expect(resend).toBeDisabled();
  }
  if (state.hasTag('form')) expect(heading).toHaveTextContent('Register as Provider');
}

/** The calls of these steps, as the server logs them. */
const callsIn = (steps: readonly Step[]) =>
  steps.flatMap(({ event }) => (isAnswer(event) ? [`${operations[callOf(event)]} ${branchOf(event)}`] : []));

const callsSeen = () =>
  server.log
    .list()
    .filter(({ operation }) => operation.startsWith('POST '))
    .map(({ operation, branch }) => `${operation} ${branch}`);

it.each(tours)('signing up as a provider shows every state of the machine: %s', async (_, steps) => {
  writeStored('providerSignUp', { values, verifiedEmail: null });
  const { user } = renderApp('/provider-signup');
  await screen.findByRole('heading', { level: 1, name: 'Register as Provider' });
  for (const turn of turnsOf(steps)) {
    await playTurn(user, turn);
    const last = turn.outcome.at(-1) ?? turn.action;
    const soFar = callsIn(steps.slice(0, steps.indexOf(last) + 1));
    await waitFor(() => expect(callsSeen()).toEqual(soFar));
    if (turn.outcome.some(({ event, before }) => isTimer(event) && !before.hasTag('busy')))
      await pass(resendCodeAfter);
    await expectScreen(last.after);
  }
});

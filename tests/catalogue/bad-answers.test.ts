import { screen, waitFor, within } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setReportSink } from '@/lib/report';
import type { OverrideOptions } from '@/mocks/scenarios/overrides';
import { booking } from './booking';
import { catalogue } from './catalogue';
import { clinic } from './clinic';
import { fillIn, openPage, press } from './page-actions';
import { patients } from './patients';
import { messagesOf } from './read-messages';
import { both, type Entry, type ExpectedMessage, inPage, silent, toast } from './rows';
import { signIn } from './sign-in';
import { type WalkedAnswer, walkAnswers } from './walk';

const server = startMockServer({ patients: 3 });
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => setReportSink(() => undefined));

type Wanted = readonly [name: string, Pick<WalkedAnswer, 'branch' | 'options' | 'expected' | 'isGood'>];

const failing = (branch: string, expected: ExpectedMessage, options: OverrideOptions = {}) => ({
  branch,
  options,
  expected,
  isGood: false,
});
const done = (expected: ExpectedMessage, options: OverrideOptions) => ({
  branch: 'ok',
  options,
  expected,
  isGood: true,
});

/** What a broken connection does before the call is done. */
const beforeItIsDone = (rejected: ExpectedMessage, unanswered: ExpectedMessage): Wanted[] => [
  ['an error in truncated JSON', failing('500', rejected, { truncateAfter: 5 })],
  ['an error whose body is reset', failing('503', unanswered, { resetAfter: 5 })],
];
const slowly = (expected: ExpectedMessage): Wanted => ['a slow drip', done(expected, { drip: 40 })];

/** Walks the answers on one screen. The user tries again after each, until one is good. */
async function expectWalk(operation: string, entry: Entry, wanted: readonly Wanted[]) {
  const answers = wanted.map(([name, answer]) => ({ name, ...answer }));
  const shown = answers.map(({ name, expected, isGood }) => [
    name,
    { ...messagesOf({ expected, toasts: entry.toasts }), logged: !isGood },
  ]);
  expect(await walkAnswers(server, operation, entry, answers)).toEqual(Object.fromEntries(shown));
}

const entries = Object.entries<Entry>(catalogue);
const unexpected = both('Unexpected error occurred. Please try again later.');
/** The messages for 429 and 503 where they differ from that of a 500 without a message (SPEC §8). */
const gatewayMessages: Readonly<Record<string, readonly [ExpectedMessage, ExpectedMessage]>> = {
  'POST /alert/request-address-confirmation-single-patient': [unexpected, unexpected],
  'POST /booking/send-invitation': [both('Too many requests'), both('Service unavailable')],
};

describe('every call', () => {
  it.each(entries)(
    '%s: the user can try again after 429 and 503, and then it works',
    async (operation, entry) => {
      const { ok = silent, '500': failed = silent, '500.noMessage': unexplained = failed } = entry.rows;
      const [busy, away] = gatewayMessages[operation] ?? [unexplained, unexplained];
      await expectWalk(operation, entry, [
        ['too many requests', failing('429', busy)],
        ['a server that is away', failing('503', away)],
        ['an answer', done(ok, {})],
      ]);
    },
  );
});

describe('a read', () => {
  it('shows that the list is missing, and loads it when the user tries again', async () => {
    const missing = inPage('We couldn’t load your patients.');
    await expectWalk('GET /patient/fetch-patients', patients['GET /patient/fetch-patients'], [
      ...beforeItIsDone(missing, missing),
      ['a body that is reset', failing('ok', missing, { resetAfter: 5 })],
      ['truncated JSON', failing('ok', missing, { truncateAfter: 5 })],
      slowly(silent),
    ]);
  });
});

describe('a read in a sequence', () => {
  it('fails with 500, then with 401, and then shows its list', async () => {
    const operation = 'GET /patient/fetch-patients';
    const { driver } = patients[operation];
    await server.reset({ preset: 'demo' });
    server.set(operation, ['500', '401', 'ok']);
    const stage = await driver.open(server);
    for (const seen of [[500], [500, 401]]) {
      await waitFor(() => expect(server.log.find({ operation }).map(({ status }) => status)).toEqual(seen));
      expect(await screen.findByText('We couldn’t load your patients.')).toBeVisible();
      await driver.call(stage);
    }
    await driver.done(stage);
  });
});

describe('a login', () => {
  it('shows an error, keeps what was typed, and works when the user tries again', async () => {
    const error = both('Server error. Please try again later');
    await expectWalk('POST /auth/login', signIn['POST /auth/login'], [
      ...beforeItIsDone(error, { ...error, mayAddLines: true }),
      ['a token that is lost', failing('ok.lost', { ...error, mayAddLines: true })],
      ['a token whose body is reset', failing('ok', { ...error, mayAddLines: true }, { resetAfter: 5 })],
      ['a token in truncated JSON', failing('ok', error, { truncateAfter: 5 })],
      slowly(toast('Login successful')),
    ]);
  });
});

const ADD_PATIENTS = 'POST /patient/add-patients';
const ADD_LAB = 'POST /clinic/add-lab';
const INVITE = 'POST /booking/send-invitation';
const invitationError = 'An error occurred while sending invitation, please try again later!';

const writes = entries.flatMap(([operation, entry]) => {
  const lost = entry.rows['ok.lost'];
  return lost ? [[operation, entry, lost] as const] : [];
});

describe('a write', () => {
  it.each([
    [
      ADD_PATIENTS,
      patients[ADD_PATIENTS],
      both('Failed to add patients. Please try again later.'),
      both('Failed to add patients. Please try again later.'),
      'Patients added successfully',
    ],
    [
      ADD_LAB,
      clinic[ADD_LAB],
      both('Error adding lab, please try again later!'),
      both('Server error, please try again later!'),
      'Lab added successfully',
    ],
  ] as const)(
    '%s keeps what was typed, and is done when the user tries again',
    async (operation, entry, rejected, unanswered, success) => {
      await expectWalk(operation, entry, [
        ...beforeItIsDone(rejected, { ...unanswered, mayAddLines: true }),
        slowly(toast(success)),
      ]);
    },
  );

  it.each(writes)(
    '%s whose body is reset after it was done is like a lost answer, and not done twice',
    async (operation, entry, lost) => {
      await expectWalk(operation, entry, [['a body that is reset', failing('ok', lost, { resetAfter: 1 })]]);
      expect(server.log.find({ operation })).toHaveLength(1);
    },
  );

  it('whose answer is not read is done, even if its JSON is truncated', async () => {
    await expectWalk(ADD_PATIENTS, patients[ADD_PATIENTS], [
      ['truncated JSON', done(toast('Patients added successfully'), { truncateAfter: 5 })],
    ]);
  });

  it('whose answer is read and truncated is found, and not done twice', async () => {
    const found = {
      toast: invitationError,
      inPage: null,
      mayAddLines: true,
      foundDone: 'Invitation sent successfully!',
    } as const;
    await expectWalk(INVITE, booking[INVITE], [
      ['truncated JSON', failing('ok', found, { truncateAfter: 5 })],
    ]);
  });
});

describe('answers that are chosen for the login page', () => {
  const LOGIN = 'POST /auth/login';
  const failed = 'Server error. Please try again later';
  const wrong = 'Invalid email or password';
  const accounts = { 'provider@kitwell.test': 'Provider1!', 'patient@kitwell.test': 'Patient1!' } as const;

  async function openLogin() {
    await server.reset({ preset: 'demo' });
    const stage = await openPage(server, '/login');
    const attempt = async (Email: keyof typeof accounts, Password: string = accounts[Email]) => {
      await fillIn({ Email, Password });
      await press(stage.user, 'Log In');
    };
    return {
      /** Tries to log in, and waits for the error in the page. */
      async rejected(message: string, ...account: Parameters<typeof attempt>) {
        await attempt(...account);
        expect(await within(screen.getByRole('main')).findByText(message)).toBeVisible();
      },
      async accepted(...account: Parameters<typeof attempt>) {
        await attempt(...account);
        expect(await screen.findByRole('button', { name: /^Hey, / })).toBeVisible();
      },
    };
  }
  const statuses = () => server.log.find({ operation: LOGIN }).map(({ status }) => status);

  it('come in turn, one that the contract does not declare too, until the login works', async () => {
    const { rejected, accepted } = await openLogin();
    const busy = { branch: '418', body: { message: 'Later' }, headers: { 'Retry-After': '30' } };
    server.set(LOGIN, ['500', '400', busy, 'ok']);
    for (const message of [failed, wrong, failed]) await rejected(message, 'provider@kitwell.test');
    await accepted('provider@kitwell.test');
    expect(statuses()).toEqual([500, 400, 418, 200]);
  });

  it.each([
    ['by its body', { body: { email: 'patient@*' } }],
    ['by its caller', { caller: 'patient@kitwell.test' }],
  ])('may be for one account, %s: the other one logs in', async (_, where) => {
    const { rejected, accepted } = await openLogin();
    server.set(LOGIN, '500', { where });
    await rejected(failed, 'patient@kitwell.test');
    await accepted('provider@kitwell.test');
    expect(statuses()).toEqual([500, 200]);
  });

  it('may be for one attempt', async () => {
    const { rejected, accepted } = await openLogin();
    server.set(LOGIN, '500', { where: { nth: 2 } });
    await rejected(wrong, 'provider@kitwell.test', 'wrong');
    await rejected(failed, 'provider@kitwell.test');
    await accepted('provider@kitwell.test');
    expect(statuses()).toEqual([400, 500, 200]);
  });

  /** Milliseconds until the page has each response of the login. */
  function timeLogins(): readonly number[] {
    const durations: number[] = [];
    const send = globalThis.fetch;
    const timed = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const start = performance.now();
      const response = await send(input, init);
      if (response.url.endsWith('/auth/login')) durations.push(performance.now() - start);
      return response;
    });
    onTestFinished(() => timed.mockRestore());
    return durations;
  }

  // That they take no longer is not measured here: on a busy computer they do.
  it.each([
    { type: 'uniform', min: 300, max: 330 },
    { type: 'log-normal', median: 300, sigma: 0 },
    { type: 'percentiles', points: { 0: 300, 50: 310, 99: 330 } },
  ] as const)('reach the page no sooner than the latency says: $type', async (latency) => {
    const { accepted } = await openLogin();
    const durations = timeLogins();
    server.latency(latency);
    onTestFinished(() => server.latency(0, 0));
    await accepted('provider@kitwell.test');
    expect(durations).toHaveLength(1);
    // A timer of Node may be a millisecond early.
    expect(durations[0]).toBeGreaterThanOrEqual(298);
  });
});

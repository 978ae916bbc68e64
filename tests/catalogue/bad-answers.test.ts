import type { OverrideOptions } from '@kitwell/mock-engine/engine/overrides';
import { screen, waitFor } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from './booking';
import { clinic } from './clinic';
import { patients } from './patients';
import { messagesOf } from './read-messages';
import { type Entry, type ExpectedMessage, inPage, silent, toast } from './rows';
import { signIn } from './sign-in';
import { type WalkedAnswer, walkAnswers } from './walk';

const server = startMockServer({ patients: 3 });
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

type ExpectedAnswer = readonly [
  name: string,
  Pick<WalkedAnswer, 'branch' | 'options' | 'expected' | 'isGood'>,
];

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
const beforeItIsDone = (rejected: ExpectedMessage, unanswered: ExpectedMessage): ExpectedAnswer[] => [
  ['an error in truncated JSON', failing('500', rejected, { truncateAfter: 5 })],
  ['an error whose body is reset', failing('503', unanswered, { resetAfter: 5 })],
];
const slowly = (expected: ExpectedMessage): ExpectedAnswer => ['a slow drip', done(expected, { drip: 40 })];

/** Walks the answers on one screen. The user tries again after each, until one is good. */
async function expectWalk(operation: string, entry: Entry, expectedAnswers: readonly ExpectedAnswer[]) {
  const answers = expectedAnswers.map(([name, answer]) => ({ name, ...answer }));
  const expectedMessages = answers.map(({ name, expected, isGood }) => [
    name,
    { ...messagesOf({ expected, toasts: entry.toasts }), logged: !isGood },
  ]);
  expect(await walkAnswers(server, operation, entry, answers)).toEqual(Object.fromEntries(expectedMessages));
}

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
  it('fails with 500, then with 400, and then shows its list', async () => {
    const operation = 'GET /patient/fetch-patients';
    const { driver } = patients[operation];
    await server.reset({ preset: 'demo' });
    server.set(operation, ['500', '400', 'ok']);
    const stage = await driver.open(server);
    for (const seen of [[500], [500, 400]]) {
      await waitFor(() => expect(server.log.find({ operation }).map(({ status }) => status)).toEqual(seen));
      expect(await screen.findByText('We couldn’t load your patients.')).toBeVisible();
      await driver.call(stage);
    }
    await driver.done(stage);
  });
});

describe('a login', () => {
  it('shows an error, keeps what was typed, and works when the user tries again', async () => {
    const error = inPage('Server error. Please try again later');
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

describe('a write', () => {
  it.each([
    [
      ADD_PATIENTS,
      patients[ADD_PATIENTS],
      inPage('Failed to add patients. Please try again later.'),
      inPage('Failed to add patients. Please try again later.'),
      'Patients added successfully',
    ],
    [
      ADD_LAB,
      clinic[ADD_LAB],
      inPage('Error adding lab, please try again later!'),
      inPage('Server error, please try again later!'),
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

  it('whose body is reset after it was done is like a lost answer, and not done twice', async () => {
    const entry = patients[ADD_PATIENTS];
    const lost = entry.rows['ok.lost'];
    await expectWalk(ADD_PATIENTS, entry, [['a body that is reset', failing('ok', lost, { resetAfter: 1 })]]);
    expect(server.log.find({ operation: ADD_PATIENTS })).toHaveLength(1);
  });

  it('whose answer is not read is done, even if its JSON is truncated', async () => {
    await expectWalk(ADD_PATIENTS, patients[ADD_PATIENTS], [
      ['truncated JSON', done(toast('Patients added successfully'), { truncateAfter: 5 })],
    ]);
  });

  it('whose answer is read and truncated is found, and not done twice', async () => {
    const lookedUp = {
      ...toast('Invitation sent successfully!'),
      isDone: true,
    } as const;
    await expectWalk(INVITE, booking[INVITE], [
      ['truncated JSON', failing('ok', lookedUp, { truncateAfter: 5 })],
    ]);
  });
});

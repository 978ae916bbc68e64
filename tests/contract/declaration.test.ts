import {
  branchesOf,
  type Declaration,
  isBlankIssue,
  matchMessage,
  routeOf,
  serverMessage,
  silent,
  text,
  textOf,
  withoutEndSlash,
} from '@kitwell/mock-engine/declaration';
import { describe, expect, it } from 'vitest';
import { onlyProviders, outcomeUnknown, paymentMessages, validationMessages } from '@/contract';
import * as z from '@/contract/zod';

const noText = { ok: silent, otherStatus: silent, noResponse: silent, thrown: silent };
const row = z.object({ name: z.string() });
const read: Declaration = { operation: 'GET /rows', auth: 'none', ok: { status: 200, body: row } };

describe('the ways in which a call can be answered', () => {
  it('are few for a read that needs no account', () =>
    expect(branchesOf(read)).toEqual(['ok', '400', '500', 'wrong-2xx', 'malformed', 'network', 'timeout']));

  it('are all that a write may meet: each status once, with each text that it may show', () => {
    const cases = ['phone', 'email'].map((what) => ({ mentions: new RegExp(what), text: `Invalid ${what}` }));
    const write: Declaration = {
      operation: 'POST /rows',
      auth: 'required',
      role: 'provider',
      ok: { status: 201, alsoGood: [404], body: row },
      softFails: true,
      errorResponses: {
        404: { example: 'Not found' },
        409: { notice: serverMessage('It exists'), example: 'A row exists' },
        422: { notice: matchMessage(cases, 'Invalid'), example: 'Invalid phone' },
      },
      notices: { ...noText, unsuccessful: serverMessage('Failed'), otherStatus: text('Failed') },
    };
    expect(branchesOf(write)).toEqual([
      'ok',
      'ok.404',
      '400',
      '401',
      '403',
      '409',
      '409.noMessage',
      '422',
      '422.match1',
      '422.match2',
      '500',
      'soft-fail',
      'soft-fail.noMessage',
      'wrong-2xx',
      'malformed',
      'ok.lost',
      'network',
      'timeout',
    ]);
  });
});

it('a call is named by its method and path', () =>
  expect(routeOf({ ...read, operation: 'PUT /rows/{id}' })).toEqual({ method: 'PUT', path: '/rows/{id}' }));

it.each([
  ['https://api.example.com//', 'https://api.example.com'],
  ['/api/v1/', '/api/v1'],
  ['/api', '/api'],
  ['/', ''],
  ['', ''],
])('%j without the slashes at its end is %j', (url, expected) => expect(withoutEndSlash(url)).toBe(expected));

it('a text is missing only if its check says that it is blank', () => {
  expect(isBlankIssue({ params: { isBlank: true } })).toBe(true);
  for (const params of [undefined, {}, { isBlank: false }]) expect(isBlankIssue({ params })).toBe(false);
});

describe('the texts of the specification, typed out by hand', () => {
  it('§5: input that is rejected before a call', () =>
    expect(validationMessages).toEqual({
      requiredFields: 'Please enter all the required fields.',
      addPatients: 'Please enter all the details of patient.',
      updatePatient: 'Please enter all the details of the patient.',
      noPatientSelected: 'No patients selected for authorization update.',
      passwordMismatch: 'Passwords do not match',
      billingIncomplete: 'Please add your card details and lab details before placing orders.',
      profileIncomplete:
        'Please complete your profile to be authenticated by clinics and receive your test kits.',
    }));

  it('§2: the payment pages', () =>
    expect(paymentMessages).toEqual({
      saved: 'Payment method saved successfully!',
      wentWrong: 'Something Went Wrong',
      failed: 'Failed to process payment!',
      cancelled: 'Payment Cancelled',
      missingSession: 'Missing session ID',
      cancellationFailed: 'Failed to process cancellation!',
    }));

  it('§4: the reply to a patient', () =>
    expect(onlyProviders).toBe('Right now, we are only onboarding providers'));
});

describe('our own texts', () => {
  it.each(Object.entries(outcomeUnknown))(
    'never claim that a call without a response failed: %s',
    (_, said) => expect(said).toMatch(/may or may not have been (saved|placed|sent)/),
  );
});

describe('the text for an outcome', () => {
  it('is fixed, or the server’s own if it sent one that is not blank', () => {
    expect(textOf(text('Done'), 'OK')).toBe('Done');
    expect(textOf(serverMessage('Failed'), 'No lab yet')).toBe('No lab yet');
    for (const blank of [null, '', ' ']) expect(textOf(serverMessage('Failed'), blank)).toBe('Failed');
    expect(textOf(silent, 'No lab yet')).toBeNull();
  });

  it('is chosen by what the server’s message mentions', () => {
    const cases = [
      { mentions: /phone/, text: 'Invalid phone number' },
      { mentions: /mail/, text: 'Invalid email address' },
    ];
    const notice = matchMessage(cases, 'Validation error');
    expect(textOf(notice, 'the email or phone is wrong')).toBe('Invalid phone number');
    expect(textOf(notice, 'no such mailbox')).toBe('Invalid email address');
    expect(textOf(notice, 'wrong')).toBe('Validation error');
    const matchesAll = matchMessage([{ mentions: /null|^/, text: 'Any' }], 'None');
    expect(textOf(matchesAll, null)).toBe('None');
  });
});

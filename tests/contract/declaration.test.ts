import { describe, expect, it } from 'vitest';
import {
  branchesOf,
  type Declaration,
  ignoredBody,
  isBlankIssue,
  routeOf,
  withoutEndSlash,
} from '@/contract/declaration/declaration';
import { matchMessage, serverMessage, silent, text } from '@/contract/declaration/notice';
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

  it('without a message are apart only where the text then is another one', () => {
    const soft = { ...read, softFails: true };
    const plain = ['ok', '400', '500', 'soft-fail', 'wrong-2xx', 'malformed', 'network', 'timeout'];
    expect(branchesOf({ ...soft, notices: noText })).toEqual(plain);
    expect(branchesOf(soft)).toEqual(plain);
    const ownText = { ...noText, otherStatus: serverMessage('Failed') };
    expect(
      branchesOf({ ...soft, notices: ownText }).filter((branch) => branch.includes('noMessage')),
    ).toEqual(['400.noMessage', '500.noMessage', 'soft-fail.noMessage']);
  });

  it('are never malformed where the body is not read', () =>
    expect(branchesOf({ ...read, ok: { status: 200, body: ignoredBody } })).toEqual([
      'ok',
      '400',
      '500',
      'wrong-2xx',
      'network',
      'timeout',
    ]));

  it.each<[boolean, string, Partial<Declaration>]>([
    [true, 'a POST', { operation: 'POST /rows' }],
    [true, 'a GET that changes data', { writes: ['Rows'] }],
    [false, 'a POST that reads', { operation: 'POST /rows', reads: ['Rows'] }],
    [false, 'a GET', {}],
  ])('include a write whose response is lost: %s for %s', (expected, _, declared) =>
    expect(branchesOf({ ...read, ...declared }).includes('ok.lost')).toBe(expected),
  );
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

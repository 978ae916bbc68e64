import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Declaration, declare, matchMessage, serverMessage, text } from '../src/declaration';
import { answerOfBranch, branchOfError, branchOfSoftFail } from '../src/engine/branch-answer';

const phone = { mentions: /phone/i, text: 'Check the phone number.' };
const email = { mentions: /email/i, text: 'Check the email address.' };
const failed = text('Something went wrong.');

/** A call with every kind of outcome that a contract can declare. */
const call = declare({
  operation: 'POST /visits',
  auth: 'required',
  role: 'keeper',
  ok: { status: 200, alsoGood: [202, 404], body: z.object({ id: z.number() }) },
  softFails: true,
  errorResponses: {
    400: { example: 'Unknown pet', notice: matchMessage([phone, email], 'Check the form.') },
    409: { example: 'Already visited' },
  },
  notices: { ok: failed, otherStatus: failed, noResponse: failed, thrown: failed },
});
/** A call that declares no more than it must. */
const plain = declare({
  operation: 'GET /visits',
  auth: 'required',
  ok: { status: 200, body: z.array(z.number()) },
});
/** A call whose notices depend on the server's message for any status. */
const mentioned = declare({
  operation: 'PUT /visits',
  auth: 'none',
  ok: { status: 201, alsoGood: [200, 202], body: z.string() },
  softFails: true,
  errorResponses: { 422: { example: 'No email' } },
  notices: { ...call.notices, otherStatus: matchMessage([phone], 'Check the form.') },
});

/** A call whose failures show the server's own message. */
const loud = declare({
  ...call,
  operation: 'DELETE /visits',
  notices: { ...call.notices, otherStatus: serverMessage('Something went wrong.') },
});

const answer = (status: number, body: unknown) => ({ kind: 'answer', status, body });
const message = (text: string) => ({ message: text });

describe('the response of a branch', () => {
  it.each<[string, Declaration, string, unknown]>([
    ['its example', call, '400', answer(400, message('Unknown pet'))],
    ['its example', call, '409', answer(409, message('Already visited'))],
    ['who may call', call, '403', answer(403, message('Only a keeper can do this'))],
    ['the usual words if no role is declared', plain, '401', answer(401, message('Sign in again'))],
    ['the usual words', call, '500', answer(500, message('Internal server error'))],
    ['the message of the first case', call, '400.match1', answer(400, message(phone.text))],
    ['the message of the second case', call, '400.match2', answer(400, message(email.text))],
    ['that of any status', mentioned, '422.match1', answer(422, message(phone.text))],
    ['another good status', call, 'ok.404', answer(404, message('Not found'))],
    ['another good status', call, 'ok.202', answer(202, message('Status 202'))],
    [
      'a refusal',
      call,
      'soft-fail',
      answer(200, { success: false, ...message('The server declined this request.') }),
    ],
    ['no message', loud, '500.noMessage', answer(500, {})],
    ['a refusal without a message', loud, 'soft-fail.noMessage', answer(200, { success: false })],
    ['an unexpected good status', call, 'wrong-2xx', answer(201, {})],
    ['an unexpected good status', plain, 'wrong-2xx', answer(202, {})],
    ['one that is left', mentioned, 'wrong-2xx', answer(203, {})],
    ['a body that breaks the contract', call, 'malformed', answer(200, { unexpected: true })],
    ['no response', call, 'network', { kind: 'network' }],
    ['no end', call, 'timeout', { kind: 'timeout' }],
  ])('is %s', (_, declared, branch, result) => {
    expect(answerOfBranch(declared, branch)).toEqual(result);
  });

  it.each(['429', '503'])('of a gateway says when to try again: %s', (status) => {
    expect(answerOfBranch(plain, status)).toEqual({
      ...answer(Number(status), message(status === '429' ? 'Too many requests' : 'Service unavailable')),
      headers: { 'retry-after': '1' },
    });
  });

  it.each(['ok', 'ok.lost', '418', '400.match3'])(
    'does not exist for %s, and the message lists what does',
    (branch) => {
      expect(() => answerOfBranch(call, branch)).toThrow(
        new RegExp(`^POST /visits has no branch "${branch}" of its own. It has: ok, .*, 429, 503\\.$`),
      );
    },
  );
});

describe('the branch of a rule’s response', () => {
  it.each<{ declared: Declaration; status: number; sent: string | undefined; branch: string }>([
    { declared: call, status: 404, sent: 'Not here', branch: 'ok.404' },
    { declared: plain, status: 404, sent: 'Not here', branch: '404' },
    { declared: call, status: 400, sent: 'Unknown pet', branch: '400' },
    { declared: call, status: 400, sent: 'Invalid phone number', branch: '400.match1' },
    { declared: call, status: 400, sent: 'Invalid email', branch: '400.match2' },
    { declared: call, status: 400, sent: undefined, branch: '400' },
    { declared: loud, status: 500, sent: undefined, branch: '500.noMessage' },
    { declared: loud, status: 500, sent: 'Full', branch: '500' },
    { declared: mentioned, status: 500, sent: 'No phone line', branch: '500.match1' },
    { declared: call, status: 409, sent: 'No phone line', branch: '409' },
  ])(
    'of $declared.operation for $status and the message $sent is $branch',
    ({ declared, status, sent, branch }) => {
      expect(branchOfError(declared, status, sent)).toBe(branch);
    },
  );

  it('is a refusal for a soft failure', () => {
    expect(branchOfSoftFail(loud, 'Declined')).toBe('soft-fail');
    expect(branchOfSoftFail(loud, undefined)).toBe('soft-fail.noMessage');
    expect(branchOfSoftFail(call, 'Declined')).toBe('soft-fail');
    expect(branchOfSoftFail(call, undefined)).toBe('soft-fail');
  });
});

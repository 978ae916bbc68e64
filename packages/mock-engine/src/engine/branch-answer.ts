import * as z from 'zod/mini';
import { branchesOf, type Declaration, type MatchCase, textOf } from '../declaration';
import { onlyForRole } from './backend';
import { answerOfError, type Errors, messageErrors } from './errors';
import { gatewayBranches, settableBranchesOf } from './operation-lookup';
import type { BodyArrival, OverrideOptions } from './overrides';

/** A response, or the lack of one. */
export type WireResult =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      /** By name, each value with its attributes; null removes the cookie. */
      readonly cookies?: Readonly<Record<string, string | null>>;
      /** Without it, the body arrives whole and at once. */
      readonly arrival?: BodyArrival;
    }
  /** `lost`: the server's response, which never arrives. */
  | { readonly kind: 'network'; readonly lost?: { readonly status: number; readonly body: unknown } }
  | { readonly kind: 'timeout' };

/** Whether a body is sent as it is. */
export const isBinary = (
  body: unknown,
): body is Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream =>
  body instanceof Blob ||
  body instanceof ArrayBuffer ||
  body instanceof Uint8Array ||
  body instanceof ReadableStream;

const answer = (status: number, body: unknown): WireResult => ({ kind: 'answer', status, body });

const plainMessages: Readonly<Record<number, string>> = {
  400: 'The request could not be processed',
  401: 'Sign in again',
  403: 'Not allowed',
  404: 'Not found',
  422: 'The request could not be processed',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/** A message like the real server's for this status. */
function exampleOf({ errorResponses, role }: Declaration, status: number): string {
  const example = errorResponses?.[status]?.example;
  if (example !== undefined) return example;
  if (status === 403 && role) return onlyForRole(role);
  return plainMessages[status] ?? `Status ${status}`;
}

/** The contract's notice for a status. */
const noticeFor = (declared: Declaration, status: number) =>
  declared.errorResponses?.[status]?.notice ?? declared.notices?.otherStatus;

function casesOf(declared: Declaration, status: number): readonly MatchCase[] {
  const notice = noticeFor(declared, status);
  return notice?.kind === 'match' ? notice.cases : [];
}

function messageThatMatches(declared: Declaration, status: number, position: number): string {
  const notice = noticeFor(declared, status);
  const expectedCase = casesOf(declared, status)[position - 1];
  if (!notice || !expectedCase || textOf(notice, expectedCase.text) !== expectedCase.text) {
    throw new Error(`${declared.operation}: no message reaches case ${position} of ${status}`);
  }
  return expectedCase.text;
}

function bodyThatBreaks(declared: Declaration): unknown {
  const candidates = [{ unexpected: true }, 'unexpected', 42];
  const broken = candidates.find((body) => !z.safeParse(declared.ok.body, body).success);
  if (broken === undefined) throw new Error(`${declared.operation}: every body fits its schema`);
  return broken;
}

/** A 2xx status that the contract does not expect for this operation. */
function unexpectedGoodStatus(declared: Declaration): number {
  const expected = [declared.ok.status, ...(declared.ok.alsoGood ?? [])];
  return [202, 200, 201].find((status) => !expected.includes(status)) ?? 203;
}

/** Seconds after which a gateway's 429 or 503 asks to retry. */
const RETRY_AFTER = '1';

function statusAnswer(
  declared: Declaration,
  status: number,
  variant: string | undefined,
  errors: Errors,
): WireResult {
  const messageOf = () => {
    if (variant === undefined) return exampleOf(declared, status);
    if (variant === 'noMessage') return undefined;
    return messageThatMatches(declared, status, Number(/^match(\d+)$/.exec(variant)?.[1]));
  };
  const isGateway = variant === undefined && gatewayBranches.includes(String(status));
  return answerOfError(
    errors,
    { reason: 'rejected', status, message: messageOf() },
    isGateway ? { 'retry-after': RETRY_AFTER } : undefined,
  );
}

/** Whether the rule runs: for `ok` and `ok.lost`, whose response is dropped. Others have fixed responses. */
export const asksRule = (branch: string): boolean => branch === 'ok' || branch === 'ok.lost';

/**
 * Returns the fixed response of a branch; never reads or changes data (§Mock backend, "Parts").
 *
 * @throws Error if the operation has no such branch, listing those it has
 */
export function answerOfBranch(
  declared: Declaration,
  branch: string,
  errors: Errors = messageErrors,
): WireResult {
  const settable = settableBranchesOf(declared);
  if (!settable.includes(branch) || asksRule(branch)) {
    throw new Error(
      `${declared.operation} has no branch "${branch}" of its own. It has: ${settable.join(', ')}.`,
    );
  }
  const [name = '', variant] = branch.split('.');
  if (name === 'network') return { kind: 'network' };
  if (name === 'timeout') return { kind: 'timeout' };
  if (name === 'wrong-2xx') return answer(unexpectedGoodStatus(declared), {});
  if (name === 'malformed') return answer(declared.ok.status, bodyThatBreaks(declared));
  if (name === 'soft-fail') {
    const fields = variant === 'noMessage' ? {} : { message: 'The server declined this request.' };
    return answer(declared.ok.status, { success: false, ...fields });
  }
  if (name === 'ok') return answer(Number(variant), { message: exampleOf(declared, Number(variant)) });
  return statusAnswer(declared, Number(name), variant, errors);
}

/** A response whose body and headers were given with the override; without a body it has the status's usual one. */
export function customAnswer(
  declared: Declaration,
  status: number,
  { body, headers = {} }: Pick<OverrideOptions, 'body' | 'headers'>,
  errors: Errors = messageErrors,
): WireResult {
  if (body !== undefined || status < 400) return { kind: 'answer', status, body: body ?? {}, headers };
  return answerOfError(errors, { reason: 'rejected', status, message: exampleOf(declared, status) }, headers);
}

/** The branch of a rule's error response: `ok.404`, `400`, `400.match2`, `500.noMessage` and so on. */
export function branchOfError(declared: Declaration, status: number, message: string | undefined): string {
  if (declared.ok.alsoGood?.includes(status)) return `ok.${status}`;
  if (message === undefined) {
    return branchesOf(declared).includes(`${status}.noMessage`) ? `${status}.noMessage` : `${status}`;
  }
  const matched = casesOf(declared, status).findIndex(({ mentions }) => mentions.test(message));
  return matched === -1 ? `${status}` : `${status}.match${matched + 1}`;
}

/** The branch of a rule's `success: false`. */
export function branchOfSoftFail(declared: Declaration, message: string | undefined): string {
  const silent = 'soft-fail.noMessage';
  return message === undefined && branchesOf(declared).includes(silent) ? silent : 'soft-fail';
}

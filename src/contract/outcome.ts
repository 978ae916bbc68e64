import { declarationOf, type OperationName } from './contract';
import { type Notice, wordsOf } from './notice';

/** Why a call did not succeed. */
export interface Failure {
  readonly operation: OperationName;
  /**
   * `status`: refused with a status of 300 or more. `unsuccessful`: `success: false`, or a 2xx other than the expected
   * one. `no-response`: offline, reset or timed out. `malformed`: an answer that breaks the contract.
   */
  readonly kind: 'status' | 'unsuccessful' | 'no-response' | 'malformed';
  readonly status: number | null;
  /** The server's own message, where the answer carried one. */
  readonly message: string | null;
  /** How long the server asked to wait before another try (`Retry-After`), in milliseconds. */
  readonly retryAfter?: number;
}

/** Whether a caught value is a failure of a call (anything else is a defect of ours). */
export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' &&
  value !== null &&
  'operation' in value &&
  'kind' in value &&
  'message' in value;

/**
 * Whether a failed call says that the user is not signed in: 401 where a token is required, or a readable answer of
 * `verify-user` that denies the user (SPEC §8; SPEC-NOTES "User verification failure"). Any other failure says nothing about
 * the token.
 */
export function isDenied(failure: Failure | null): boolean {
  if (failure === null) return false;
  const { operation, kind, status } = failure;
  const { auth, ok } = declarationOf(operation);
  if (status === 401) return auth === 'required';
  return operation === 'verifyUser' && kind === 'unsuccessful' && status === ok.status;
}

/** Bad Gateway and Gateway Timeout, and Cloudflare's own of both: the answer of the server itself did not arrive. */
const gatewayStatuses = [502, 504, 520, 524];

/**
 * Whether a write may have been done although its call failed: no answer, a gateway's instead of it, one that can't be read,
 * or a 2xx other than the expected one. Reads are only repeated; any other rejection (status of 300 or more,
 * `success: false`) is an answer.
 */
export function isOutcomeUnknown(error: unknown): error is Failure {
  if (!isFailure(error)) return false;
  const { reads, ok } = declarationOf(error.operation);
  if (reads !== undefined) return false;
  if (error.kind === 'unsuccessful')
    return error.status !== ok.status && !ok.alsoGood?.some((status) => status === error.status);
  if (error.kind === 'status') return gatewayStatuses.some((status) => status === error.status);
  return true;
}

const saysSo = /\b(already|exists?|taken)\b/i;
/** "The patient does not exist", "no such clinic exists". */
const deniesIt = /\b(not|never|no longer|no such|\w+n['’]t)\s+(\w+\s+)?(already|exists?|taken)\b/i;

/**
 * Whether a rejection says that what was asked for exists already. After an unknown outcome that means: it was done.
 * A 409 says so by itself; 400 and 422 by their message, or by SPEC §8's where the server sent none.
 */
export function saysExists(error: unknown): error is Failure {
  if (!isFailure(error) || error.kind !== 'status') return false;
  if (error.status === 409) return true;
  if (error.status !== 400 && error.status !== 422) return false;
  const message = error.message ?? wordsForFailure(error) ?? '';
  return saysSo.test(message) && !deniesIt.test(message);
}

/**
 * Whether the server now has what was sent, spaces around a value aside.
 *
 * @param stored what was read after an unknown outcome; fields that were not sent don't count
 */
export const hasSent = <Sent extends object>(
  stored: { readonly [K in keyof Sent]: unknown },
  sent: Sent,
): boolean =>
  (Object.keys(sent) as (keyof Sent)[]).every(
    (field) => String(stored[field] ?? '').trim() === String(sent[field] ?? '').trim(),
  );

/** What the contract says the user is told about a failure (SPEC §8). */
export function noticeOf(failure: Failure): Notice {
  const { notices, refusals } = declarationOf(failure.operation);
  switch (failure.kind) {
    case 'status':
      return refusals?.[failure.status ?? 0]?.notice ?? notices.otherStatus;
    case 'unsuccessful':
      return notices.unsuccessful ?? notices.otherStatus;
    case 'no-response':
      return notices.noResponse;
    case 'malformed':
      return notices.thrown;
  }
}

/** SPEC §8's message of an operation's good answer, for one that was found to be done without an answer. */
export const successMessage = (operation: OperationName): string | null =>
  wordsOf(declarationOf(operation).notices.ok, null);

/** The words for what a call ended in; `null` where it is no failure, and where the contract asks for silence. */
export const wordsForFailure = (error: unknown): string | null =>
  isFailure(error) ? wordsOf(noticeOf(error), error.message) : null;

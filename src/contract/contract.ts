import {
  type AnswerOf,
  type Notice,
  type RequestOf,
  textOf,
  type WireAnswerOf,
} from '@kitwell/mock-engine/declaration';
import { authContract, type SignupField, signupFieldErrors } from './auth.contract';
import { billingContract } from './billing.contract';
import { bookingContract } from './booking.contract';
import { chatContract } from './chat.contract';
import { clinicContract } from './clinic.contract';
import type { Operation } from './operation';
import { ordersContract } from './orders.contract';
import { patientsContract } from './patients.contract';

/** All calls of §7. */
export const contract = {
  ...chatContract,
  ...authContract,
  ...ordersContract,
  ...billingContract,
  ...patientsContract,
  ...bookingContract,
  ...clinicContract,
} as const;

export type Contract = typeof contract;
export type OperationName = keyof Contract;
/** The operations that change what another one reads. */
export type WriteName = {
  [K in OperationName]: Contract[K] extends { readonly writes: readonly unknown[] } ? K : never;
}[OperationName];

/** The request that a caller of this operation passes. */
export type Request<K extends OperationName> = RequestOf<Contract[K]>;
/** The validated body of a successful response. */
export type Answer<K extends OperationName> = AnswerOf<Contract[K]>;
/** The body of a successful response before validation. */
export type WireAnswer<K extends OperationName> = WireAnswerOf<Contract[K]>;

export const operationNames = Object.keys(contract) as OperationName[];

/** The declaration of one operation, without its literal types. */
export const declarationOf = (name: OperationName): Operation => contract[name];

/** Why a call failed. */
export interface Failure {
  /** Identifies a failed call among caught values. Not a class, because the store accepts plain objects only. */
  readonly tag: 'call-failure';
  readonly operation: OperationName;
  /**
   * `status`: a status of 300 or more. `unsuccessful`: `success: false`, or an unexpected 2xx. `no-response`: offline,
   * reset or timed out. `malformed`: a response that does not match the contract.
   */
  readonly kind: 'status' | 'unsuccessful' | 'no-response' | 'malformed';
  readonly status: number | null;
  /** The server's own message, if the response had one. */
  readonly message: string | null;
  /** How long to wait before another try (`Retry-After`), in milliseconds. */
  readonly retryAfter?: number;
}

/** Whether a caught value is a failed call; anything else is a bug in our code. */
export const isFailure = (value: unknown): value is Failure =>
  value instanceof Object && 'tag' in value && value.tag === 'call-failure';

/**
 * Whether a failed call means that the user is not signed in: 401 where a token is required, or a readable response of
 * `verify-user` that denies the user (§8; §Notes "User verification failure"). Other failures do not concern
 * the token.
 */
export function isDenied(failure: Failure | null): boolean {
  if (failure === null) return false;
  const { operation, kind, status } = failure;
  const { auth, ok } = declarationOf(operation);
  if (status === 401) return auth === 'required';
  return operation === 'verifyUser' && kind === 'unsuccessful' && status === ok.status;
}

/** Bad Gateway, Gateway Timeout and Cloudflare's versions of both: the server's own response did not arrive. */
const gatewayStatuses = [502, 504, 520, 524];

/**
 * Whether a write may have been processed although its call failed: no response, a gateway's error, an unreadable
 * response or an unexpected 2xx. Reads are simply repeated; any other rejection (status of 300 or more,
 * `success: false`) is definite.
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

/** Whether a rejection says that what the call creates exists already, as its declaration knows. */
export const reportsDuplicate = (error: unknown): error is Failure =>
  isFailure(error) &&
  error.kind === 'status' &&
  declarationOf(error.operation).existsAlready?.(
    error.status ?? 0,
    error.message ?? failureMessage(error) ?? '',
  ) === true;

/**
 * Whether the server now has the values that were sent, ignoring spaces around them.
 *
 * @param stored what was fetched after an unknown outcome; fields that were not sent are ignored
 */
export const hasSent = <Sent extends object>(
  stored: { readonly [K in keyof Sent]: unknown },
  sent: Sent,
): boolean =>
  (Object.keys(sent) as (keyof Sent)[]).every(
    (field) => String(stored[field] ?? '').trim() === String(sent[field] ?? '').trim(),
  );

/** Returns the notice that the contract declares for a failure (§8). */
export function noticeOf(failure: Failure): Notice {
  const { notices, errorResponses } = declarationOf(failure.operation);
  switch (failure.kind) {
    case 'status':
      return errorResponses?.[failure.status ?? 0]?.notice ?? notices.otherStatus;
    case 'unsuccessful':
      return notices.unsuccessful ?? notices.otherStatus;
    case 'no-response':
      return notices.noResponse;
    case 'malformed':
      return notices.thrown;
  }
}

/** Returns the field of the sign-up form that a rejection is about, as far as its notice names one. */
export function rejectedSignupField(failure: Failure): SignupField | null {
  const { kind } = noticeOf(failure);
  const { message } = failure;
  if (message === null || (kind !== 'match' && kind !== 'server')) return null;
  return signupFieldErrors.find(({ mentions }) => mentions.test(message))?.field ?? null;
}

/** Returns §8's success message, for a write that was done although its response was lost. */
export const successMessage = (operation: OperationName): string | null =>
  textOf(declarationOf(operation).notices.ok, null);

/** Returns the text to show for a caught error; `null` if it is not a failed call or its notice is silent. */
export const failureMessage = (error: unknown): string | null =>
  isFailure(error) ? textOf(noticeOf(error), error.message) : null;

import { declarationOf, type OperationName } from './contract';
import { type Notice, wordsOf } from './notice';
import * as z from './zod';

type Method = 'GET' | 'POST' | 'PUT';

/** RTK Query cache tags: which server data an operation reads, and which it makes stale. */
export const tags = [
  'Session',
  'Clinics',
  'Patients',
  'Kits',
  'Lab',
  'ClinicProfile',
  'PatientProfile',
  'PaymentDetails',
  'Appointments',
  'KitStatus',
] as const;
export type Tag = (typeof tags)[number];

/** A refusal that SPEC §8 names: its words, and what a server may say in it. */
interface Refusal {
  readonly notice: Notice;
  /** A message such as the real server would send; the mock's branch of this status answers with it. */
  readonly example: string;
}

/** One call of SPEC §7, declared once. The client, the mock, the notices and the branches derive from it. */
export interface Operation {
  /** Method and path, with path parameters in braces: the name used by `window.__mock` and OpenAPI. */
  readonly operation: `${Method} /${string}`;
  /** `required` calls carry the stored token; `optional` ones only where there is one (SPEC-NOTES, sign-up). */
  readonly auth: 'required' | 'optional' | 'none';
  readonly host: 'api' | 'chat';
  readonly path?: z.ZodMiniType<Record<string, string | number>>;
  readonly query?: z.ZodMiniType<Record<string, string>>;
  readonly body?: z.ZodMiniType;
  readonly ok: {
    readonly status: number;
    /** Further statuses that count as success (forgot-password shows 404 like 200). */
    readonly alsoGood?: readonly number[];
    readonly body: z.ZodMiniType;
    /**
     * Turns a parsed body, in place, into exactly what `body` would make of it, for answers so long that asking the
     * schema about each field is felt. True when done; false leaves the decision to the schema, as every doubt must.
     */
    readonly finish?: (body: unknown) => boolean;
  };
  /** The operation can answer a good status with `{ success: false, message? }`. */
  readonly softFails?: boolean;
  readonly errorResponses?: Readonly<Record<number, Refusal>>;
  readonly notices: {
    readonly ok: Notice;
    /** `success: false`, or a 2xx other than the expected one. Defaults to `otherStatus`. */
    readonly unsuccessful?: Notice;
    /** Any status that `errorResponses` does not name. */
    readonly otherStatus: Notice;
    /** No answer: offline, reset, timed out. */
    readonly noResponse: Notice;
    /** An answer that could not be understood. */
    readonly thrown: Notice;
  };
  /** Where its toasts stand (SPEC §9). */
  readonly toasts: 'top-right' | 'top-center';
  readonly reads?: readonly Tag[];
  readonly writes?: readonly Tag[];
}

/** Declares an operation, keeping its exact types. */
export const operation = <const O extends Operation>(declared: O): O => declared;

/** The same notice for every failure that has no words of its own. */
export const everyFailure = (notice: Notice) => ({ otherStatus: notice, noResponse: notice, thrown: notice });

/** An answer whose body the product does not read (SPEC §7). */
export const ignoredBody = z.unknown();

type PartInput<S> = S extends z.ZodMiniType ? z.input<S> : never;
type PartOutput<S> = S extends z.ZodMiniType ? z.output<S> : never;
type PresentKeys<O extends Operation> = Extract<'path' | 'query' | 'body', keyof O>;

/** What a caller hands in: `{ path, query, body }`, whichever the operation has; nothing where it has none. */
export type RequestOf<O extends Operation> = [PresentKeys<O>] extends [never]
  ? void
  : { readonly [P in PresentKeys<O>]: PartInput<O[P]> };

/** The request after validation, as the mock's rules receive it. */
export type ParsedRequestOf<O extends Operation> = { readonly [P in PresentKeys<O>]: PartOutput<O[P]> };

/** The good answer's body, validated. */
export type AnswerOf<O extends Operation> = z.output<O['ok']['body']>;

/** The good answer's body as it travels. */
export type WireAnswerOf<O extends Operation> = z.input<O['ok']['body']>;

/** Splits an operation's name into method and path template. */
export function routeOf(declared: Operation): { method: Method; path: `/${string}` } {
  const [method, path] = declared.operation.split(' ') as [Method, `/${string}`];
  return { method, path };
}

/**
 * Whether an operation may change what the server holds: every operation that reads no cache tags, whatever its method.
 * Verifying a payment is a GET that stores a card; tracking a kit is a POST that only reads (decision 0001).
 */
const isWrite = (declared: Operation): boolean => declared.reads === undefined;

/**
 * Every way an operation can answer, by name. `ok.lost` is a write that the server processed and whose answer, good or
 * not, never arrived. `NNN` carries a server message, `NNN.noMessage` does not; the latter
 * exists where it changes what the user reads.
 */
export function branchesOf(declared: Operation): string[] {
  const { errorResponses = {}, notices } = declared;
  const statuses = new Set([
    400,
    ...(declared.auth === 'required' ? [401] : []),
    500,
    ...Object.keys(errorResponses).map(Number),
  ]);
  for (const good of declared.ok.alsoGood ?? []) statuses.delete(good);
  const refused = [...statuses]
    .sort((a, b) => a - b)
    .flatMap((status) => {
      const notice = errorResponses[status]?.notice ?? notices.otherStatus;
      const matched =
        notice.kind === 'match' ? notice.cases.map((_, index) => `${status}.match${index + 1}`) : [];
      return [`${status}`, ...matched, ...(notice.kind === 'server' ? [`${status}.noMessage`] : [])];
    });
  const unsuccessful = notices.unsuccessful ?? notices.otherStatus;
  return [
    'ok',
    ...(declared.ok.alsoGood ?? []).map((status) => `ok.${status}`),
    ...refused,
    ...(declared.softFails
      ? ['soft-fail', ...(unsuccessful.kind === 'server' ? ['soft-fail.noMessage'] : [])]
      : []),
    'wrong-2xx',
    ...(declared.ok.body === ignoredBody ? [] : ['malformed']),
    ...(isWrite(declared) ? ['ok.lost'] : []),
    'network',
    'timeout',
  ];
}

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
  const message = error.message ?? failureMessage(error) ?? '';
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

/** SPEC §8's message of an operation's good answer, for one that was found to be done without an answer. */
export const successMessage = (operation: OperationName): string | null =>
  wordsOf(declarationOf(operation).notices.ok, null);

/** The words for what a call ended in; `null` where it is no failure, and where the contract asks for silence. */
export const failureMessage = (error: unknown): string | null =>
  isFailure(error) ? wordsOf(noticeOf(error), error.message) : null;

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

/** An error response that SPEC §8 names. */
interface Refusal {
  readonly notice: Notice;
  /** An example of the server's message; the mock's branch for this status sends it. */
  readonly example: string;
}

/** One call of SPEC §7. The client, the mock, the notices and the branches are derived from it. */
export interface Operation {
  /** Method and path, with path parameters in braces; also the name in `window.__mock` and OpenAPI. */
  readonly operation: `${Method} /${string}`;
  /** `required` calls send the stored token; `optional` calls send it if there is one (SPEC-NOTES, sign-up). */
  readonly auth: 'required' | 'optional' | 'none';
  readonly host: 'api' | 'chat';
  readonly path?: z.ZodMiniType<Record<string, string | number>>;
  readonly query?: z.ZodMiniType<Record<string, string>>;
  readonly body?: z.ZodMiniType;
  readonly ok: {
    readonly status: number;
    /** Further statuses that count as success (forgot-password treats 404 like 200). */
    readonly alsoGood?: readonly number[];
    readonly body: z.ZodMiniType;
    /**
     * Converts a parsed body in place to exactly what `body` would return, for responses so long that the schema is
     * noticeably slow. Returns false in any doubt; the schema then parses the body.
     */
    readonly finish?: (body: unknown) => boolean;
  };
  /** The operation can respond with a success status and `{ success: false, message? }`. */
  readonly softFails?: boolean;
  readonly errorResponses?: Readonly<Record<number, Refusal>>;
  readonly notices: {
    readonly ok: Notice;
    /** `success: false`, or an unexpected 2xx. Defaults to `otherStatus`. */
    readonly unsuccessful?: Notice;
    /** Any status that is not in `errorResponses`. */
    readonly otherStatus: Notice;
    /** No response: offline, reset or timed out. */
    readonly noResponse: Notice;
    /** A response that does not match the contract. */
    readonly thrown: Notice;
  };
  /** Position of its toasts (SPEC §9). */
  readonly toasts: 'top-right' | 'top-center';
  readonly reads?: readonly Tag[];
  readonly writes?: readonly Tag[];
}

/** Declares an operation and keeps its literal types. */
export const operation = <const O extends Operation>(declared: O): O => declared;

/** The same notice for every failure without its own text. */
export const everyFailure = (notice: Notice) => ({ otherStatus: notice, noResponse: notice, thrown: notice });

/** A response body that the product does not read (SPEC §7). */
export const ignoredBody = z.unknown();

type PartInput<S> = S extends z.ZodMiniType ? z.input<S> : never;
type PartOutput<S> = S extends z.ZodMiniType ? z.output<S> : never;
type PresentKeys<O extends Operation> = Extract<'path' | 'query' | 'body', keyof O>;

/** What a caller passes: `path`, `query` and `body` as far as the operation has them, `void` if it has none. */
export type RequestOf<O extends Operation> = [PresentKeys<O>] extends [never]
  ? void
  : { readonly [P in PresentKeys<O>]: PartInput<O[P]> };

/** The validated request, as the mock's rules receive it. */
export type ParsedRequestOf<O extends Operation> = { readonly [P in PresentKeys<O>]: PartOutput<O[P]> };

/** The validated body of a successful response. */
export type AnswerOf<O extends Operation> = z.output<O['ok']['body']>;

/** The body of a successful response before validation. */
export type WireAnswerOf<O extends Operation> = z.input<O['ok']['body']>;

/** Splits an operation's name into method and path template. */
export function routeOf(declared: Operation): { method: Method; path: `/${string}` } {
  const [method, path] = declared.operation.split(' ') as [Method, `/${string}`];
  return { method, path };
}

/**
 * Whether an operation may change data on the server: every operation that reads no cache tags, whatever its method.
 * Verifying a payment is a GET that stores a card; tracking a kit is a POST that only reads (decision 0001).
 */
const isWrite = (declared: Operation): boolean => declared.reads === undefined;

/**
 * Returns the name of every way an operation can respond. `ok.lost`: the server processed the write, but its response
 * (success or error) never arrived. `NNN` carries a server message; `NNN.noMessage` does not, and exists only where
 * that changes the text shown.
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

/** Why a call failed. */
export interface Failure {
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
  typeof value === 'object' &&
  value !== null &&
  'operation' in value &&
  'kind' in value &&
  'message' in value;

/**
 * Whether a failed call means that the user is not signed in: 401 where a token is required, or a readable response of
 * `verify-user` that denies the user (SPEC §8; SPEC-NOTES "User verification failure"). Other failures do not concern
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

const saysSo = /\b(already|exists?|taken)\b/i;
/** Matches "The patient does not exist" and "no such clinic exists". */
const deniesIt = /\b(not|never|no longer|no such|\w+n['’]t)\s+(\w+\s+)?(already|exists?|taken)\b/i;

/**
 * Whether a rejection means that the item already exists. After an unknown outcome, this means that the earlier try
 * succeeded. 409 always counts; for 400 and 422 the message decides, or SPEC §8's if the server sent none.
 */
export function saysExists(error: unknown): error is Failure {
  if (!isFailure(error) || error.kind !== 'status') return false;
  if (error.status === 409) return true;
  if (error.status !== 400 && error.status !== 422) return false;
  const message = error.message ?? failureMessage(error) ?? '';
  return saysSo.test(message) && !deniesIt.test(message);
}

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

/** Returns the notice that the contract declares for a failure (SPEC §8). */
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

/** Returns SPEC §8's success message, for a write that was found to be done although its response was lost. */
export const successMessage = (operation: OperationName): string | null =>
  wordsOf(declarationOf(operation).notices.ok, null);

/** Returns the text to show for a caught error; `null` if it is not a failed call or its notice is silent. */
export const failureMessage = (error: unknown): string | null =>
  isFailure(error) ? wordsOf(noticeOf(error), error.message) : null;

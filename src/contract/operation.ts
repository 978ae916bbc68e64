import type { Notice } from './notice';
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

/** An error response that SPEC §8 names, or that a server sends for its own reasons. */
interface ErrorResponse {
  /** Defaults to `otherStatus`. */
  readonly notice?: Notice;
  /** An example of the server's message; the mock's branch for this status sends it. */
  readonly example: string;
}

/** One call of SPEC §7. The client, the mock, the notices and the branches are derived from it. */
export interface Operation {
  /** Method and path, with path parameters in braces; also the name in `window.__mock` and OpenAPI. */
  readonly operation: `${Method} /${string}`;
  /** `required` calls send the stored token; `optional` calls send it if there is one (SPEC-NOTES, sign-up). */
  readonly auth: 'required' | 'optional' | 'none';
  /** The only role that may call it (SPEC §6): other accounts get 403. */
  readonly role?: 'provider' | 'patient';
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
    readonly parseFast?: (body: unknown) => boolean;
  };
  /** The operation can respond with a success status and `{ success: false, message? }`. */
  readonly softFails?: boolean;
  readonly errorResponses?: Readonly<Record<number, ErrorResponse>>;
  readonly notices: {
    readonly ok: Notice;
    /** `success: false`, or an unexpected 2xx. Defaults to `otherStatus`. */
    readonly unsuccessful?: Notice;
    /** Any status without a notice in `errorResponses`. */
    readonly otherStatus: Notice;
    /** No response: offline, reset or timed out. */
    readonly noResponse: Notice;
    /** A response that does not match the contract. */
    readonly thrown: Notice;
  };
  /** Position of its toasts (SPEC §9). */
  readonly toasts: 'top-right' | 'top-center';
  /** Shared by the operations of one form: a toast of one of them replaces the last toast of any. */
  readonly form?: string;
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
    ...(declared.role ? [403] : []),
    500,
    ...Object.keys(errorResponses).map(Number),
  ]);
  for (const good of declared.ok.alsoGood ?? []) statuses.delete(good);
  const errors = [...statuses]
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
    ...errors,
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

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
  readonly refusals?: Readonly<Record<number, Refusal>>;
  readonly notices: {
    readonly ok: Notice;
    /** `success: false`, or a 2xx other than the expected one. Defaults to `otherStatus`. */
    readonly unsuccessful?: Notice;
    /** Any status that `refusals` does not name. */
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
  const { refusals = {}, notices } = declared;
  const statuses = new Set([
    400,
    ...(declared.auth === 'required' ? [401] : []),
    500,
    ...Object.keys(refusals).map(Number),
  ]);
  for (const good of declared.ok.alsoGood ?? []) statuses.delete(good);
  const refused = [...statuses]
    .sort((a, b) => a - b)
    .flatMap((status) => {
      const notice = refusals[status]?.notice ?? notices.otherStatus;
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

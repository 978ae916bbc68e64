import * as z from 'zod/mini';

/**
 * What the user sees for one outcome of one call.
 *
 * - `text`: always this text.
 * - `server`: the server's own message, or the fallback if it sent none.
 * - `match`: a fixed text, chosen by what the server's message mentions.
 * - `silent`: no notice; the failure is only logged, or the screen shows it.
 */
export type Notice =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'server'; readonly fallback: string }
  | {
      readonly kind: 'match';
      readonly cases: readonly MatchCase[];
      readonly otherwise: string;
    }
  | { readonly kind: 'silent' };

export interface MatchCase {
  readonly mentions: RegExp;
  readonly text: string;
}

/** Always the same text. */
export const text = (content: string): Notice => ({ kind: 'text', text: content });

/** The server's message, or `fallback` if it sent none. */
export const serverMessage = (fallback: string): Notice => ({ kind: 'server', fallback });

/** The text of the first case that the server's message mentions, or `otherwise`. */
export const matchMessage = (cases: readonly MatchCase[], otherwise: string): Notice => ({
  kind: 'match',
  cases,
  otherwise,
});

/** Nothing is shown. */
export const silent: Notice = { kind: 'silent' };

/**
 * Returns the text to show for a notice.
 *
 * @param notice what the contract declares for the outcome
 * @param message the server's own message, if the response has one
 * @returns the text, or `null` for a silent notice
 */
export function textOf(notice: Notice, message: string | null): string | null {
  switch (notice.kind) {
    case 'text':
      return notice.text;
    case 'server':
      return message?.trim() ? message : notice.fallback;
    case 'match':
      return (
        notice.cases.find(({ mentions }) => message !== null && mentions.test(message))?.text ??
        notice.otherwise
      );
    case 'silent':
      return null;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An error response that the server sends for its own reasons. */
interface ErrorResponse {
  /** Defaults to `otherStatus`. */
  readonly notice?: Notice;
  /** An example of the server's message; the mock's branch for this status sends it. */
  readonly example: string;
}

/** What the user is shown after a call. */
interface Notices {
  readonly ok: Notice;
  /** `success: false`, or an unexpected 2xx. Defaults to `otherStatus`. */
  readonly unsuccessful?: Notice;
  /** Any status without a notice in `errorResponses`. */
  readonly otherStatus: Notice;
  /** No response: offline, reset or timed out. */
  readonly noResponse: Notice;
  /** A response that does not match the contract. */
  readonly thrown: Notice;
}

/** One call of any product, declared once; the mock engine knows no more of a contract than this. */
export interface Declaration {
  /** Method and path, with path parameters in braces; also the name in `window.__mock` and OpenAPI. */
  readonly operation: `${Method} /${string}`;
  /** `required` calls send the stored token; `optional` calls send it if there is one. */
  readonly auth: 'required' | 'optional' | 'none';
  /** The only role that may call it: other accounts get 403. */
  readonly role?: string;
  /** The server that answers it; defaults to `api`, the only one that receives the token. */
  readonly host?: string;
  /** Without one, the rule gets the path's parameters as texts. */
  readonly path?: z.core.$ZodType<Record<string, string | number>>;
  readonly query?: z.core.$ZodType<Record<string, unknown>>;
  readonly body?: z.core.$ZodType;
  readonly ok: {
    readonly status: number;
    /** Further statuses that count as success. */
    readonly alsoGood?: readonly number[];
    readonly body: z.core.$ZodType;
    /**
     * Converts a parsed body in place to exactly what `body` would return, for responses so long that the schema is
     * noticeably slow. Returns false in any doubt; the schema then parses the body.
     */
    readonly parseFast?: (body: unknown) => boolean;
  };
  /** The operation can respond with a success status and `{ success: false, message? }`. */
  readonly softFails?: boolean;
  readonly errorResponses?: Readonly<Record<number, ErrorResponse>>;
  /** Where the text shown depends on the server's message, the operation has a branch for each text. */
  readonly notices?: Notices;
  /** Names of the cached data that the operation reads, and of the data that it makes stale. */
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}

/** Declares a call and keeps its literal types. */
export const declare = <const O extends Declaration>(declared: O): O => declared;

/** A response body that is not read. */
export const ignoredBody = z.unknown();

type PartInput<S> = S extends z.core.$ZodType ? z.input<S> : never;
type PartOutput<S> = S extends z.core.$ZodType ? z.output<S> : never;
type PresentKeys<O extends Declaration> = Extract<'path' | 'query' | 'body', keyof O>;

/** The names in braces of an operation. */
type NamesIn<Operation extends string> = Operation extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The path's parameters of an operation without a schema for them. */
type TextsOfPath<O extends Declaration> = 'path' extends keyof O
  ? unknown
  : [NamesIn<O['operation']>] extends [never]
    ? unknown
    : { readonly path: Readonly<Record<NamesIn<O['operation']>, string>> };

/** What a caller passes: `path`, `query` and `body` as far as the operation has them, `void` if it has none. */
export type RequestOf<O extends Declaration> = [PresentKeys<O> | NamesIn<O['operation']>] extends [never]
  ? void
  : { readonly [P in PresentKeys<O>]: PartInput<O[P]> } & TextsOfPath<O>;

/** The validated request, as the mock's rules receive it. */
export type ParsedRequestOf<O extends Declaration> = {
  readonly [P in PresentKeys<O>]: PartOutput<O[P]>;
} & TextsOfPath<O>;

/** The validated body of a successful response. */
export type AnswerOf<O extends Declaration> = z.output<O['ok']['body']>;

/** The body of a successful response before validation. */
export type WireAnswerOf<O extends Declaration> = z.input<O['ok']['body']>;

/** Splits an operation's name into method and path template. */
export function routeOf(declared: Declaration): { method: Method; path: `/${string}` } {
  const [method, path] = declared.operation.split(' ') as [Method, `/${string}`];
  return { method, path };
}

/**
 * Whether an operation may change data on the server. `reads` and `writes` decide, whatever the method (decision 0001);
 * without them a GET only reads.
 */
export function isWrite({ operation, reads, writes }: Declaration): boolean {
  if (reads !== undefined) return false;
  return writes !== undefined || !operation.startsWith('GET ');
}

/** The name of a way to respond, see `branchesOf`; also any status, for an override with a body or headers of its own. */
export type BranchName =
  | `ok${'' | `.${number}` | '.lost'}`
  | `${number}${'' | '.noMessage' | `.match${number}`}`
  | `soft-fail${'' | '.noMessage'}`
  | 'wrong-2xx'
  | 'malformed'
  | 'network'
  | 'timeout';

/**
 * Returns the name of every way an operation can respond. `ok.lost`: the server processed the write, but its response
 * (success or error) never arrived. `NNN` carries a server message; `NNN.noMessage` does not, and exists only where
 * that changes the text shown.
 */
export function branchesOf(declared: Declaration): string[] {
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
      const notice = errorResponses[status]?.notice ?? notices?.otherStatus;
      const matched =
        notice?.kind === 'match' ? notice.cases.map((_, index) => `${status}.match${index + 1}`) : [];
      return [`${status}`, ...matched, ...(notice?.kind === 'server' ? [`${status}.noMessage`] : [])];
    });
  const unsuccessful = notices?.unsuccessful ?? notices?.otherStatus;
  return [
    'ok',
    ...(declared.ok.alsoGood ?? []).map((status) => `ok.${status}`),
    ...errors,
    ...(declared.softFails
      ? ['soft-fail', ...(unsuccessful?.kind === 'server' ? ['soft-fail.noMessage'] : [])]
      : []),
    'wrong-2xx',
    ...(declared.ok.body === ignoredBody ? [] : ['malformed']),
    ...(isWrite(declared) ? ['ok.lost'] : []),
    'network',
    'timeout',
  ];
}

/** Removes the slashes at the end of a URL. */
export function withoutEndSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** The part of zod's issues that names the rule that was broken. */
interface BrokenRule {
  readonly code?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Whether zod reports that a required text is blank: its check has `params: { isBlank: true }`. */
export const isBlankIssue = ({ params }: BrokenRule): boolean => params?.isBlank === true;

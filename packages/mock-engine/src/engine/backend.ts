import type { TableRecord, Transaction } from '../db/database-types';
import type { Declaration, ParsedRequestOf, WireAnswerOf } from '../declaration';
import type { World } from '../world/world';
import type { Contract } from './operation-lookup';
import type { HttpRequest } from './read-request';

interface HttpErrorOptions {
  /** The whole body, instead of the one that `errors` of the mock makes of the message. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response of a rule: a status of 400 or more, with or without the server's message. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  /**
   * @param status HTTP status
   * @param text the server's message; omitted for none
   */
  constructor(
    readonly status: number,
    readonly text?: string,
    readonly options: HttpErrorOptions = {},
  ) {
    super(text ?? `rejected with ${status}`);
  }
}

export interface ResponseOptions {
  /** Defaults to the status that the contract declares. */
  readonly status?: number;
  /** Without a content type, the body is sent as JSON, or under its own type if it is a file. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Each value with its attributes, such as `abc; Path=/; HttpOnly`; null removes the cookie, whatever its path. */
  readonly cookies?: Readonly<Record<string, string | null>>;
}

/** A rule's response with more than a JSON body; see `respond`. */
export class RuleResponse {
  constructor(
    readonly body: unknown,
    readonly options: ResponseOptions,
  ) {}
}

/**
 * Returns a rule's response with a status, headers or cookies of its own.
 *
 * @param body JSON, a text (with its content type), a `Blob`, bytes or a `ReadableStream`. Checked against the contract
 * for the status that it declares
 */
export const respond = (body: unknown, options: ResponseOptions = {}): RuleResponse =>
  new RuleResponse(body, options);

/** Returns a rule's response that sends the caller to another URL. */
export const redirect = (location: string, status: 301 | 302 | 303 | 307 | 308 = 302): RuleResponse =>
  respond(null, { status, headers: { location } });

/** Returns a rule's response with server-sent events: the data of each, as they come. */
export function respondEvents(events: AsyncIterable<unknown>): RuleResponse {
  const encoder = new TextEncoder();
  const iterator = events[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return respond(stream, { headers: { 'content-type': 'text/event-stream' } });
}

/** The message of a 403 for an account of another role. */
export const onlyForRole = (role: string): string => `Only a ${role} can do this`;

/** A success status with `success: false`: the request is valid, but declined. */
export class SoftFail extends Error {
  override readonly name = 'SoftFail';

  /** @param text the message of the response; omitted for none */
  constructor(readonly text?: string) {
    super(text ?? 'answered success: false');
  }
}

/** The caller that a rule gets, by the contract's `auth`. */
type CallerOf<Auth extends Declaration['auth'], Caller> = Auth extends 'required'
  ? Caller
  : Auth extends 'optional'
    ? Caller | null
    : null;

/** What a rule gets: the validated request, the caller, and one transaction over the data. */
export interface RuleContext<O extends Declaration, Tables extends TableRecord, Caller> {
  readonly request: ParsedRequestOf<O>;
  /** The request as it came, with its headers, cookies and bytes. */
  readonly http: HttpRequest;
  /** Always set if the contract requires a token; `null` for anonymous calls. */
  readonly caller: CallerOf<O['auth'], Caller>;
  /** Committed when the rule returns; rolled back when it rejects the request or throws. */
  readonly db: Transaction<Tables>;
  readonly world: World;
}

/** What a rule may return. `SoftFail` only for operations whose contract allows it. */
type RuleAnswer<O extends Declaration> =
  | WireAnswerOf<O>
  | RuleResponse
  | HttpError
  | (O extends { readonly softFails: true } ? SoftFail : never);

/** The product's rule for one operation. May also throw an `HttpError` or `SoftFail`. */
export type Rule<O extends Declaration, Tables extends TableRecord, Caller> = (
  context: RuleContext<O, Tables, Caller>,
) => RuleAnswer<O> | Promise<RuleAnswer<O>>;

/** One rule per operation of the contract; a missing rule or a wrong response type is a type error. */
export type Rules<C extends Contract, Tables extends TableRecord, Caller> = {
  readonly [K in keyof C]: Rule<C[K], Tables, Caller>;
};

/** The rules of any contract, as the engine calls them. */
export type AnyRules = Readonly<Record<string, (context: never) => unknown>>;

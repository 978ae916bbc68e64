import { routeOf } from '@kitwell/mock-engine/declaration';
import { type BaseQueryFn, retry } from '@reduxjs/toolkit/query/react';
import { ofetch } from 'ofetch';
import {
  type Answer,
  type AuthToken,
  declarationOf,
  type Failure,
  flagInAnswer,
  longest,
  type Operation,
  type OperationName,
  type Request,
  shorten,
} from '@/contract';
import * as z from '@/contract/zod';
import type { Config } from '@/lib/read-config';
import { report } from '@/lib/report';
import { startRetrying } from '@/lib/retrying';
import { storeVisitor, visitorHeaders } from '@/lib/visitor';

/** Timeout of a call in milliseconds; after that it counts as a call without a response. */
export const callTimeout = 20_000;

interface CallContext {
  readonly config: Pick<Config, 'apiUrl' | 'chatUrl'>;
  /** The stored token, sent unchanged and only to the API host (§6, §Notes). */
  readonly token: string | null;
  readonly signal: AbortSignal;
  /** The request may outlive the page. */
  readonly keepalive?: boolean;
}

interface Parts {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Makes one call of the contract.
 *
 * @returns the validated body of a successful response
 * @throws {Failure} for an error response, no response (also after an abort) or one that does not match the contract
 */
export async function call<K extends OperationName>(
  name: K,
  request: Request<K>,
  { config, token, signal, keepalive = false }: CallContext,
): Promise<Answer<K>> {
  const declared = declarationOf(name);
  const { method, path } = routeOf(declared);
  const parts = (request ?? {}) as Parts;
  const sendsToken = declared.host === 'api' && declared.auth !== 'none' && token !== null;
  const baseURL = declared.host === 'api' ? config.apiUrl : config.chatUrl;
  const timeLimit = startTimeLimit(signal);
  const response = await ofetch
    .raw(fillPath(path, parts.path), {
      baseURL,
      method,
      headers: {
        accept: 'application/json',
        ...(sendsToken ? { authorization: token } : {}),
        // The literal lets a build without it leave out the code.
        ...(import.meta.env.VITE_MOCK_VISITORS === '1' ? visitorHeaders(baseURL) : {}),
      },
      query: { ...parts.query },
      // ofetch declares it as JSON.
      body: JSON.stringify(parts.body),
      retry: false,
      // Responses hold patients' data: the browser must not store them, whatever headers the server sends.
      cache: 'no-store',
      // A redirection would send the body, such as a password, to wherever it leads.
      redirect: 'error',
      keepalive,
      signal: timeLimit.signal,
      ignoreResponseError: true,
      responseType: 'text',
    })
    .catch(() => {
      throw noResponse(name);
    })
    .finally(timeLimit.end);
  if (import.meta.env.VITE_MOCK_VISITORS === '1') storeVisitor(baseURL, response.headers);
  const text = response._data ?? '';
  if (response.ok && isHtml(response.headers, text)) throw failure(name, 'malformed', response.status, null);
  const body = parseJson(text);
  limitMessage(body);
  return readAnswer(name, response.status, body, retryAfterIn(response.headers));
}

/** Aborts a call that takes too long or that the caller aborts. ofetch ignores its `timeout` if there is a `signal`. */
function startTimeLimit(caller: AbortSignal): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const giveUp = () => controller.abort();
  if (caller.aborted) giveUp();
  const timer = setTimeout(giveUp, callTimeout);
  caller.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      caller.removeEventListener('abort', giveUp);
    },
  };
}

function readAnswer<K extends OperationName>(
  name: K,
  status: number,
  body: unknown,
  retryAfter: number | null,
): Answer<K> {
  const { ok } = declarationOf(name);
  const message = messageIn(body);
  const good = status === ok.status || (ok.alsoGood ?? []).includes(status);
  if (!good) {
    const rejected = failure(
      name,
      status >= 200 && status < 300 ? 'unsuccessful' : 'status',
      status,
      message,
    );
    throw retryAfter === null ? rejected : { ...rejected, retryAfter };
  }
  if (isUnsuccessful(body)) throw failure(name, 'unsuccessful', status, message);
  // Frozen at the top level, so that the store does not walk through it to freeze every field.
  if (ok.parseFast?.(body)) return Object.freeze(body) as Answer<K>;
  const parsed = readTolerantly(name, ok.body, body);
  if (!parsed.success) throw failure(name, 'malformed', status, null);
  return parsed.data as Answer<K>;
}

/**
 * Parses a body. Where that fails, it leaves out the fields that cannot be read, as far as the schema does without
 * them, and then the rows of its list: an odd row must not hide the others.
 */
function readTolerantly(operation: OperationName, schema: Operation['ok']['body'], body: unknown) {
  const whole = z.safeParse(schema, body);
  if (whole.success) return whole;
  for (const { path } of whole.error.issues) removeField(body, path);
  const readable = z.safeParse(schema, body);
  if (readable.success) return readable;
  const rows = new Set(readable.error.issues.map(({ path }) => path.find(Number.isInteger)));
  const rest = z.safeParse(schema, withoutRows(body, rows));
  if (rest.success) report('rows of a response could not be read', { operation, rows: rows.size });
  return rest;
}

function removeField(body: unknown, path: readonly PropertyKey[]): void {
  const parent = path
    .slice(0, -1)
    .reduce((value, key) => (isRecord(value) ? value[String(key)] : value), body);
  const field = path.at(-1);
  if (isRecord(parent) && !Array.isArray(parent) && field !== undefined) delete parent[String(field)];
}

/** The body is a list, or a record with one. */
function withoutRows(body: unknown, rows: ReadonlySet<PropertyKey | undefined>): unknown {
  if (Array.isArray(body)) return body.filter((_, index) => !rows.has(index));
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      Array.isArray(value) ? withoutRows(value, rows) : value,
    ]),
  );
}

const fillPath = (template: string, values: Parts['path'] = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(values[key] ?? '')));

/** A captive portal or proxy responds 200 with its own page: the server saw no call, or its response is lost. */
const isHtml = (headers: Headers, body: string): boolean =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') || body.trimStart().startsWith('<');

/** An empty body is read as null. One that is not JSON is kept as text, which only a call that ignores the body accepts. */
function parseJson(body: string): unknown {
  if (body.trim() === '') return null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Returns `Retry-After`, which is in seconds or a date, in milliseconds from now. */
function retryAfterIn(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the server's own message from a response body; null if there is none. */
export const messageIn = (body: unknown): string | null =>
  isRecord(body) && typeof body.message === 'string' && body.message.trim() !== '' ? body.message : null;

/** Removes a message that is no text, and cuts one that is too long to show: no response fails because of it. */
function limitMessage(body: unknown): void {
  if (!isRecord(body)) return;
  if (typeof body.message === 'string') body.message = shorten(body.message, longest.message);
  else delete body.message;
}

/** A response whose body reports a failure; `verify-user` does so by its `status` (§7). */
const isUnsuccessful = (body: unknown): boolean =>
  isRecord(body) && (flagInAnswer.safeParse(body.success).data === false || body.status === false);

const failure = (
  operation: OperationName,
  kind: Failure['kind'],
  status: number | null,
  message: string | null,
): Failure => ({ tag: 'call-failure', operation, kind, status, message });

/** Returns the failure of a call without a response. */
export const noResponse = (operation: OperationName): Failure =>
  failure(operation, 'no-response', null, null);

/** Returns the failure of a call that ended in a bug in our code (§8 "exception"); what was sent is not known. */
export const exception = (operation: OperationName): Failure => failure(operation, 'malformed', null, null);

/** Returns the failure of a call that needs a token while no one is signed in: the server would only deny it. */
export const notSignedIn = (operation: OperationName): Failure => failure(operation, 'status', 401, null);

/** How failed reads are retried. */
export interface RetrySchedule {
  /** Number of retries after the first try; 0 for none. */
  readonly tries: number;
  /** Average delay before the first retry in milliseconds; it doubles with each further one. */
  readonly firstPause: number;
}

/** What calls need from the session. */
export interface SessionPort {
  /** The signed-in account's token. */
  token(): AuthToken | null;
  /** Compares the session's token with the stored one; if they differ, the account ends at once. */
  checkToken(): void;
  /** Ends the account that this token belongs to: the server has denied it. */
  deny(token: AuthToken): void;
}

/** What the store passes to every call. */
export interface CallExtras {
  readonly session: SessionPort;
  readonly readRetries: RetrySchedule;
}

export interface Call {
  readonly name: OperationName;
  readonly request: unknown;
}

/** What RTK Query reports of a call beside its outcome. */
export interface CallMeta {
  /** The call was not made, because no one is signed in. */
  readonly isRefused: true;
}

export type CallQuery = BaseQueryFn<Call, unknown, Failure, object, CallMeta>;

/** A read is not retried if the server asks to wait longer than this (`Retry-After`), in milliseconds. */
const longestPause = 10_000;

/**
 * Whether another try may help: no response, a server error, or a response that asks to retry later. Not while offline:
 * reads are refetched on reconnect.
 */
export const mayHelp = ({ kind, status, retryAfter = 0 }: Failure): boolean => {
  if (retryAfter > longestPause) return false;
  if (kind === 'no-response') return navigator.onLine;
  return kind === 'status' && ((status ?? 0) >= 500 || (status === 429 && retryAfter > 0));
};

/**
 * Retries reads that failed because of the network or the server, with growing, randomized delays, so that many pages
 * do not retry at the same time. Writes are not retried: one that seems lost may have been processed (§8 leaves
 * repeating to the user). Only the last failure reaches the notices. Leaving the screen stops the retries, and so does
 * signing in or out, which resets the store.
 */
export function withReadRetries(callQuery: CallQuery): CallQuery {
  return async (call, api, options) => {
    if (declarationOf(call.name).reads === undefined) return await callQuery(call, api, options);
    const { tries, firstPause } = (api.extra as CallExtras).readRetries;
    const started = Date.now();
    const hasSubscribers = watchSubscribers(api);
    let retryAfter = 0;
    let endRetrying: (() => void) | undefined;
    const withRetry = retry(callQuery, {
      retryCondition: (error, _, { attempt }) => {
        const failure = error as Failure;
        retryAfter = failure.retryAfter ?? 0;
        // A server that did not respond has already used up the waiting time.
        const isRetried =
          attempt <= tries && Date.now() - started < callTimeout && mayHelp(failure) && hasSubscribers();
        if (isRetried) endRetrying ??= startRetrying();
        return isRetried;
      },
      backoff: (attempt, _, signal) => pause(Math.max(retryAfter, pauseBefore(attempt, firstPause)), signal),
    });
    try {
      return await withRetry(call, api, options);
    } finally {
      endRetrying?.();
    }
  };
}

const pauseBefore = (attempt: number, first: number): number =>
  first * 2 ** (attempt - 1) * (0.5 + Math.random());

/** Waits until the time has passed or the call is aborted, which RTK Query checks before each try. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

interface WithSubscriptions {
  readonly api: { readonly subscriptions: Readonly<Record<string, object>> };
}

/**
 * Returns a function that says whether anything still waits for the response. A machine's reads never have a subscriber; a screen's are found
 * within half a second, the time that RTK Query takes to add subscriptions to the store.
 */
function watchSubscribers({ getState, queryCacheKey }: Parameters<CallQuery>[1]): () => boolean {
  const readSubscribers = () => (getState() as WithSubscriptions).api.subscriptions[queryCacheKey ?? ''];
  const before = readSubscribers();
  let seen = false;
  return () => {
    const subscribers = readSubscribers();
    // A caller that has unsubscribed leaves an empty record behind, also one that came and left between two tries.
    seen ||= subscribers !== before;
    return Object.keys(subscribers ?? {}).length > 0 || !seen;
  };
}

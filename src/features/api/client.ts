import { ofetch } from 'ofetch';
import {
  type Answer,
  declarationOf,
  type Failure,
  type OperationName,
  type Request,
  routeOf,
} from '@/contract';
import type { Config } from '@/contract/config';

/** Timeout of a call in milliseconds; after that it counts as a call without a response. */
export const callTimeout = 20_000;

interface CallContext {
  readonly config: Pick<Config, 'apiUrl' | 'chatUrl'>;
  /** The stored token, sent unchanged and only to the API host (SPEC §6, SPEC-NOTES). */
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
  const timeLimit = startTimeLimit(signal);
  const response = await ofetch
    .raw(fillPath(path, parts.path), {
      baseURL: declared.host === 'api' ? config.apiUrl : config.chatUrl,
      method,
      headers: {
        accept: 'application/json',
        ...(declared.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sendsToken ? { authorization: token } : {}),
      },
      ...(parts.query === undefined ? {} : { query: { ...parts.query } }),
      ...(declared.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      retry: false,
      keepalive,
      signal: timeLimit.signal,
      ignoreResponseError: true,
      responseType: 'text',
    })
    .catch(() => {
      throw noResponse(name);
    })
    .finally(timeLimit.end);
  const text = response._data ?? '';
  if (response.ok && isHtml(response.headers, text)) throw failure(name, 'malformed', response.status, null);
  return readAnswer(name, response.status, parseJson(text), retryAfterIn(response.headers));
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
    const refused = failure(name, status >= 200 && status < 300 ? 'unsuccessful' : 'status', status, message);
    throw retryAfter === null ? refused : { ...refused, retryAfter };
  }
  if (isUnsuccessful(body)) throw failure(name, 'unsuccessful', status, message);
  // Frozen at the top level, so that the store does not walk through it to freeze every field.
  if (ok.parseFast?.(body)) return Object.freeze(body) as Answer<K>;
  const parsed = ok.body.safeParse(body);
  if (!parsed.success) throw failure(name, 'malformed', status, null);
  return parsed.data as Answer<K>;
}

const fillPath = (template: string, values: Parts['path'] = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(values[key] ?? '')));

/** A captive portal or proxy responds 200 with its own page: the server saw no call, or its response is lost. */
const isHtml = (headers: Headers, body: string): boolean =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') || body.trimStart().startsWith('<');

/** A body that is not JSON is kept as text, which no response schema accepts. */
function parseJson(body: string): unknown {
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

/** A response whose body reports a failure; `verify-user` does so by its `status` (SPEC §7). */
const isUnsuccessful = (body: unknown): boolean =>
  isRecord(body) && (body.success === false || body.status === false);

const failure = (
  operation: OperationName,
  kind: Failure['kind'],
  status: number | null,
  message: string | null,
): Failure => ({ operation, kind, status, message });

/** Returns the failure of a call without a response. */
export const noResponse = (operation: OperationName): Failure =>
  failure(operation, 'no-response', null, null);

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

/** How long a call may take before it counts as unanswered, in milliseconds. */
export const callTimeout = 20_000;

/** What a call needs from outside. */
interface CallContext {
  readonly config: Pick<Config, 'apiUrl' | 'chatUrl'>;
  /** The stored token, sent as it is, to the API host only (SPEC §6, SPEC-NOTES). */
  readonly token: string | null;
  readonly signal: AbortSignal;
  /** The request outlives the page. */
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
 * @returns the good answer's body, validated
 * @throws {Failure} for every refusal, silence (an aborted call included) or answer that breaks the contract
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
  const patience = startTimeLimit(signal);
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
      signal: patience.signal,
      ignoreResponseError: true,
      responseType: 'text',
    })
    .catch(() => {
      throw noResponse(name);
    })
    .finally(patience.end);
  const text = response._data ?? '';
  if (response.ok && isHtml(response.headers, text)) throw failure(name, 'malformed', response.status, null);
  return readAnswer(name, response.status, parseJson(text), retryAfterIn(response.headers));
}

/** Ends a call that takes too long, or whose caller gives up. Beside a signal, ofetch's own `timeout` does nothing. */
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
  // Frozen at its top, it is taken into the store as it is, and not walked through to be frozen field by field.
  if (ok.finish?.(body)) return Object.freeze(body) as Answer<K>;
  const parsed = ok.body.safeParse(body);
  if (!parsed.success) throw failure(name, 'malformed', status, null);
  return parsed.data as Answer<K>;
}

const fillPath = (template: string, values: Parts['path'] = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(values[key] ?? '')));

/** A captive portal or a proxy answers 200 with a page of its own; the server never saw the call, or its answer is lost. */
const isHtml = (headers: Headers, body: string): boolean =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') || body.trimStart().startsWith('<');

/** A body that is not JSON is kept as text, which no schema of an answer accepts. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** `Retry-After` in milliseconds from now: it is written in seconds or as a date. */
function retryAfterIn(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The server's own words in an answer, where it has any. */
export const messageIn = (body: unknown): string | null =>
  isRecord(body) && typeof body.message === 'string' && body.message.trim() !== '' ? body.message : null;

/** An answer that says no in its body; `verify-user` does so by its status (SPEC §7). */
const isUnsuccessful = (body: unknown): boolean =>
  isRecord(body) && (body.success === false || body.status === false);

const failure = (
  operation: OperationName,
  kind: Failure['kind'],
  status: number | null,
  message: string | null,
): Failure => ({ operation, kind, status, message });

/** The failure of a call that got no answer. */
export const noResponse = (operation: OperationName): Failure =>
  failure(operation, 'no-response', null, null);

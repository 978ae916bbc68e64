import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call by method and path, such as `POST /auth/login`, `PUT /patient/update-patient/{id}` or `GET *`. */
type OperationPath = `${'GET' | 'POST' | 'PUT' | '*'} ${string}`;

/** How a call ended: `lost` and `abandoned` (cancelled by the page) have no response. */
type End = 'pending' | 'answered' | 'lost' | 'abandoned';

/** A call as it arrived at the proxy. */
interface Seen {
  /** `POST /auth/login`, without the query string. */
  readonly call: string;
  readonly authorization: string | null;
  /** The tab that sent it, if the test named its tabs (`nameTab`). */
  readonly tab: string | null;
  readonly body: unknown;
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  end: End;
  status: number | null;
}

interface CannedAnswer {
  readonly status: number;
  /** Text is sent as HTML, everything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Held {
  /** Resolves once such a call is held. */
  readonly arrived: Promise<Seen>;
  /** All calls that are or were held. */
  readonly calls: readonly Seen[];
  /** Releases all held calls and later ones. */
  release(): void;
}

interface Rule {
  readonly matches: (call: string) => boolean;
  times: number;
  apply(exchange: Exchange): Promise<void> | void;
}

interface Exchange {
  readonly seen: Seen;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  /** Forwards the call to the backend; undefined if it reset the connection. */
  forward(): Promise<Answer | undefined>;
  send(answer: Answer | undefined): void;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'] | Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Once {
  /** How many calls it applies to. Default: 1; `Infinity` for all. */
  readonly times?: number;
}

export interface ApiProxy {
  readonly url: string;
  /** All calls since the last `reset`, in order of arrival, without preflights. */
  readonly log: readonly Seen[];
  calls(operation: OperationPath): Seen[];
  /** The backend processes the call and its response is lost; with `instead`, a gateway's response arrives. */
  lose(operation: OperationPath, options?: Once & { readonly instead?: CannedAnswer }): void;
  /** Responds instead of the backend, which does not receive the call. */
  answer(operation: OperationPath, answer: CannedAnswer, options?: Once): void;
  /** Holds the backend's response; with `slow` the call reaches the backend only after the release. */
  hold(operation: OperationPath, options?: { readonly slow?: boolean }): Held;
  /** Removes the rules of an operation, or all rules. Held calls stay held. */
  clear(operation?: OperationPath): void;
  /** Clears the log. */
  clearLog(): void;
  /** The initial state: no rules, no held calls, an empty log. */
  reset(): void;
  close(): Promise<void>;
}

/** A typical response of a captive portal or reverse proxy. */
export const html = '<!doctype html><title>Welcome</title><h1>Sign in to this network</h1>';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const matcher = (operation: OperationPath): ((call: string) => boolean) => {
  const pattern = operation
    .split(/(\{\w+\}|\*)/)
    .map((part) => (part === '*' ? '.*' : part.startsWith('{') ? '[^/]+' : escaped(part)))
    .join('');
  const expression = new RegExp(`^${pattern}$`);
  return (call) => expression.test(call);
};

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parse(body: Buffer): unknown {
  const text = body.toString('utf8');
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const corsFor = (request: IncomingMessage): Record<string, string> => ({
  'access-control-allow-origin': request.headers.origin ?? '*',
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'retry-after',
});

function canned(request: IncomingMessage, { status, body = {}, headers = {} }: CannedAnswer): Answer {
  const isText = typeof body === 'string';
  return {
    status,
    headers: {
      ...corsFor(request),
      'content-type': isText ? 'text/html; charset=utf-8' : 'application/json',
      ...headers,
    },
    body: Buffer.from(isText ? body : JSON.stringify(body)),
  };
}

/**
 * A proxy for a backend that loses, delays and replaces responses, and logs every call.
 *
 * @param target the backend's URL without a trailing slash
 */
export async function startProxy(target: string): Promise<ApiProxy> {
  let rules: Rule[] = [];
  const log: Seen[] = [];
  let kept: (() => void)[] = [];

  const forwarded = (request: IncomingMessage, body: Buffer) =>
    new Promise<Answer | undefined>((resolve) => {
      const { host: _, ...headers } = request.headers;
      const outgoing = open(
        `${target}${request.url}`,
        { method: request.method, headers, agent: false },
        (incoming) => {
          void readBody(incoming).then((answer) =>
            resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: answer }),
          );
        },
      );
      outgoing.on('error', () => resolve(undefined));
      outgoing.end(body);
    });

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Chromium silently repeats a call whose keep-alive connection was reset, so there is no keep-alive.
    response.shouldKeepAlive = false;
    const body = await readBody(request);
    const path = new URL(request.url ?? '/', target).pathname;
    const seen: Seen = {
      call: `${request.method} ${path}`,
      authorization: request.headers.authorization ?? null,
      tab: [request.headers['x-tab']].flat()[0] ?? null,
      body: parse(body),
      at: performance.now(),
      end: 'pending',
      status: null,
    };
    response.once('close', () => {
      if (seen.end === 'pending') seen.end = 'abandoned';
    });
    const send = (answer: Answer | undefined) => {
      if (seen.end === 'abandoned') return;
      if (answer === undefined) {
        seen.end = 'lost';
        response.socket?.resetAndDestroy();
        return;
      }
      seen.end = 'answered';
      seen.status = answer.status;
      response.writeHead(answer.status, { ...answer.headers, connection: 'close' }).end(answer.body);
    };
    const forward = () => forwarded(request, body);
    if (request.method === 'OPTIONS') {
      send(await forward());
      return;
    }
    log.push(seen);
    const rule = rules.find(({ matches, times }) => times > 0 && matches(seen.call));
    if (rule === undefined) {
      send(await forward());
      return;
    }
    rule.times -= 1;
    await rule.apply({ seen, request, response, body, forward, send });
  }

  const server = createServer((request, response) => void exchange(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    calls(operation) {
      const matches = matcher(operation);
      return log.filter(({ call }) => matches(call));
    },
    lose(operation, { times = 1, instead } = {}) {
      rules.push({
        matches: matcher(operation),
        times,
        async apply({ request, forward, send }) {
          await forward();
          send(instead && canned(request, instead));
        },
      });
    },
    answer(operation, answer, { times = 1 } = {}) {
      rules.push({
        matches: matcher(operation),
        times,
        apply: ({ request, send }) => send(canned(request, answer)),
      });
    },
    hold(operation, { slow = false } = {}) {
      const calls: Seen[] = [];
      const arrival = deferred<Seen>();
      const released = deferred<void>();
      const rule: Rule = {
        matches: matcher(operation),
        times: Number.POSITIVE_INFINITY,
        async apply({ seen, forward, send }) {
          const early = slow ? undefined : await forward();
          calls.push(seen);
          arrival.resolve(seen);
          await released.promise;
          // A call that the page has cancelled must not reach a slow server.
          if (seen.end === 'abandoned') return;
          send(slow ? await forward() : early);
        },
      };
      rules.push(rule);
      const release = () => {
        rule.times = 0;
        released.resolve();
      };
      kept.push(release);
      return { arrived: arrival.promise, calls, release };
    },
    clear(operation) {
      rules = operation === undefined ? [] : rules.filter(({ matches }) => !matches(operation));
    },
    clearLog() {
      log.length = 0;
    },
    reset() {
      for (const release of kept) release();
      kept = [];
      rules = [];
      log.length = 0;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

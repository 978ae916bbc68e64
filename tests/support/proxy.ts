import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call by method and path, such as `POST /auth/login`, `PUT /patient/update-patient/{id}` or `GET *`. */
type OperationPath = `${'GET' | 'POST' | 'PUT' | '*'} ${string}`;

/** What became of a call: `lost` and `abandoned` (the page gave it up) carry no answer. */
type End = 'pending' | 'answered' | 'lost' | 'abandoned';

/** One call as it arrived here. */
interface Seen {
  /** `POST /auth/login`; the query string is left out. */
  readonly call: string;
  readonly authorization: string | null;
  /** Which tab sent it, where the test has named its tabs (`nameTab`). */
  readonly tab: string | null;
  readonly body: unknown;
  /** Milliseconds, of the monotonic clock. */
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
  /** Resolves once such a call is kept here. */
  readonly arrived: Promise<Seen>;
  /** Every call that is kept, or was. */
  readonly calls: readonly Seen[];
  /** Lets all kept calls go on, and those that come later. */
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
  /** Has the backend process the call; undefined where it reset the connection. */
  forward(): Promise<Answer | undefined>;
  send(answer: Answer | undefined): void;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'] | Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Once {
  /** How many calls are treated so; 1 where absent, `Infinity` for all. */
  readonly times?: number;
}

export interface ApiProxy {
  readonly url: string;
  /** Every call since the last `reset`, in the order of arrival; preflights are not listed. */
  readonly log: readonly Seen[];
  /** The calls of an operation. */
  calls(operation: OperationPath): Seen[];
  /** The backend does what is asked, and its answer never arrives; where `instead` is given, a gateway's arrives. */
  lose(operation: OperationPath, options?: Once & { readonly instead?: CannedAnswer }): void;
  /** Answers in place of the backend, which sees nothing of the call. */
  answer(operation: OperationPath, answer: CannedAnswer, options?: Once): void;
  /** Keeps what the backend answered; with `slow` the backend itself is reached only after the release. */
  hold(operation: OperationPath, options?: { readonly slow?: boolean }): Held;
  /** Forgets all treatments of an operation, or all there are. Kept calls stay kept. */
  clear(operation?: OperationPath): void;
  /** Forgets the calls seen so far. */
  forget(): void;
  /** As new: no treatment, nothing kept, an empty log. */
  reset(): void;
  close(): Promise<void>;
}

/** What a captive portal or a proxy in front of the server answers. */
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
 * A proxy before a backend, which loses, delays and replaces answers as a test asks for, and keeps a log of every call.
 *
 * @param target the backend's URL, without a slash at the end
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
    // Chromium silently repeats a call whose kept connection was reset, so none is kept.
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
          // A server that was not reached in time never hears of a call that the page has given up.
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
    forget() {
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

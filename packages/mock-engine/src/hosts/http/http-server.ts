import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ReadableRequest } from '../../engine/read-request';
import { errorMessage } from '../../error-message';
import { urlHost } from './access';
import { UsageError } from './usage-error';

/** The maximum size of a request body: 10,000 imported patients are about 4 MB. */
const MOST_BYTES = 25 * 1024 * 1024;

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** The request cannot be read; answered with `status` and the message. */
class UnreadableRequestError extends Error {
  override readonly name = 'UnreadableRequestError';

  constructor(
    readonly status: 400 | 405 | 413,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export const errorResponse = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response => Response.json({ message }, { status, headers });

/** The answer to a request that failed: its own status if it cannot be read, else `otherwise`. */
export const answerToFailure = (error: unknown, otherwise: number): Response =>
  error instanceof UnreadableRequestError
    ? errorResponse(error.status, error.message, error.headers)
    : errorResponse(otherwise, errorMessage(error));

async function readBody(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is received and dropped: if disconnected during the upload, the caller would not read the error.
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  if (size > MOST_BYTES) {
    throw new UnreadableRequestError(413, `A body of more than ${MOST_BYTES} bytes is not read.`);
  }
  return Buffer.concat(chunks);
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const held of Array.isArray(value) ? value : [value])
      if (held !== undefined) headers.append(name, held);
  }
  return headers;
}

/** The path and query of a request target; the origin of an absolute one is ignored. */
function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  try {
    decodeURIComponent(path.split('?')[0] ?? '');
  } catch {
    throw new UnreadableRequestError(400, 'The path has a "%" that starts no valid escape such as "%20".');
  }
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Reads a request whole. Its signal aborts when the caller disconnects.
 *
 * @param origin base of the request's URL, regardless of the Host header
 * @throws UnreadableRequestError for a body above 25 MB, a method such as TRACE, an invalid path, and no Host header
 */
export async function readMessage(
  message: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<ReadableRequest> {
  const method = message.method ?? 'GET';
  if (!ALLOWED_METHODS.split(', ').includes(method)) {
    throw new UnreadableRequestError(405, `${method} is not supported. Methods: ${ALLOWED_METHODS}.`, {
      allow: ALLOWED_METHODS,
    });
  }
  if (message.httpVersion === '1.1' && message.headers.host === undefined) {
    throw new UnreadableRequestError(400, 'The Host header is missing.');
  }
  const url = new URL(`${origin}${pathOf(message.url ?? '/')}`).href;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await readBody(message) : Buffer.alloc(0);
  const disconnected = new AbortController();
  if (response.destroyed) disconnected.abort();
  response.once('close', () => {
    if (!response.writableFinished) disconnected.abort();
  });
  const headers = headersOf(message);
  return {
    method,
    url,
    headers,
    signal: disconnected.signal,
    arrayBuffer: async () => new Uint8Array(body).buffer,
  };
}

/** The same request, with GET instead of HEAD, for what a GET does not change. */
export const asGet = (request: ReadableRequest): ReadableRequest =>
  request.method === 'HEAD' ? { ...request, method: 'GET' } : request;

/**
 * Invalid HTTP, sent in place of a response so that clients report a network error. After a connection reset, Chromium
 * silently repeats a request on a reused connection, which would hide the failure.
 */
const UNREADABLE = '\0\r\n\r\n';

/** Sends a web `Response`; an error response breaks the connection instead. */
export async function send(
  response: ServerResponse,
  answer: Response,
  extra: Readonly<Record<string, string>>,
): Promise<void> {
  if (answer.type === 'error') {
    response.socket?.write(UNREADABLE);
    response.socket?.destroySoon();
    return;
  }
  // A response that announces its length, or that it has none, is sent as it arrives; it may also break off.
  const arrives = answer.headers.has('content-length') || answer.headers.has('transfer-encoding');
  const piecewise = arrives ? answer.body : null;
  const body = piecewise ? Buffer.alloc(0) : Buffer.from(await answer.arrayBuffer());
  // Otherwise a page of another origin could read neither `Retry-After` nor the tenant.
  const exposed = [...new Set([...answer.headers.keys(), ...Object.keys(extra)])].join(', ');
  // Only what answered knows how long the body is that HEAD leaves out. `node:http` sends no body to it.
  const isLengthKnown = response.req.method !== 'HEAD' || body.length > 0;
  const { vary, 'set-cookie': cookie, ...own } = extra;
  const cookies = [...answer.headers.getSetCookie(), cookie].filter((each) => each !== undefined);
  response.writeHead(answer.status, {
    ...(isLengthKnown && !piecewise && { 'content-length': body.length }),
    'cache-control': 'no-store',
    ...Object.fromEntries(answer.headers),
    ...own,
    vary: [answer.headers.get('vary'), vary].filter(Boolean).join(', '),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    'access-control-expose-headers': exposed,
  });
  if (piecewise) await sendPieces(response, piecewise);
  else response.end(body);
}

/** Sends a body in its pieces. Where the body breaks off, so does the connection. */
async function sendPieces(response: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  response.flushHeaders();
  // Only its headers are sent, and a body may have no end.
  if (response.req.method === 'HEAD') {
    await reader.cancel();
    response.end();
    return;
  }
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      await new Promise<void>((written) => response.write(value, () => written()));
    }
    response.end();
  } catch {
    response.socket?.destroySoon();
  }
}

/** The statuses of connections on which node:http found no request; anything else is 400. */
const connectionErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than the server reads.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are larger than the server reads.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/** Answers bytes that are no request, in the form of every other error response, and closes the connection. */
function rejectConnection(socket: Duplex, code: string | undefined): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = connectionErrors[code ?? ''] ?? [400, 'This is not an HTTP request.'];
  endConnection(socket, status, message);
}

/** Ends a connection with an error response that does not need a `ServerResponse`. */
function endConnection(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(status === 405 ? [`allow: ${ALLOWED_METHODS}`] : []),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** CORS headers for a caller that is answered (see `createAccess`). */
export function corsHeaders({ headers: { origin } }: IncomingMessage): Record<string, string> {
  return {
    ...(origin !== undefined && {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    }),
    vary: 'Origin',
  };
}

/** Headers of a preflight response for a caller that is answered: it may use every method and header. */
export function preflightHeaders(message: IncomingMessage): Record<string, string> {
  const asked = message.headers['access-control-request-headers'];
  return {
    ...corsHeaders(message),
    'access-control-allow-methods': ALLOWED_METHODS,
    'access-control-allow-headers': asked ?? 'authorization, content-type, x-mock-scenario, x-mock-tenant',
    'access-control-max-age': '600',
    // Chromium sends a preflight before a page of another network may call a loopback address.
    ...(message.headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
  };
}

/** A server is exposed to the network only on request. */
export const DEFAULT_HOST = '127.0.0.1';

export interface ListenOptions {
  /** Defaults to 8787; 0 selects any free port. */
  readonly port?: number;
  /** Defaults to `DEFAULT_HOST`. */
  readonly host?: string;
  /** Shows a message to the person who runs the server. */
  readonly report?: (message: string) => void;
}

interface HttpServer {
  /** Without a trailing slash. */
  readonly url: string;
  /** Waits briefly for running requests, and releases the port. */
  close(): Promise<void>;
}

/** Milliseconds until running requests are cut off on close. */
const LAST_REQUESTS_MS = 1000;

/** The codes of an address that is none, or of another machine. */
const unknownHost = /^(EADDRNOTAVAIL|EINVAL|ENOTFOUND|EAI_)/;

/**
 * Starts an HTTP server that also answers what `node:http` would answer by itself, without a body.
 *
 * @returns resolves once it listens
 * @throws UsageError for a host that is not of this machine; Error if the port is taken
 */
export async function listen(
  exchange: (message: IncomingMessage, response: ServerResponse, url: string) => Promise<void>,
  { port = 8787, host = DEFAULT_HOST, report = () => undefined }: ListenOptions,
): Promise<HttpServer> {
  const respond = (message: IncomingMessage, response: ServerResponse) => {
    exchange(message, response, url).catch((error: unknown) => {
      report(`${message.method} ${message.url} could not be answered: ${errorMessage(error)}`);
      response.destroy();
    });
  };
  const server = createServer({ requireHostHeader: false }, respond);
  // An unknown expectation is ignored, the rest gets an error response.
  server.on('checkExpectation', respond);
  server.on('connect', (_, socket) => endConnection(socket, 405, 'CONNECT is not supported.'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => rejectConnection(socket, error.code));
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        unknownHost.test(error.code ?? '')
          ? new UsageError(`The host must be an address of this machine, not "${host}".`)
          : error,
      ),
    );
    server.listen(port, host, listening);
  });
  server.on('error', (error) => report(`The server goes on after an error: ${error.message}`));
  // As the URLs of requests begin: in lower case, and without port 80.
  const url = new URL(`http://${urlHost(host)}:${(server.address() as AddressInfo).port}`).origin;

  return {
    url,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const cutOff = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
      await closed;
      clearTimeout(cutOff);
    },
  };
}

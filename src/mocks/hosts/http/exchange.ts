import type { IncomingMessage, ServerResponse } from 'node:http';

/** The maximum size of a request body: 10,000 imported patients are about 4 MB. */
const MOST_BYTES = 25 * 1024 * 1024;

/** A body larger than any the product sends. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is received and dropped: if disconnected during the upload, the caller would not read the error.
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  if (size > MOST_BYTES) throw new BodyTooLargeError(`A body of more than ${MOST_BYTES} bytes is not read.`);
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const held of Array.isArray(value) ? value : [value])
      if (held !== undefined) headers.append(name, held);
  }
  return headers;
}

/**
 * Converts the message to a web `Request`, whose signal aborts when the caller disconnects.
 *
 * @param origin base of the request's URL, regardless of the Host header
 * @throws BodyTooLargeError above 25 MB
 */
export async function toRequest(
  message: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<Request> {
  const path = message.url?.startsWith('/') ? message.url : '/';
  const method = message.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await readBody(message) : undefined;
  const disconnected = new AbortController();
  if (response.destroyed) disconnected.abort();
  response.once('close', () => disconnected.abort());
  return new Request(`${origin}${path}`, {
    method,
    headers: headersOf(message),
    signal: disconnected.signal,
    ...(body ? { body } : {}),
  });
}

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
  const body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'content-length': body.length,
    'cache-control': 'no-store',
    ...extra,
  });
  response.end(body);
}

/** CORS headers for any origin: all data is fictional, so there is nothing to protect. */
export function corsHeaders(message: IncomingMessage): Record<string, string> {
  const { origin } = message.headers;
  return {
    'access-control-allow-origin': origin ?? '*',
    // Otherwise a page of another origin could not read it.
    'access-control-expose-headers': 'retry-after',
    ...(origin === undefined ? {} : { 'access-control-allow-credentials': 'true' }),
    vary: 'Origin',
  };
}

/** Headers of a preflight response: every requested method and header is allowed. */
export function preflightHeaders(message: IncomingMessage): Record<string, string> {
  const asked = message.headers['access-control-request-headers'];
  return {
    ...corsHeaders(message),
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': asked ?? 'authorization, content-type, x-mock-scenario, x-mock-tenant',
    'access-control-max-age': '600',
    // Chromium sends a preflight before a public page may call a loopback address.
    ...(message.headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
  };
}

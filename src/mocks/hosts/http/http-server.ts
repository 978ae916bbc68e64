import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorMessage } from '../../world/error-message';
import { endConnection, rejectConnection } from './exchange';

export interface ListenOptions {
  /** Defaults to 8787; 0 selects any free port. */
  readonly port?: number;
  /** Defaults to 127.0.0.1: a server is exposed to the network only on request. */
  readonly host?: string;
  /** Shows a message to the person who runs the server. */
  readonly report?: (message: string) => void;
}

/** A command has a wrong option or setting; the message is all that its user needs. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The exit code of a command that failed: 2 if it was called wrongly. */
export const exitCodeOf = (error: unknown): 1 | 2 =>
  error instanceof UsageError || /^ERR_PARSE_ARGS/.test(String(Reflect.get(Object(error), 'code'))) ? 2 : 1;

/**
 * The port in an option or setting.
 *
 * @throws UsageError naming it
 */
export function portIn(name: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new UsageError(`${name} must be a number from 0 to 65535, not "${text}".`);
}

interface HttpServer {
  /** Without a trailing slash. */
  readonly url: string;
  /** Waits briefly for running requests, and releases the port. */
  close(): Promise<void>;
}

/** Milliseconds until running requests are cut off on close. */
const LAST_REQUESTS_MS = 1000;

/** A host as it is written in a URL. */
const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);

/**
 * Starts an HTTP server that also answers what `node:http` would answer by itself, without a body.
 *
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export async function listen(
  exchange: (message: IncomingMessage, response: ServerResponse, url: string) => Promise<void>,
  { port = 8787, host = '127.0.0.1', report = () => undefined }: ListenOptions,
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
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  server.on('error', (error) => report(`The server goes on after an error: ${error.message}`));
  const url = `http://${urlHost(host)}:${(server.address() as AddressInfo).port}`;

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

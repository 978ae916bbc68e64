import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  corsHeaders,
  preflightHeaders,
  send,
  toRequest,
  UnreadableRequestError,
} from '@/mocks/hosts/http/exchange';
import { urlHost } from '@/mocks/hosts/http/http-host';
import { errorMessage } from '@/mocks/world/error-message';

export interface ServeOptions {
  /** Defaults to 8787; 0 selects any free port. */
  readonly port?: number;
  /** Defaults to 127.0.0.1. */
  readonly host?: string;
}

interface Served {
  /** Without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Whether a page of this machine asks: no other page may reach a real API through a recorder. */
const isLocal = (origin: string | undefined): boolean =>
  origin === undefined ||
  (URL.canParse(origin) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname));

/**
 * Answers HTTP requests, and preflights of pages of this machine by itself.
 *
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export async function serve(
  answerTo: (request: Request) => Promise<Response>,
  { port = 8787, host = '127.0.0.1' }: ServeOptions,
): Promise<Served> {
  const server = createServer((message, response) => void exchange(message, response));
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  const url = `http://${urlHost(host)}:${(server.address() as AddressInfo).port}`;

  async function exchange(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const isOwn = isLocal(message.headers.origin);
    if (message.method === 'OPTIONS') {
      response.writeHead(204, isOwn ? preflightHeaders(message) : {}).end();
      return;
    }
    const answer = await toRequest(message, response, url)
      .then(({ request }) => answerTo(request))
      .catch((error: unknown) => {
        const status = error instanceof UnreadableRequestError ? error.status : 502;
        return Response.json({ message: errorMessage(error) }, { status });
      });
    if (!response.destroyed) await send(response, answer, isOwn ? corsHeaders(message) : {});
  }

  return {
    url,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

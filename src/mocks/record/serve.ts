import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answerToFailure,
  corsHeaders,
  errorResponse,
  type ListenOptions,
  listen,
  preflightHeaders,
  type ReceivedRequest,
  readMessage,
  send,
} from '@/mocks/hosts/http/http-server';

export interface ServeOptions extends ListenOptions {
  /** The app's address. Its pages may ask as well as those of this machine. */
  readonly appUrl?: string;
}

/**
 * Answers HTTP requests, and preflights by itself. Pages of other origins get 403: none may reach a real API through a
 * recorder.
 *
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export function serve(answerTo: (request: ReceivedRequest) => Promise<Response>, options: ServeOptions) {
  const { appUrl } = options;
  const appOrigin = appUrl !== undefined && URL.canParse(appUrl) ? new URL(appUrl).origin : null;

  const isOwn = (origin: string | undefined): boolean =>
    origin === undefined ||
    (URL.canParse(origin) &&
      (origin === appOrigin || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)));

  async function exchange(message: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
    const { origin } = message.headers;
    if (!isOwn(origin)) {
      await send(response, errorResponse(403, `Pages of ${origin} may not ask here.`), { vary: 'Origin' });
      return;
    }
    if (message.method === 'OPTIONS') {
      response.writeHead(204, preflightHeaders(message)).end();
      return;
    }
    const answer = await readMessage(message, response, url)
      .then(answerTo)
      .catch((error: unknown) => answerToFailure(error, 502));
    if (!response.destroyed) await send(response, answer, corsHeaders(message));
  }

  return listen(exchange, options);
}

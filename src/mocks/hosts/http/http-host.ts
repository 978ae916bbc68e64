import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getResponse } from 'msw';
import { withoutEndSlash } from '@/contract/config';
import type { SeedChoice } from '@/mocks/db/seeds/seed-choice';
import { StorageFailedError } from '@/mocks/db/storage';
import { openApiDocument } from '@/mocks/openapi/openapi-document';
import { errorMessage } from '@/mocks/world/error-message';
import { answerControl } from './control-routes';
import { BodyTooLargeError, corsHeaders, preflightHeaders, send, toRequest } from './exchange';
import { memoryAdapter, type StorageAdapter } from './storage-adapter';
import {
  COMMON_TENANT,
  createTenants,
  isTenantId,
  newTenantId,
  TENANT_COOKIE,
  TENANT_HEADER,
  type Tenant,
} from './tenants';

export interface HttpHostOptions {
  /** Defaults to 8787; 0 selects any free port. */
  readonly port?: number;
  /** Defaults to 127.0.0.1: a mock backend is exposed to the network only on request. */
  readonly host?: string;
  /** Stores the data; defaults to memory. Closed with the server. */
  readonly adapter?: StorageAdapter;
  /** The options for a tenant's initial data. */
  readonly choice?: SeedChoice;
  /** Base URL of links in mails, without a trailing slash; defaults to `http://localhost:4173`. */
  readonly appUrl?: string;
  readonly now?: () => Date;
  /** Gives each visitor without a tenant their own, by a cookie; otherwise they all share one. */
  readonly tenantPerVisitor?: boolean;
  /** Maximum number of tenants in memory; defaults to 200. */
  readonly mostTenants?: number;
  readonly report?: (message: string) => void;
}

export interface HttpHost {
  /** Without a trailing slash. */
  readonly url: string;
  /** Waits briefly for running requests, writes all data, and releases port and storage. */
  close(): Promise<void>;
}

/** Milliseconds until running requests are cut off on close. */
const LAST_REQUESTS_MS = 1000;
/** Seconds after which a request that found the storage away may be sent again. */
const RETRY_SECONDS = '1';
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

const cookieIn = (message: IncomingMessage): string | undefined =>
  new RegExp(`(?:^|;\\s*)${TENANT_COOKIE}=([^;]*)`).exec(message.headers.cookie ?? '')?.[1];

const errorResponse = (status: number, message: string) => Response.json({ message }, { status });

function answerToFailure(error: unknown): Response {
  if (error instanceof BodyTooLargeError) return errorResponse(413, error.message);
  if (error instanceof StorageFailedError) {
    return Response.json(
      { message: error.message },
      { status: 503, headers: { 'retry-after': RETRY_SECONDS } },
    );
  }
  return errorResponse(500, errorMessage(error));
}

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);

/**
 * The mock backend as an HTTP server: the same handlers as in the browser and in Vitest, behind `node:http`.
 *
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export async function startHttpHost(options: HttpHostOptions = {}): Promise<HttpHost> {
  const { host = '127.0.0.1', adapter = memoryAdapter() } = options;
  const report = options.report ?? (() => undefined);
  const server = createServer((message, response) => {
    exchange(message, response).catch((error: unknown) => {
      report(`${message.method} ${message.url} could not be answered: ${errorMessage(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(options.port ?? 8787, host, listening);
  }).catch(async (error: unknown) => {
    await adapter.close();
    throw error;
  });
  server.on('error', (error) => report(`The server goes on after an error: ${error.message}`));
  const url = `http://${urlHost(host)}:${(server.address() as AddressInfo).port}`;
  const appUrl = withoutEndSlash(options.appUrl ?? 'http://localhost:4173');
  const tenants = createTenants({
    adapter,
    hosts: { apiUrl: url, chatUrl: url },
    data: {
      world: { now: options.now ?? (() => new Date()), appUrl },
      choice: options.choice ?? { preset: 'demo', seed: 1 },
    },
    most: options.mostTenants ?? 200,
    report,
  });

  /** The tenant of a request, and the cookie to set if it is new. */
  function tenantOf(message: IncomingMessage): { id: string; cookie?: string } {
    const named = message.headers[TENANT_HEADER] ?? cookieIn(message);
    if (typeof named === 'string' && named !== '') return { id: named };
    if (!options.tenantPerVisitor) return { id: COMMON_TENANT };
    const id = newTenantId();
    return {
      id,
      cookie: `${TENANT_COOKIE}=${id}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax`,
    };
  }

  async function answerFor(tenant: Tenant, request: Request): Promise<Response> {
    if (new URL(request.url).pathname.startsWith('/__mock')) return answerControl(tenant, request);
    return (await getResponse(tenant.handlers, request)) ?? errorResponse(501, 'Nothing answers here.');
  }

  function reportFailure(tenant: string, { method, url: path }: IncomingMessage, error: Error) {
    const lost = method === 'GET' ? '' : ' What it changed was undone, unless the storage has it already.';
    report(`${tenant}: ${method} ${path} was answered 503.${lost} ${error.message}`);
  }

  async function exchange(message: IncomingMessage, response: ServerResponse) {
    if (message.method === 'OPTIONS') {
      response.writeHead(204, preflightHeaders(message)).end();
      return;
    }
    const { id, cookie } = tenantOf(message);
    const extra = { ...corsHeaders(message), ...(cookie === undefined ? {} : { 'set-cookie': cookie }) };
    let answer: Response;
    try {
      const request = await toRequest(message, response, url);
      if (new URL(request.url).pathname === '/openapi.json') {
        answer = Response.json(openApiDocument({ apiUrl: url, chatUrl: url }));
      } else if (!isTenantId(id)) {
        answer = errorResponse(
          400,
          'A tenant is named by up to 64 letters, digits, hyphens and underscores.',
        );
      } else {
        answer = await tenants.use(id, (tenant) => answerFor(tenant, request));
      }
    } catch (error) {
      if (error instanceof StorageFailedError) reportFailure(id, message, error);
      answer = answerToFailure(error);
    }
    if (!response.destroyed) await send(response, answer, extra);
  }

  return {
    url,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const cutOff = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
      await closed;
      clearTimeout(cutOff);
      await tenants.close();
      await adapter.close();
    },
  };
}

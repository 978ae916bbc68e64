/**
 * The mock backend over HTTP.
 *
 * @module @kitwell/mock-engine/http
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { StorageFailedError } from '../../db/storage';
import { withoutEndSlash } from '../../declaration';
import { hostsOf } from '../../engine/handlers';
import type { Mock, MockTypes } from '../../engine/mock';
import { cookiesIn, type ReadableRequest } from '../../engine/read-request';
import type { SeedChoice } from '../../world/seed-settings';
import { createAccess, createReturns } from './access';
import { answerControl } from './control-routes';
import {
  answerToFailure,
  asGet,
  corsHeaders,
  DEFAULT_HOST,
  errorResponse,
  type ListenOptions,
  listen,
  preflightHeaders,
  readMessage,
  send,
} from './http-server';
import { answerPage, linkedPaths, type MockPages, packedPages } from './pages';
import { memoryAdapter, type StorageAdapter } from './storage-adapter';
import { COMMON_TENANT, createTenants, isTenantId, newTenantId, TENANT_HEADER, type Tenant } from './tenants';

export interface HttpHostOptions<M extends MockTypes = MockTypes> extends ListenOptions {
  /** Stores the data that all requests without a tenant share; defaults to memory. Closed with the server. */
  readonly adapter?: StorageAdapter;
  /** The options for a tenant's initial data. */
  readonly choice?: SeedChoice<M['preset'], M['size']>;
  /** The path below which calls are answered, such as `/api`; defaults to `/`. The controls stay at `/__mock/`. */
  readonly base?: string;
  /** Base URL of the app, whose pages may call and to which mails link; defaults to `http://localhost:4173`. */
  readonly appUrl?: string;
  /** Further URLs whose pages may call, and under whose names the server may be reached, such as behind a proxy. */
  readonly origins?: readonly string[];
  /** The pages below `/__mock/`; defaults to the control room, as the package has it. */
  readonly pages?: MockPages;
  readonly now?: () => Date;
  /** Gives each visitor without a tenant their own, by header and cookie; otherwise they all share one. */
  readonly tenantPerVisitor?: boolean;
  /** Maximum number of tenants, of which the least recently used is dropped; defaults to 200. */
  readonly mostTenants?: number;
  /** Milliseconds after which an unused tenant is dropped; defaults to 24 hours. */
  readonly tenantLifetime?: number;
}

export interface HttpHost {
  /** Without a trailing slash. */
  readonly url: string;
  /** The same with `base`: the address that the calls of the contract are below. */
  readonly api: string;
  /** Waits briefly for running requests, writes all data, and releases port and storage. */
  close(): Promise<void>;
}

/** Seconds after which a request that found the storage away may be sent again. */
const RETRY_SECONDS = '1';
const DAY = 24 * 60 * 60 * 1000;
const COOKIE_SECONDS = (30 * DAY) / 1000;

function answerTo(error: unknown): Response {
  if (error instanceof StorageFailedError)
    return errorResponse(503, error.message, { 'retry-after': RETRY_SECONDS });
  return answerToFailure(error, 500);
}

/**
 * The mock backend as an HTTP server: the same engine as in the browser and in Vitest, behind `node:http`.
 *
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export async function startHttpHost<M extends MockTypes>(
  product: Mock<M>,
  options: HttpHostOptions<M> = {},
): Promise<HttpHost> {
  const mock = product as unknown as Mock;
  const tenantCookie = `${mock.name}-tenant`;
  const { adapter = memoryAdapter() } = options;
  const appUrl = withoutEndSlash(options.appUrl ?? 'http://localhost:4173');
  const { pages = packedPages() } = options;
  const access = {
    host: options.host ?? DEFAULT_HOST,
    origins: [appUrl, ...(options.origins ?? [])],
    linked: linkedPaths(pages),
  };
  const rejectionOf = createAccess(access);
  const mayReturn = createReturns(access);
  const report = options.report ?? (() => undefined);
  const { url, close } = await listen(exchange, options).catch(async (error: unknown) => {
    await adapter.close();
    throw error;
  });
  // One server answers for every host of the contract.
  const api = withoutEndSlash(new URL(options.base ?? '/', url).href);
  const hosts = Object.fromEntries(hostsOf(mock.operations).map((name) => [name, api]));
  const tenants = createTenants({
    mock,
    adapter,
    hosts,
    data: {
      world: { now: options.now ?? (() => new Date()), appUrl },
      choice: (options.choice as SeedChoice | undefined) ?? { preset: mock.limits.presets[0], seed: 1 },
    },
    most: options.mostTenants ?? 200,
    lifetime: options.tenantLifetime ?? DAY,
    report,
  });

  /**
   * The tenant of a request; a control may name it in its query, as `EventSource` has no headers. Response headers name a
   * new one: a cookie, and for pages of other sites a header.
   */
  function tenantOf(message: IncomingMessage): { id: string; headers: Record<string, string> } {
    const [, query] = /^\/__mock\/[^?]*\?(.*)$/.exec(message.url ?? '') ?? [];
    const named =
      message.headers[TENANT_HEADER] ??
      new URLSearchParams(query).get('tenant') ??
      cookiesIn(message.headers.cookie)[tenantCookie];
    if (typeof named === 'string' && named !== '') return { id: named.toLowerCase(), headers: {} };
    if (!options.tenantPerVisitor) return { id: COMMON_TENANT, headers: {} };
    const id = newTenantId();
    const cookie = `${tenantCookie}=${id}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax`;
    return { id, headers: { [TENANT_HEADER]: id, 'set-cookie': cookie } };
  }

  const answerFor = (tenant: Tenant, request: ReadableRequest): Promise<Response> =>
    /^\/__mock(\/|$)/.test(new URL(request.url).pathname)
      ? answerControl(tenant, asGet(request))
      : tenant.respond(request);

  async function pageFor(request: ReadableRequest, message: IncomingMessage): Promise<Response | undefined> {
    if (asGet(request).method !== 'GET') return undefined;
    const mayReturnTo = (address: string) => mayReturn(address, message);
    return answerPage(pages, new URL(request.url), { appUrl, mayReturnTo });
  }

  function reportFailure(tenant: string, { method, url: path }: IncomingMessage, error: Error) {
    // A GET may write as well.
    const lost =
      method === 'HEAD' ? '' : ' Anything it changed was undone, unless the storage has it already.';
    report(`${tenant}: ${method} ${path} was answered 503.${lost} ${error.message}`);
  }

  async function exchange(message: IncomingMessage, response: ServerResponse) {
    const rejection = rejectionOf(message);
    if (rejection !== null) return send(response, errorResponse(403, rejection), {});
    if (message.method === 'OPTIONS') {
      response.writeHead(204, preflightHeaders(message)).end();
      return;
    }
    const { id, headers } = tenantOf(message);
    const extra = { ...corsHeaders(message), ...headers };
    let answer: Response;
    try {
      const request = await readMessage(message, response, url);
      const page = await pageFor(request, message);
      // Pages are everyone's.
      if (page) return await send(response, page, corsHeaders(message));
      if (mock.openApi && new URL(request.url).pathname === '/openapi.json') {
        answer =
          asGet(request).method === 'GET'
            ? Response.json(mock.openApi(hosts))
            : errorResponse(405, 'The OpenAPI document can only be read.', { allow: 'GET' });
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
      answer = answerTo(error);
    }
    if (!response.destroyed) await send(response, answer, extra);
  }

  return {
    url,
    api,
    async close() {
      await close();
      await tenants.close();
      await adapter.close();
    },
  };
}

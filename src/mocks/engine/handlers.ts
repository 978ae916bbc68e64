import { type HttpHandler, HttpResponse, http, matchRequestUrl } from 'msw';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { routeOf } from '@/contract/operation';
import { isFrozenRow, oncePerRow } from '@/mocks/db/row';
import type { WireResult } from './branch-answer';
import type { Engine } from './engine';
import { waitForever } from './latency';

export interface Hosts {
  /** Absolute URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  /** Absolute URL of the chat service, without a trailing slash. */
  readonly chatUrl: string;
}

/** `/a/{b}` in the contract is `/a/:b` in MSW. */
const matcherOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

interface Found {
  readonly name: OperationName;
  /** The path parameters, as strings. */
  readonly params: Record<string, string>;
}

/** Finds a request's operation: by its exact URL, else with MSW's matching (parameters, trailing slash). */
function createLookup({ apiUrl, chatUrl }: Hosts): (request: Request) => Found | undefined {
  const routes = operationNames.map((name) => {
    const declared = declarationOf(name);
    const { method, path } = routeOf(declared);
    return { name, method, url: (declared.host === 'chat' ? chatUrl : apiUrl) + matcherOf(path) };
  });
  const fixed = new Map(routes.map(({ name, method, url }) => [`${method} ${url}`, name]));
  return ({ method, url }) => {
    const { origin, pathname } = new URL(url);
    const name = fixed.get(`${method} ${origin}${pathname}`);
    if (name !== undefined) return { name, params: {} };
    for (const route of routes) {
      if (route.method !== method) continue;
      const { matches, params } = matchRequestUrl(new URL(url), route.url);
      if (matches) return { name: route.name, params: params as Record<string, string> };
    }
    return undefined;
  };
}

const textOfRow = oncePerRow((row) => JSON.stringify(row));

/** Serializes a body; the JSON of a frozen row is cached. */
const jsonOf = (body: unknown): string =>
  Array.isArray(body)
    ? `[${body.map((row) => (isFrozenRow(row) ? textOfRow(row) : JSON.stringify(row))).join(',')}]`
    : JSON.stringify(body);

async function respond(result: WireResult, request: Request): Promise<Response> {
  if (result.kind === 'answer') {
    const headers = { 'content-type': 'application/json' };
    return new HttpResponse(jsonOf(result.body), { status: result.status, headers });
  }
  if (result.kind === 'timeout') await waitForever(request.signal);
  return HttpResponse.error();
}

/**
 * One MSW handler per host. It looks up the operation itself, because with forty handlers MSW would read the request's
 * cookies and compile a path for each. A request for no operation of SPEC §7 gets 501 and is logged.
 */
export function toHandlers(engine: Engine, hosts: Hosts): HttpHandler[] {
  const find = createLookup(hosts);
  return [...new Set([hosts.apiUrl, hosts.chatUrl])].map((host) =>
    http.all(`${host}/*`, async ({ request }) => {
      const found = find(request);
      if (found) return respond(await engine.answer(found.name, request, found.params), request);
      logUnknown(engine, request);
      return HttpResponse.json({ message: 'The mock backend has no such operation' }, { status: 501 });
    }),
  );
}

/** Rejects other hosts than the page's, so that a demo calls no real service. Place after `toHandlers`. */
export const rejectForeignHosts = (engine: Engine, ownOrigin: string): HttpHandler =>
  http.all('*', ({ request }) => {
    if (new URL(request.url).origin === ownOrigin) return undefined;
    logUnknown(engine, request);
    return HttpResponse.error();
  });

function logUnknown(engine: Engine, request: Request) {
  const { origin, pathname } = new URL(request.url);
  engine.log.add({
    at: engine.now().toISOString(),
    operation: `${request.method} ${origin}${pathname}`,
    request: null,
    signedIn: request.headers.has('authorization'),
    branch: 'unknown',
    status: null,
    response: null,
    duration: 0,
    decidedBy: 'policy',
    violation: null,
  });
}

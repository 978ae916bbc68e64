import { type HttpHandler, HttpResponse, http, matchRequestUrl } from 'msw';
import { isFrozenRow, oncePerList, oncePerRow } from '../db/row';
import { routeOf, withoutEndSlash } from '../declaration';
import type { WireResult } from './branch-answer';
import type { Engine } from './engine';
import { waitForever } from './latency';
import type { Operations } from './operation-lookup';
import { arrivingBody } from './overrides';
import type { ReadableRequest } from './read-request';

/** The absolute URL of each host of the contract, such as `api`; the paths of the contract are appended. */
export type Hosts = Readonly<Record<string, string>>;

/** The names of the hosts that a contract calls. */
export const hostsOf = ({ operationNames, declarationOf }: Operations): string[] => [
  ...new Set(operationNames.map((name) => declarationOf(name).host ?? 'api')),
];

/** `/a/{b}` in the contract is `/a/:b` in MSW. */
const matcherOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

const isBelow = (host: string, url: string): boolean => url.startsWith(`${host}/`);

type RouteMatch =
  /** `params`: the path parameters, as strings. */
  | { readonly name: string; readonly params: Record<string, string> }
  /** The methods of the operations at this path; empty if there are none. */
  | { readonly name: null; readonly allowed: readonly string[] };

/** Finds a request's operation: by its exact URL, else with MSW's matching (parameters, trailing slash). */
function createLookup(
  { operationNames, declarationOf }: Operations,
  hosts: Hosts,
): (request: ReadableRequest) => RouteMatch {
  const routes = operationNames.map((name) => {
    const declared = declarationOf(name);
    const { method, path } = routeOf(declared);
    const host = declared.host ?? 'api';
    const base = hosts[host];
    if (base === undefined) throw new Error(`${declared.operation}: the host "${host}" has no URL.`);
    return { name, method, base, path: matcherOf(path) };
  });
  const fixed = new Map(routes.map(({ name, method, base, path }) => [`${method} ${base}${path}`, name]));
  return ({ method: requestedMethod, url }) => {
    const method = requestedMethod === 'HEAD' ? 'GET' : requestedMethod;
    const { origin, pathname } = new URL(url);
    const name = fixed.get(`${method} ${origin}${pathname}`);
    if (name !== undefined) return { name, params: {} };
    // Without the host: MSW would read the colons of an IPv6 address as parameters.
    const match = ({ base, path }: (typeof routes)[number]) =>
      isBelow(base, url)
        ? matchRequestUrl(new URL(`http://host${url.slice(base.length)}`), `http://host${path}`)
        : { matches: false, params: {} };
    for (const route of routes) {
      if (route.method !== method) continue;
      const { matches, params } = match(route);
      if (matches) return { name: route.name, params: params as Record<string, string> };
    }
    const atPath = routes.filter((route) => match(route).matches);
    return { name: null, allowed: [...new Set(atPath.map((route) => route.method))] };
  };
}

const textOfRow = oncePerRow((row) => JSON.stringify(row));

const textOfList = oncePerList(
  (rows) => `[${rows.map((row) => (isFrozenRow(row) ? textOfRow(row) : JSON.stringify(row))).join(',')}]`,
);

/** Serializes a body; the JSON of a frozen row, and of a list of them, is cached. */
const jsonOf = (body: unknown): string => (Array.isArray(body) ? textOfList(body) : JSON.stringify(body));

const lowerCased = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function toResponse(result: WireResult, request: ReadableRequest): Promise<Response> {
  if (result.kind === 'answer') {
    const { status, body, headers: ownHeaders, arrival } = result;
    const headers = new Headers({ 'content-type': 'application/json', ...lowerCased(ownHeaders) });
    if ([204, 205, 304].includes(status)) return new HttpResponse(null, { status, headers });
    const isText = typeof body === 'string' && !/\bjson\b/i.test(headers.get('content-type') ?? '');
    const text = isText ? body : jsonOf(body);
    if (request.method === 'HEAD') {
      headers.set('content-length', String(new TextEncoder().encode(text).length));
      return new HttpResponse(null, { status, headers });
    }
    if (!arrival) return new HttpResponse(text, { status, headers });
    const { stream, length } = arrivingBody(text, arrival, request.signal);
    headers.set('content-length', String(length));
    return new HttpResponse(stream, { status, headers });
  }
  if (result.kind === 'timeout') await waitForever(request.signal);
  return HttpResponse.error();
}

/** Answers a request for one of the hosts. */
export type Respond = (request: ReadableRequest) => Promise<Response>;

/**
 * Answers requests for the operations of the contract. A request for none is logged; it gets 405 if its path has
 * operations with other methods, else 501.
 */
export function createRespond(engine: Engine, hosts: Hosts): Respond {
  const find = createLookup(engine.operations, hosts);
  return async (request) => {
    const match = find(request);
    if (match.name !== null) {
      return toResponse(await engine.answer(match.name, request, match.params), request);
    }
    logUnknown(engine, request);
    if (match.allowed.length === 0) {
      return HttpResponse.json({ message: 'The mock backend has no such operation' }, { status: 501 });
    }
    const allow = match.allowed.join(', ');
    const message = `The mock backend has no such operation; this path takes ${allow}`;
    return HttpResponse.json({ message }, { status: 405, headers: { allow } });
  };
}

/**
 * One MSW handler per host, for all operations: with forty handlers, MSW would compile a path for each.
 */
export function toHandlers(engine: Engine, urls: Hosts): HttpHandler[] {
  const hosts = Object.fromEntries(Object.entries(urls).map(([host, url]) => [host, withoutEndSlash(url)]));
  const respond = createRespond(engine, hosts);
  return [...new Set(Object.values(hosts))].map((host) =>
    http.all(
      ({ request }) => isBelow(host, request.url),
      ({ request }) => respond(request),
    ),
  );
}

/** Rejects other hosts than the page's, so that a demo calls no real service. Place after `toHandlers`. */
export const rejectForeignHosts = (engine: Engine, ownOrigin: string): HttpHandler =>
  http.all('*', ({ request }) => {
    if (new URL(request.url).origin === ownOrigin) return undefined;
    logUnknown(engine, request);
    return HttpResponse.error();
  });

function logUnknown(engine: Engine, request: ReadableRequest) {
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

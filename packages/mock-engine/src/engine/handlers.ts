import { type HttpHandler, HttpResponse, http, matchRequestUrl, passthrough } from 'msw';
import { isFrozenRow, oncePerList, oncePerRow } from '../db/row';
import { routeOf, withoutEndSlash } from '../declaration';
import { isBinary, type WireResult } from './branch-answer';
import type { Engine } from './engine';
import { answerOfError } from './errors';
import { waitForever } from './latency';
import type { Operations } from './operation-lookup';
import { arrivingBody } from './overrides';
import { cookieRemovals, type ReadableRequest } from './read-request';

/** The absolute URL of each host of the contract, such as `api`; the paths of the contract are appended. */
export type Hosts = Readonly<Record<string, string>>;

/** The names of the hosts that a contract calls. */
export const hostsOf = ({ operationNames, declarationOf }: Operations): string[] => [
  ...new Set(operationNames.map((name) => declarationOf(name).host ?? 'api')),
];

/**
 * Returns the URL of each host that the contract calls, without slashes at its end.
 *
 * @param base makes a relative URL absolute
 * @throws Error for a host without a URL, except `api`, which is at `/api`, and for a URL of no host
 */
export function hostUrls(operations: Operations, urls: Hosts, base: string): Hosts {
  const names = hostsOf(operations);
  const unknown = Object.keys(urls).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`The contract has no host "${unknown}". Hosts: ${names.join(', ')}.`);
  }
  return Object.fromEntries(
    names.map((name) => {
      const url = urls[name] ?? (name === 'api' ? '/api' : undefined);
      if (url === undefined) throw new Error(`The host "${name}" of the contract needs a URL.`);
      return [name, withoutEndSlash(new URL(url, base).href)];
    }),
  );
}

export interface ListeningMock {
  readonly name: string;
  readonly hosts: Hosts;
  readonly handlers: readonly HostHandler[];
}

/** @throws Error if another mock answers one of the hosts of this one */
export function requireOwnHosts({ name, hosts }: ListeningMock, others: Iterable<ListeningMock>): void {
  for (const other of others) {
    const url = Object.values(hosts).find((own) => Object.values(other.hosts).includes(own));
    if (url !== undefined) throw new Error(`The mocks "${other.name}" and "${name}" both answer ${url}.`);
  }
}

/** `/a/{b}` in the contract is `/a/:b` in MSW. */
const matcherOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

const isBelow = (host: string, url: string): boolean => url.startsWith(`${host}/`);

type RouteMatch =
  /** `params`: the path parameters, as strings. */
  | { readonly name: string; readonly params: Record<string, string> }
  /** The methods of the operations at this path; empty if there are none. */
  | { readonly name: null; readonly allowed: readonly string[] };

/**
 * Finds a request's operation among those of the most specific host: by its exact URL, else with MSW's matching
 * (parameters, trailing slash).
 */
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
  const bases = [...new Set(routes.map(({ base }) => base))].sort((a, b) => b.length - a.length);
  const tables = bases.map((base) => {
    const own = routes.filter((route) => route.base === base);
    return { base, own, fixed: new Map(own.map(({ name, method, path }) => [`${method} ${path}`, name])) };
  });
  return ({ method: requestedMethod, url }) => {
    const method = requestedMethod === 'HEAD' ? 'GET' : requestedMethod;
    const table = tables.find(({ base }) => isBelow(base, url));
    if (!table) return { name: null, allowed: [] };
    const { base, own, fixed } = table;
    // Without the host: MSW would read the colons of an IPv6 address as parameters.
    const below = new URL(`http://host${url.slice(base.length)}`);
    const name = fixed.get(`${method} ${below.pathname}`);
    if (name !== undefined) return { name, params: {} };
    const match = ({ path }: (typeof routes)[number]) => matchRequestUrl(below, `http://host${path}`);
    for (const route of own) {
      if (route.method !== method) continue;
      const { matches, params } = match(route);
      if (matches) return { name: route.name, params: params as Record<string, string> };
    }
    const atPath = own.filter((route) => match(route).matches);
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

/** A body as it is sent, and the content type that it has by itself. */
function sentBody(body: unknown, type: string | null): { content: BodyInit; type: string } {
  if (isBinary(body)) {
    return { content: body, type: (body instanceof Blob && body.type) || 'application/octet-stream' };
  }
  const isText = typeof body === 'string' && type !== null && !/\bjson\b/i.test(type);
  return { content: isText ? body : jsonOf(body), type: 'application/json' };
}

const setCookies = (cookies: Readonly<Record<string, string | null>>, { url }: ReadableRequest) =>
  Object.entries(cookies).flatMap(([name, value]) =>
    value === null ? cookieRemovals(name, url) : [`${name}=${value}`],
  );

async function toResponse(result: WireResult, request: ReadableRequest): Promise<Response> {
  if (result.kind === 'answer') {
    const { status, body, headers: own, cookies = {}, arrival } = result;
    const headers = new Headers(lowerCased(own));
    for (const text of setCookies(cookies, request)) headers.append('set-cookie', text);
    const { content, type } = sentBody(body, headers.get('content-type'));
    if (!headers.has('content-type')) headers.set('content-type', type);
    if ([204, 205, 304].includes(status)) return new HttpResponse(null, { status, headers });
    if (content instanceof ReadableStream) {
      // A host over HTTP sends it as it comes.
      if (!headers.has('content-length')) headers.set('transfer-encoding', 'chunked');
      return new HttpResponse(request.method === 'HEAD' ? null : content, { status, headers });
    }
    const bytes = async () => new Uint8Array(await new Response(content).arrayBuffer());
    if (request.method === 'HEAD') {
      headers.set('content-length', String((await bytes()).length));
      return new HttpResponse(null, { status, headers });
    }
    if (!arrival) return new HttpResponse(content, { status, headers });
    const { stream, length } = arrivingBody(await bytes(), arrival, request.signal);
    headers.set('content-length', String(length));
    return new HttpResponse(stream, { status, headers });
  }
  if (result.kind === 'timeout') await waitForever(request.signal);
  return HttpResponse.error();
}

/** Answers a request for one of the hosts; the cookies are by default those in its headers. */
export type Respond = (
  request: ReadableRequest,
  cookies?: Readonly<Record<string, string>>,
) => Promise<Response>;

/** How a host answers a request for no operation: an error response, a network error, or not at all. */
export type UnknownCalls = 501 | 'error' | 'passthrough';

/** The operation whose path has the most in common with a request's; undefined if none has anything. */
function nearestOperation({ operationNames, declarationOf }: Operations, url: string): string | undefined {
  const parts = new URL(url).pathname.split('/').filter(Boolean);
  const near = operationNames.map((name) => {
    const declared = declarationOf(name);
    const own = routeOf(declared).path.split('/').filter(Boolean);
    // A host may have a path of its own.
    const start = Math.max(0, parts.length - own.length);
    const common = own.filter((part, at) => part === parts[start + at]).length;
    const alike = own.filter((part, at) => part.slice(0, 3) === parts[start + at]?.slice(0, 3)).length;
    return { operation: declared.operation, likeness: common + alike };
  });
  return near.filter(({ likeness }) => likeness > 0).sort((a, b) => b.likeness - a.likeness)[0]?.operation;
}

/**
 * Answers requests for the operations of the contract. A request for none is logged; its error response has 405 if its
 * path has operations with other methods, else 501.
 */
export function createRespond(engine: Engine, hosts: Hosts, unknown: UnknownCalls = 501): Respond {
  const find = createLookup(engine.operations, hosts);
  return async (request, cookies) => {
    const match = find(request);
    if (match.name !== null) {
      return toResponse(await engine.answer(match.name, request, match.params, cookies), request);
    }
    if (unknown === 'passthrough') return passthrough();
    logUnknown(engine, request);
    if (unknown === 'error') return HttpResponse.error();
    const { allowed } = match;
    const allow = allowed.join(', ');
    const message = 'The mock backend has no such operation';
    const nearest = nearestOperation(engine.operations, request.url);
    const hint = nearest === undefined ? '' : `; the nearest is ${nearest}`;
    const error =
      allowed.length === 0
        ? answerOfError(engine.errors, { reason: 'unknown', status: 501, message: `${message}${hint}` })
        : answerOfError(
            engine.errors,
            { reason: 'unknown', status: 405, message: `${message}; this path takes ${allow}` },
            { allow },
          );
    return toResponse(error, request);
  };
}

interface HostHandler {
  readonly url: string;
  readonly handler: HttpHandler;
}

/** The handlers of mocks: where one host is below another, such as `/api` below `/`, it answers. */
export const mostSpecificFirst = (hosts: readonly HostHandler[]): HttpHandler[] =>
  hosts.toSorted((a, b) => b.url.length - a.url.length).map(({ handler }) => handler);

/**
 * One MSW handler per host, for all operations: with forty handlers, MSW would compile a path for each.
 *
 * @param unknown what becomes of a request for no operation, at all hosts or by the name of each; defaults to 501
 */
export function toHandlers(
  engine: Engine,
  urls: Hosts,
  unknown: UnknownCalls | Readonly<Record<string, UnknownCalls>> = {},
): HostHandler[] {
  const hosts = Object.fromEntries(Object.entries(urls).map(([host, url]) => [host, withoutEndSlash(url)]));
  return [...new Set(Object.values(hosts))].map((url) => {
    const names = Object.keys(hosts).filter((name) => hosts[name] === url);
    const ofHost =
      typeof unknown === 'object'
        ? names.map((name) => unknown[name]).find((choice) => choice !== undefined)
        : unknown;
    const respond = createRespond(engine, hosts, ofHost);
    const handler = http.all(
      ({ request }) => isBelow(url, request.url),
      ({ request, cookies }) => respond(request, cookies),
    );
    return { url, handler };
  });
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

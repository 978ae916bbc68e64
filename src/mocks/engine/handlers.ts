import { type HttpHandler, HttpResponse, http, type JsonBodyType } from 'msw';
import { declarationOf, operationNames } from '@/contract/contract';
import { routeOf } from '@/contract/operation';
import type { WireResult } from '@/mocks/engine/branch-answer';
import type { Engine } from '@/mocks/engine/engine';
import { waitForever } from '@/mocks/engine/latency';

export interface Hosts {
  /** Absolute URL of the API, without a slash at the end. */
  readonly apiUrl: string;
  /** Absolute URL of the chat service, without a slash at the end. */
  readonly chatUrl: string;
}

const methods = { GET: http.get, POST: http.post, PUT: http.put };

/** `/a/{b}` in the contract is `/a/:b` in MSW. */
const matcherOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

async function respond(result: WireResult, request: Request): Promise<Response> {
  if (result.kind === 'answer')
    return HttpResponse.json(result.body as JsonBodyType, { status: result.status });
  if (result.kind === 'timeout') await waitForever(request.signal);
  return HttpResponse.error();
}

/** One MSW handler per call of SPEC §7, and one per host that refuses any other call with 501, so that it is seen. */
export function toHandlers(engine: Engine, hosts: Hosts): HttpHandler[] {
  const operations = operationNames.map((name) => {
    const declared = declarationOf(name);
    const { method, path } = routeOf(declared);
    const host = declared.host === 'chat' ? hosts.chatUrl : hosts.apiUrl;
    return methods[method](`${host}${matcherOf(path)}`, async ({ request, params }) =>
      respond(await engine.answer(name, request, params as Record<string, string>), request),
    );
  });
  const unknown = [hosts.apiUrl, hosts.chatUrl].map((host) =>
    http.all(`${host}/*`, ({ request }) => {
      refuseUnknown(engine, request);
      return HttpResponse.json({ message: 'The mock backend has no such operation' }, { status: 501 });
    }),
  );
  return [...operations, ...unknown];
}

/** Refuses every host but the page's own, so that a demo never contacts a real service. Stands after `toHandlers`. */
export const refuseForeignHosts = (engine: Engine, ownOrigin: string): HttpHandler =>
  http.all('*', ({ request }) => {
    if (new URL(request.url).origin === ownOrigin) return undefined;
    refuseUnknown(engine, request);
    return HttpResponse.error();
  });

function refuseUnknown(engine: Engine, request: Request) {
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

import { routeOf } from '@kitwell/mock-engine/declaration';
import { createEngine } from '@kitwell/mock-engine/engine/engine';
import { noLatency } from '@kitwell/mock-engine/engine/latency';
import { openData } from '@kitwell/mock-engine/hosts/mock-backend';
import { createMailbox } from '@kitwell/mock-engine/world/mailbox';
import { samples } from '@tests/mocks/samples/samples';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { type OperationReport, runConformance } from '@/mocks/conformance/run-conformance';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { backend } from '@/mocks/kitwell/rules/backend';
import type { Backend, Resolver, RuleContext } from '@/mocks/kitwell/rules/rules';
import { findCaller } from '@/mocks/kitwell/rules/session.backend';

type Fields = Record<string, unknown>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

interface Call {
  /** Undefined for a preflight. */
  readonly name: OperationName | undefined;
  readonly token: string | null;
  readonly body: unknown;
}

/** Intercepts a call to the mock: changes the request or the response. */
type Wire = (
  call: Call,
  next: (changed?: Partial<Pick<Call, 'token' | 'body'>>) => Promise<Answer>,
) => Promise<Answer>;

/** A defect: some rules of the mock are replaced, or its requests and responses are changed. */
export interface Plant {
  readonly rules?: (sound: Backend) => Partial<Backend>;
  readonly wire?: Wire;
}

/** Replaces one rule. */
export const rule = <K extends OperationName>(
  name: K,
  planted: (sound: Resolver<K>, context: RuleContext<K>) => ReturnType<Resolver<K>>,
): Plant => ({
  rules: (sound) => {
    const replaced = (context: RuleContext<K>) => planted(sound[name] as Resolver<K>, context);
    return { [name]: replaced } as Partial<Backend>;
  },
});

/** Applies to the calls of one operation only. */
export const on = (name: OperationName, wire: Wire): Plant => ({
  wire: (call, next) => (call.name === name ? wire(call, next) : next()),
});

/** Answers a status with another one, or with another body. */
export const answers = (
  name: OperationName,
  status: number,
  change: (answer: Answer) => Partial<Answer>,
): Plant =>
  on(name, async (_, next) => {
    const answer = await next();
    return answer.status === status ? { ...answer, ...change(answer) } : answer;
  });

/** Changes each item of a list, or the record itself. */
export const answersFields = (name: OperationName, change: (record: Fields) => Fields): Plant =>
  answers(name, 200, ({ body }) => ({
    body: Array.isArray(body) ? body.map(change) : change(body as Fields),
  }));

/** The URL of every planted API. */
export const API = 'http://planted.example.test';

const routes = operationNames.map((name) => {
  const { method, path } = routeOf(declarationOf(name));
  return { name, method, pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) };
});

function routeOfRequest(method: string, url: string) {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(new URL(url).pathname) : null;
    if (match) return { name: route.name, params: { ...match.groups } };
  }
  return undefined;
}

const corsHeaders = (origin: string | null) => ({ 'access-control-allow-origin': origin ?? '*' });

/** An API in this process: the mock with one defect, with its mailbox and its table of checkouts. */
function plantedApi({ rules, wire }: Plant): { fetch: typeof fetch; close(): void } {
  const world = { now: () => new Date(), appUrl: 'http://app.example.test' };
  const db = openData(kitwell, { world, choice: { preset: 'empty', seed: 1 } });
  const engine = createEngine({
    operations: kitwell.operations,
    backend: { ...backend, ...rules?.(backend) },
    db,
    world,
    findCaller,
    latency: noLatency,
    seed: () => 1,
    onDefect: 'answer',
  });
  const mailbox = createMailbox(db, world.appUrl);

  async function control({ pathname, searchParams }: URL, request: Request): Promise<Response> {
    if (pathname === '/__mock/mail') return Response.json(mailbox.list(searchParams.get('to') ?? undefined));
    const id = pathname.split('/').at(-1) ?? '';
    return Response.json(await db.patch('checkouts', id, (await request.json()) as object));
  }

  async function sound(request: Request, body: unknown, token: string | null): Promise<Answer> {
    const { url, method, headers } = request;
    const origin = headers.get('origin');
    if (method === 'OPTIONS') {
      return {
        status: 204,
        body: undefined,
        headers: {
          ...corsHeaders(origin),
          'access-control-allow-methods': 'GET, POST, PUT',
          'access-control-allow-headers': 'authorization, content-type',
        },
      };
    }
    const route = routeOfRequest(method, url);
    if (!route) throw new Error(`${method} ${url} is no operation`);
    const passed = new Request(url, {
      method,
      headers: token === null ? {} : { authorization: token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const result = await engine.answer(route.name, passed, route.params);
    if (result.kind !== 'answer') throw new TypeError('fetch failed');
    return {
      status: result.status,
      body: result.body,
      headers: { ...corsHeaders(origin), 'content-type': 'application/json' },
    };
  }

  async function respond(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname.startsWith('/__mock/')) return control(url, request);
    const text = await request.text();
    const call: Call = {
      name: routeOfRequest(request.method, request.url)?.name,
      token: request.headers.get('authorization'),
      body: text === '' ? undefined : JSON.parse(text),
    };
    const next: Parameters<Wire>[1] = (changed = {}) => {
      const { body, token } = { ...call, ...changed };
      return sound(request, body, token);
    };
    const { status, body, headers } = await (wire ?? ((_, pass) => pass()))(call, next);
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  }
  return {
    fetch: (input, init) => respond(new Request(input, init)),
    close: () => db.close(),
  };
}

/** The report on the mock with one defect. Its mails are there at once, so that a missing one is not waited for. */
export async function examine(
  plant: Plant,
  options: Partial<Parameters<typeof runConformance>[0]> = {},
): Promise<OperationReport[]> {
  const { fetch, close } = plantedApi(plant);
  try {
    return await runConformance({ samples, api: API, fetch, run: 'planted', mailTakes: 0, ...options });
  } finally {
    close();
  }
}

/** Every deviation, with its operation and path. */
export const deviationsIn = (reports: readonly OperationReport[]) =>
  reports.flatMap(({ operation, paths }) =>
    paths.flatMap(({ path, deviations }) =>
      deviations.map((deviation) => `${operation}, ${path}: ${deviation}`),
    ),
  );

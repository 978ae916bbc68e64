import * as z from '../../../contract/zod';
import { StorageFailedError } from '../../db/storage';
import { readJson } from '../../engine/read-request';
import { latencyJson, logQuery, resetOptions, setOptions, validated } from '../../scenarios/json-schemas';
import { errorMessage } from '../../world/error-message';
import type { Tenant } from './tenants';

/** `/__mock/*`: `window.__mock` over HTTP (MOCKS.md, "Public control interface"). */

interface Call {
  readonly tenant: Tenant;
  /** The path segments after the route's name. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}
type Route = (call: Call) => unknown;

const latencyBody = z.union([z.strictObject({ min: z.number(), max: z.number() }), latencyJson]);
const clearBody = z.strictObject({ operation: z.optional(z.string()), position: z.optional(z.number()) });
const chaosBody = z.strictObject({
  rate: z.number(),
  seed: z.optional(z.number()),
  operations: z.optional(z.array(z.string())),
});
const clockBody = z.strictObject({
  set: z.optional(z.union([z.string(), z.number()])),
  advance: z.optional(z.number()),
  running: z.optional(z.boolean()),
});

const positionBody = z.strictObject({ position: z.number() });

const clockOf = ({ mocks: { control } }: Tenant) => ({
  now: control.clock.now().toISOString(),
  running: control.clock.isRunning(),
});

/** Something requested does not exist: 404. */
class UnknownError extends Error {
  override readonly name = 'UnknownError';
}

function tableIn({ tenant, rest }: Call): string {
  const [table = ''] = rest;
  const tables = tenant.mocks.control.db.tables();
  if (!tables.includes(table)) {
    throw new UnknownError(`There is no table "${table}". Tables: ${tables.join(', ')}.`);
  }
  return table;
}

function rowIn(call: Call): { id: string; row: object } {
  const table = tableIn(call);
  const [, id = ''] = call.rest;
  const { db } = call.tenant.mocks.control;
  const key = db.keyOf(table);
  const row = db.list(table).find((held) => String(Reflect.get(held, key)) === id);
  if (!row) throw new UnknownError(`${table} has no ${key} "${id}".`);
  return { id, row };
}

const routes: Readonly<Record<string, Route>> = {
  'GET tenant': ({ tenant }) => ({ tenant: tenant.id }),
  'GET operations': ({ tenant }) => tenant.mocks.control.operations(),
  'GET scenario': ({ tenant }) => tenant.mocks.control.scenario(),
  'POST set'({ tenant, body }) {
    const { operation, branch, ...options } = validated(setOptions, body);
    tenant.mocks.control.set(operation, branch, options);
    return tenant.mocks.control.scenario();
  },
  'POST clear'({ tenant, body }) {
    const { operation, position } = validated(clearBody, body);
    tenant.mocks.control.clear(operation, position);
    return tenant.mocks.control.scenario();
  },
  'POST chaos'({ tenant, body }) {
    tenant.mocks.control.chaos(body === null ? null : validated(chaosBody, body));
    return tenant.mocks.control.scenario();
  },
  'POST latency'({ tenant, body }) {
    const latency = validated(latencyBody, body);
    if ('type' in latency) tenant.mocks.control.latency(latency);
    else if ('min' in latency) tenant.mocks.control.latency(latency.min, latency.max);
    else tenant.mocks.control.latency(...latency);
    return tenant.mocks.control.scenario();
  },
  async 'POST reset'({ tenant, body }) {
    await tenant.mocks.control.reset(validated(resetOptions(tenant.mock.limits), body));
    return tenant.mocks.control.choice();
  },
  async 'POST as'({ tenant, body }) {
    const { role } = validated(z.strictObject({ role: z.string() }), body);
    return { token: await tenant.mocks.signIn(role) };
  },
  'GET choice': ({ tenant }) => tenant.mocks.control.choice(),
  'GET mail': ({ tenant, query }) => tenant.mocks.control.mail.list(query.get('to') ?? undefined),
  'GET log': ({ tenant }) => tenant.mocks.control.log.list(),
  async 'POST log'({ tenant, rest: [action], body, signal }) {
    const { log } = tenant.mocks.control;
    const query = validated(logQuery, body);
    if (action === 'find') return log.find(query);
    if (action === 'wait') return log.waitFor(query, signal);
    throw new UnknownError('There is POST /__mock/log/find and POST /__mock/log/wait.');
  },
  'DELETE log': ({ tenant }) => tenant.mocks.control.log.clear(),
  'GET coverage': ({ tenant }) => tenant.mocks.control.coverage(),
  'GET share': ({ tenant }) => ({ url: tenant.mocks.control.share() }),
  'GET capsule': ({ tenant }) => tenant.mocks.control.capsules.make(),
  async 'POST restore'({ tenant, body }) {
    await tenant.mocks.control.restore(validated(z.strictObject({ url: z.string() }), body).url);
    return tenant.mocks.control.choice();
  },
  'GET clock': ({ tenant }) => clockOf(tenant),
  async 'POST clock'({ tenant, body }) {
    const { clock } = tenant.mocks.control;
    const { set, advance, running } = validated(clockBody, body);
    if (set !== undefined) await clock.set(set);
    if (advance !== undefined) await clock.advance(advance);
    if (running !== undefined) await (running ? clock.run() : clock.stop());
    return clockOf(tenant);
  },
  'GET history': ({ tenant: { mocks } }) => ({
    position: mocks.history.position(),
    steps: mocks.history.list(),
  }),
  async 'POST history'({ tenant, rest: [action], body }) {
    const { history } = tenant.mocks;
    if (action === 'undo') await history.undo();
    else if (action === 'redo') await history.redo();
    else if (action === undefined) await history.goTo(validated(positionBody, body).position);
    else throw new UnknownError('There is POST /__mock/history/undo, /redo and POST /__mock/history.');
    return { position: history.position(), now: tenant.mocks.control.clock.now().toISOString() };
  },
  'GET export': ({ tenant }) => tenant.mocks.control.db.export(),
  'POST import': ({ tenant, body }) => tenant.mocks.control.db.import(body),
  'GET db'(call) {
    const { db } = call.tenant.mocks.control;
    if (call.rest.length > 1) return rowIn(call).row;
    if (call.rest.length === 1) return db.list(tableIn(call));
    return db.tables().map((table) => ({ table, key: db.keyOf(table), rows: db.list(table).length }));
  },
  'POST db': (call) =>
    call.tenant.mocks.control.db.insert(tableIn(call), validated(z.looseObject({}), call.body)),
  'PATCH db': (call) =>
    call.tenant.mocks.control.db.patch(
      tableIn(call),
      rowIn(call).id,
      validated(z.looseObject({}), call.body),
    ),
  'DELETE db': (call) => call.tenant.mocks.control.db.remove(tableIn(call), rowIn(call).id),
};

const methodsOf = (name: string): string[] =>
  Object.keys(routes).flatMap((key) => {
    const [method = '', route] = key.split(' ');
    return route === name ? [method] : [];
  });

/**
 * Answers a request below `/__mock/` on the tenant's newest data; invalid requests are rejected with a message.
 *
 * @throws StorageFailedError
 */
export async function answerControl(tenant: Tenant, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const segments = pathname
    .replace(/^\/__mock\/?/, '')
    .split('/')
    .filter(Boolean);
  const [name = ''] = segments;
  const route = Object.hasOwn(routes, `${request.method} ${name}`)
    ? routes[`${request.method} ${name}`]
    : undefined;
  if (!route) {
    const message = `There is no ${request.method} /__mock/${name}. There is: ${Object.keys(routes).join(', ')}.`;
    const allow = methodsOf(name).join(', ');
    return allow === ''
      ? Response.json({ message }, { status: 404 })
      : Response.json({ message }, { status: 405, headers: { allow } });
  }
  try {
    const rest = segments.slice(1).map(decodeURIComponent);
    const body = await readJson(request);
    // Another server may have written since the last request.
    await tenant.mocks.db.read(() => undefined);
    const answer = await route({ tenant, rest, query: searchParams, body, signal: request.signal });
    return Response.json(answer ?? {});
  } catch (error) {
    if (error instanceof StorageFailedError) throw error;
    const status = error instanceof UnknownError ? 404 : 400;
    return Response.json({ message: errorMessage(error) }, { status });
  }
}

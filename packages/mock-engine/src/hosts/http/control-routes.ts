import { StorageFailedError } from '../../db/storage';
import {
  chaosOptions,
  latencyJson,
  logQuery,
  mailQuery,
  resetOptions,
  setOptions,
  validated,
} from '../../engine/json-schemas';
import type { Mock } from '../../engine/mock';
import { type ReadableRequest, readJson } from '../../engine/read-request';
import { errorMessage } from '../../error-message';
import * as z from '../../zod';
import type { Tenant } from './tenants';

/** `/__mock/*`: `window.__mock` over HTTP (§Mock backend, "Public control interface"). */

interface Call {
  readonly tenant: Tenant;
  /** What the path has in place of each `{}` of the route. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}
type Route = (call: Call) => unknown;

const latencyBody = z.union([z.strictObject({ min: z.number(), max: z.number() }), latencyJson]);
const clearBody = z.strictObject({ operation: z.optional(z.string()), position: z.optional(z.number()) });
const clockBody = z.strictObject({
  set: z.optional(z.union([z.string(), z.number()])),
  advance: z.optional(z.number()),
  running: z.optional(z.boolean()),
});

const mailWait = (mock: Mock) => z.extend(mailQuery(mock), { timeout: z.optional(z.number()) });
const positionBody = z.strictObject({ position: z.number() });

const clockOf = ({ mocks: { control } }: Tenant) => ({
  now: control.clock.now().toISOString(),
  running: control.clock.isRunning(),
});

const positionIn = ({ mocks: { history, control } }: Tenant) => ({
  position: history.position(),
  now: control.clock.now().toISOString(),
});

/** Something requested does not exist: 404. */
class UnknownError extends Error {
  override readonly name = 'UnknownError';
}

function tableIn({ tenant, names: [table = ''] }: Call): string {
  const tables = tenant.mocks.control.db.tables();
  if (!tables.includes(table)) {
    throw new UnknownError(`There is no table "${table}". Tables: ${tables.join(', ')}.`);
  }
  return table;
}

function rowIn(call: Call): { id: string; row: object } {
  const table = tableIn(call);
  const [, id = ''] = call.names;
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
    tenant.mocks.control.chaos(body === null ? null : validated(chaosOptions, body));
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
  'POST mail/wait'({ tenant, body, signal }) {
    const { timeout, ...query } = validated(mailWait(tenant.mock), body);
    return tenant.mocks.control.mail.waitFor(query, timeout, signal);
  },
  'GET log': ({ tenant }) => tenant.mocks.control.log.list(),
  'POST log/find': ({ tenant, body }) => tenant.mocks.control.log.find(validated(logQuery, body)),
  'POST log/wait': ({ tenant, body, signal }) =>
    tenant.mocks.control.log.waitFor(validated(logQuery, body), signal),
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
  async 'POST history'({ tenant, body }) {
    await tenant.mocks.history.goTo(validated(positionBody, body).position);
    return positionIn(tenant);
  },
  async 'POST history/undo'({ tenant }) {
    await tenant.mocks.history.undo();
    return positionIn(tenant);
  },
  async 'POST history/redo'({ tenant }) {
    await tenant.mocks.history.redo();
    return positionIn(tenant);
  },
  'GET export': ({ tenant }) => tenant.mocks.control.db.export(),
  'POST import': ({ tenant, body }) => tenant.mocks.control.db.import(body),
  'GET db'({ tenant }) {
    const { db } = tenant.mocks.control;
    return db.tables().map((table) => ({ table, key: db.keyOf(table), rows: db.list(table).length }));
  },
  'GET db/{}': (call) => call.tenant.mocks.control.db.list(tableIn(call)),
  'POST db/{}': (call) =>
    call.tenant.mocks.control.db.insert(tableIn(call), validated(z.looseObject({}), call.body)),
  'GET db/{}/{}': (call) => rowIn(call).row,
  'PATCH db/{}/{}': (call) =>
    call.tenant.mocks.control.db.patch(
      tableIn(call),
      rowIn(call).id,
      validated(z.looseObject({}), call.body),
    ),
  'DELETE db/{}/{}': (call) => call.tenant.mocks.control.db.remove(tableIn(call), rowIn(call).id),
};

const table = Object.entries(routes).map(([key, route]) => {
  const [method = '', path = ''] = key.split(' ');
  return { method, parts: path.split('/'), route };
});

const routesAt = (segments: readonly string[]) =>
  table.filter(
    ({ parts }) =>
      parts.length === segments.length &&
      parts.every((part, position) => part === '{}' || part === segments[position]),
  );

/**
 * Answers a request below `/__mock/` on the tenant's newest data; invalid requests are rejected with a message.
 *
 * @throws StorageFailedError
 */
export async function answerControl(tenant: Tenant, request: ReadableRequest): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const segments = pathname
    .replace(/^\/__mock\/?/, '')
    .split('/')
    .filter(Boolean);
  const found = routesAt(segments);
  const match = found.find(({ method }) => method === request.method);
  if (!match) {
    const message = `There is no ${request.method} ${pathname}. There is: ${Object.keys(routes).join(', ')}.`;
    const allow = found.map(({ method }) => method).join(', ');
    return allow === ''
      ? Response.json({ message }, { status: 404 })
      : Response.json({ message }, { status: 405, headers: { allow } });
  }
  try {
    const names = segments.filter((_, position) => match.parts[position] === '{}').map(decodeURIComponent);
    const body = readJson(new Uint8Array(await request.arrayBuffer()));
    // Another server may have written since the last request.
    await tenant.mocks.db.read(() => undefined);
    const answer = await match.route({ tenant, names, query: searchParams, body, signal: request.signal });
    return Response.json(answer ?? {});
  } catch (error) {
    if (error instanceof StorageFailedError) throw error;
    const status = error instanceof UnknownError ? 404 : 400;
    return Response.json({ message: errorMessage(error) }, { status });
  }
}

import * as z from 'zod/mini';
import { TableError } from '../../db/row';
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
import type { RoomDescription } from '../remote-room';
import type { Tenant } from './tenants';

/** `/__mock/*`: `window.__mock` over HTTP (§Mock backend, "Public control interface"). */

interface Call {
  readonly tenant: Tenant;
  readonly mock: Mock;
  readonly control: Tenant['mocks']['control'];
  /** What the path has in place of each `{}` of the route. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}
type Route = (call: Call) => unknown;

const clearBody = z.strictObject({ operation: z.optional(z.string()), position: z.optional(z.number()) });
const clockBody = z.strictObject({
  set: z.optional(z.union([z.string(), z.number()])),
  advance: z.optional(z.number()),
  running: z.optional(z.boolean()),
});

const mailWait = (mock: Mock) => z.extend(mailQuery(mock), { timeout: z.optional(z.number()) });
const positionBody = z.strictObject({ position: z.number() });

const clockOf = ({ clock }: Call['control']) => ({
  now: clock.now().toISOString(),
  running: clock.isRunning(),
});

const positionIn = ({ history, clock }: Call['control']) => ({
  position: history.position(),
  now: clock.now().toISOString(),
});

/** Something requested does not exist: 404. */
class UnknownError extends Error {
  override readonly name = 'UnknownError';
}

function tableIn({ control, names: [table = ''] }: Call): string {
  const tables = control.db.tables();
  if (!tables.includes(table)) {
    throw new UnknownError(`There is no table "${table}". Tables: ${tables.join(', ')}.`);
  }
  return table;
}

function rowIn(call: Call): { id: string; row: object } {
  const table = tableIn(call);
  const [, id = ''] = call.names;
  const { db } = call.control;
  const key = db.keyOf(table);
  const row = db.list(table).find((each) => String(Reflect.get(each, key)) === id);
  if (!row) throw new UnknownError(`${table} has no ${key} "${id}".`);
  return { id, row };
}

/** The values that the query says the row must still have; texts stand for numbers and booleans, too. */
function expectedIn({ query }: Call, row: object): object {
  const named = [...query].filter(([field]) => field !== 'tenant');
  return Object.fromEntries(
    named.map(([field, text]) => {
      const value = Reflect.get(row, field);
      return [field, String(value) === text ? value : text];
    }),
  );
}

/** What a control room shows of the product, as JSON. */
function describe({ mock, control: { db } }: Call): RoomDescription {
  // These are pages of the mock in a page, and there is no such page here.
  const { pages, inactivity, ...panel } = mock.panel;
  const { name, limits, accounts } = mock;
  return {
    name,
    limits,
    panel,
    accounts: { demo: accounts.demo },
    tables: db.tables().map((table) => ({
      table,
      key: db.keyOf(table),
      schema: z.toJSONSchema(db.schemaOf(table), { io: 'input', unrepresentable: 'any' }),
    })),
  };
}

/** Server-sent events that name what has changed: `log`, `scenario`, `history`, or `db/` and the table. */
function streamChanges({ tenant: { mocks, closed }, signal }: Call): Response {
  const encoder = new TextEncoder();
  const ended = new AbortController();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (what: string) => controller.enqueue(encoder.encode(`data: ${what}\n\n`));
      const stops = [
        mocks.db.onChange(({ table }) => send(`db/${table}`)),
        mocks.engine.log.onChange(() => send('log')),
        mocks.engine.scenario.onChange(() => send('scenario')),
        mocks.history.onChange(() => send('history')),
      ];
      ended.signal.addEventListener('abort', () => {
        for (const stop of stops) stop();
      });
      const end = () => {
        if (ended.signal.aborted) return;
        ended.abort();
        controller.close();
      };
      const over = AbortSignal.any([signal, closed]);
      if (over.aborted) end();
      else over.addEventListener('abort', end);
    },
    cancel: () => ended.abort(),
  });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' },
  });
}

const routes: Readonly<Record<string, Route>> = {
  'GET room': describe,
  'GET changes': streamChanges,
  'GET tenant': ({ tenant }) => ({ tenant: tenant.id }),
  'GET operations': ({ control }) => control.operations(),
  'GET scenario': ({ control }) => control.scenario(),
  'POST set'({ control, body }) {
    const { operation, branch, ...options } = validated(setOptions, body);
    control.set(operation, branch, options);
    return control.scenario();
  },
  'POST clear'({ control, body }) {
    const { operation, position } = validated(clearBody, body);
    control.clear(operation, position);
    return control.scenario();
  },
  'POST chaos'({ control, body }) {
    control.chaos(body === null ? null : validated(chaosOptions, body));
    return control.scenario();
  },
  'POST latency'({ control, body }) {
    control.latency(validated(latencyJson, body));
    return control.scenario();
  },
  async 'POST reset'({ control, mock, body }) {
    await control.reset(validated(resetOptions(mock.limits), body));
    return control.choice();
  },
  async 'POST as'({ tenant, body }) {
    const { role } = validated(z.strictObject({ role: z.string() }), body);
    return { token: await tenant.mocks.signIn(role) };
  },
  'GET choice': ({ control }) => control.choice(),
  'GET mail': ({ control, query }) => control.mail.list(query.get('to') ?? undefined),
  'POST mail/wait'({ control, mock, body, signal }) {
    const { timeout, ...query } = validated(mailWait(mock), body);
    return control.mail.waitFor(query, timeout, signal);
  },
  'GET log': ({ control }) => control.log.list(),
  'POST log/find': ({ control, body }) => control.log.find(validated(logQuery, body)),
  'POST log/wait': ({ control, body, signal }) => control.log.waitFor(validated(logQuery, body), signal),
  'DELETE log': ({ control }) => control.log.clear(),
  'GET coverage': ({ control }) => control.coverage(),
  'GET share': ({ control }) => ({ url: control.share() }),
  'GET capsule': ({ control }) => control.capsules.make(),
  async 'POST restore'({ control, body }) {
    await control.restore(validated(z.strictObject({ url: z.string() }), body).url);
    return control.choice();
  },
  'GET clock': ({ control }) => clockOf(control),
  async 'POST clock'({ control, body }) {
    const { clock } = control;
    const { set, advance, running } = validated(clockBody, body);
    if (set !== undefined) await clock.set(set);
    if (advance !== undefined) await clock.advance(advance);
    if (running !== undefined) await (running ? clock.run() : clock.stop());
    return clockOf(control);
  },
  'GET history': ({ control: { history } }) => ({ position: history.position(), steps: history.list() }),
  async 'POST history'({ control, body }) {
    await control.history.goTo(validated(positionBody, body).position);
    return positionIn(control);
  },
  async 'POST history/undo'({ control }) {
    await control.history.undo();
    return positionIn(control);
  },
  async 'POST history/redo'({ control }) {
    await control.history.redo();
    return positionIn(control);
  },
  'GET export': ({ control }) => control.db.export(),
  'POST import': ({ control, body }) => control.db.import(body),
  'GET db'({ control }) {
    const { db } = control;
    return db.tables().map((table) => ({ table, key: db.keyOf(table), rows: db.list(table).length }));
  },
  'GET db/{}': (call) => call.control.db.list(tableIn(call)),
  'POST db/{}': (call) => call.control.db.insert(tableIn(call), validated(z.looseObject({}), call.body)),
  'GET db/{}/{}': (call) => rowIn(call).row,
  'PATCH db/{}/{}'(call) {
    const { id, row } = rowIn(call);
    const change = validated(z.looseObject({}), call.body);
    return call.control.db.patch(tableIn(call), id, change, expectedIn(call, row));
  },
  'DELETE db/{}/{}': (call) => call.control.db.remove(tableIn(call), rowIn(call).id),
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
    const { mock, mocks } = tenant;
    const { control } = mocks;
    const query = searchParams;
    const answer = await match.route({ tenant, mock, control, names, query, body, signal: request.signal });
    return answer instanceof Response ? answer : Response.json(answer ?? {});
  } catch (error) {
    if (error instanceof StorageFailedError) throw error;
    // Removed or changed since the route has read the row.
    const code = error instanceof TableError ? error.code : undefined;
    const status = error instanceof UnknownError || code === 'missing' ? 404 : code === 'changed' ? 409 : 400;
    return Response.json({ message: errorMessage(error) }, { status });
  }
}

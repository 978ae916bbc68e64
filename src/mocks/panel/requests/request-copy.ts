import { routeOf } from '@/contract/declaration';
import type { LogEntry } from '@/mocks/control';
import type { Hosts } from '@/mocks/engine/handlers';
import { HIDDEN } from '@/mocks/engine/log';
import type { Mock, PanelOptions } from '@/mocks/engine/mock';
import type { SeedChoice } from '@/mocks/world/seed-settings';

/** The parts of a logged request (see `readRequest`). */
interface Parts {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

const partsOf = ({ request }: LogEntry): Parts => (typeof request === 'object' ? (request ?? {}) : {});

/** The log hides secrets and cuts long values; such a request can't be repeated. */
export const isComplete = ({ request }: LogEntry): boolean =>
  !/\[hidden\]|… \[cut, |… and \d+ more|"…":/.test(JSON.stringify(request));

/** Where the product's calls go, and how they are declared. */
interface Target {
  readonly mock: Mock;
  readonly hosts: Hosts;
}

const declaredOf = ({ mock: { operations } }: Target, { operation }: LogEntry) =>
  operations.declarationOf(operations.operationCalled(operation));

function urlOf(entry: LogEntry, target: Target): string {
  const declared = declaredOf(target, entry);
  const { path = {}, query = {} } = partsOf(entry);
  const filled = routeOf(declared).path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(path[key] ?? '')),
  );
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return `${target.hosts[declared.host ?? 'api'] ?? ''}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The logged request as a call. @param token sent if the logged request had one */
function callOf(entry: LogEntry, target: Target, token: string): Call {
  const { body } = partsOf(entry);
  return {
    url: urlOf(entry, target),
    method: routeOf(declaredOf(target, entry)).method,
    headers: {
      ...(entry.signedIn ? { Authorization: token } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** Sends a complete request again, as the account that is signed in now. Its response appears in the log. */
export async function sendAgain(entry: LogEntry, target: Target): Promise<void> {
  const { url, ...init } = callOf(entry, target, target.mock.accounts.storedToken?.() ?? '');
  // A branch without a response, or a rejected one: the log shows it.
  await fetch(url, init).catch(() => undefined);
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A curl command. Instead of the token it has `$TOKEN`, and instead of passwords `[hidden]`. */
export function asCurl(entry: LogEntry, target: Target): string {
  const { url, method, headers, body } = callOf(entry, target, '$TOKEN');
  const lines = [
    `curl -X ${method} ${quoted(url)}`,
    // In double quotes, so that the shell replaces $TOKEN.
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

const code = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

/** What makes the mock answer the same again; empty if its rules do. */
function settingOf({ operation, branch, status, response, decidedBy }: LogEntry): string[] {
  if (decidedBy !== 'override' && decidedBy !== 'chaos' && decidedBy !== 'header' && decidedBy !== 'magic') {
    return [];
  }
  const byHand = branch === 'by hand';
  const setting = byHand ? [`'${status}'`, `{ body: ${code(response)} }`] : [`'${branch}'`];
  return [`  mock.set('${operation}', ${setting.join(', ')});`];
}

const usualTestServer: NonNullable<PanelOptions['testServer']> = ({ preset, seed }, hosts) => ({
  imports: [
    "import { createMockServer } from 'mock-engine/vitest';",
    "import { product } from './product'; // what createMock returned",
  ],
  create: `createMockServer(product, { preset: '${preset}', seed: ${seed}, hosts: ${JSON.stringify(hosts)} })`,
});

/**
 * A Vitest test that makes the same request and expects the same response. It signs in by itself, so
 * that it holds no token; passwords and long values are not in the log and have to be filled in.
 */
export function asTest(entry: LogEntry, target: Target, { preset, seed }: SeedChoice): string {
  const { accounts, panel } = target.mock;
  const server = (panel.testServer ?? usualTestServer)({ preset, seed }, target.hosts);
  const role = declaredOf(target, entry).role ?? accounts.demo[0]?.role ?? '';
  const { operation, status, response, signedIn } = entry;
  const { url, method, headers, body } = callOf(entry, target, '');
  const { Authorization: _, ...plain } = headers;
  const names = Object.entries(plain).map(([name, value]) => `'${name}': '${value}'`);
  const sent = [...(signedIn ? ['Authorization: token'] : []), ...names];
  const init = [
    `method: '${method}'`,
    ...(sent.length > 0 ? [`headers: { ${sent.join(', ')} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${code(partsOf(entry).body)})`]),
  ];
  const call = `fetch('${url}', { ${init.join(', ')} })`;
  const isWhole = !entry.cut && !JSON.stringify(response).includes(HIDDEN);
  const expected =
    status === null
      ? [`  await expect(${call}).rejects.toThrow();`]
      : [
          `  const response = await ${call};`,
          `  expect(response.status).toBe(${status});`,
          ...(isWhole && response !== null
            ? [`  expect(await response.json()).toEqual(${code(response)});`]
            : []),
        ];
  return [
    "import { expect, it } from 'vitest';",
    ...server.imports,
    '',
    ...(isComplete(entry) ? [] : ['// The log hides passwords and cuts long values: fill them in.']),
    `it('answers ${operation} with ${status ?? 'nothing'}', async () => {`,
    `  const mock = ${server.create};`,
    '  await mock.listen();',
    ...settingOf(entry),
    ...(signedIn ? [`  const token = await mock.signIn('${role}');`] : []),
    ...expected,
    '  mock.close();',
    '});',
    '',
  ].join('\n');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type DocumentedOperation, readDocument } from '@tests/mocks/support/openapi';
import { operationNames } from '@/contract/contract';
import { startHttpHost } from '@/mocks/http';
import { sampleOf } from '@/mocks/kitwell/rules/samples';
import { openApiDocument } from '@/mocks/openapi/openapi-document';
import { installAside } from '../bench/support/install-aside';

/** Not in the lock: it comes with 185 packages (docs/decisions/0034). */
const PRISM = { '@stoplight/prism-cli': '5.14.2' };
/** The day of the examples. */
const start = '2026-03-02T09:00:00.000Z';

interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

interface Case {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether the request is one that the document allows. */
  readonly isValid: boolean;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Waits up to 30 seconds until something answers at a URL. */
async function whenUp(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`Nothing answers at ${url}.`);
}

/**
 * Sends each operation's examples, its declared errors and its real rejections through Prism, which compares requests
 * and responses with the document.
 *
 * @param file the OpenAPI document
 * @returns what was sent and each violation of the document; null if Prism can't be installed
 * @throws Error if Prism overlooks a response that is broken on purpose
 */
export async function runPrism(file: string): Promise<{ sent: number; violations: string[] } | null> {
  const modules = await installAside('prism', PRISM);
  if (modules === null) return null;
  const mock = await startHttpHost({
    port: 0,
    now: () => new Date(start),
    choice: { preset: 'demo', seed: 1, start },
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const cli = join(modules, '@stoplight/prism-cli/dist/index.js');
  const prism = spawn(process.execPath, [cli, 'proxy', file, mock.url, '-p', String(port)], { stdio: 'ignore' });

  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${mock.url}/__mock/${path}`, { method, ...init });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const rows = {
    insert: (table: string, row: object) => control('POST', `db/${table}`, row),
    patch: (table: string, id: string, change: object) => control('PATCH', `db/${table}/${id}`, change),
    remove: (table: string, id: string) => control('DELETE', `db/${table}/${id}`),
  };
  const tokenOf = async (role: string) => ((await control('POST', 'as', { role })) as { token: string }).token;

  const violations: string[] = [];
  let sent = 0;
  async function send(call: string, { parameters = [] }: DocumentedOperation, one: Case): Promise<Violation[]> {
    const [method = '', path = ''] = call.split(' ');
    const target = new URL(`${url}${path}`);
    for (const { name, in: place, example } of parameters) {
      if (place === 'query') target.searchParams.set(name, String(example));
      else target.pathname = decodeURI(target.pathname).replace(`{${name}}`, String(example));
    }
    const response = await fetch(target, {
      method,
      headers: { 'content-type': 'application/json', ...one.headers },
      ...(one.body === undefined ? {} : { body: JSON.stringify(one.body) }),
    });
    await response.text();
    sent += 1;
    const found = JSON.parse(response.headers.get('sl-violations') ?? '[]') as Violation[];
    return found.filter(({ location: [side] }) => one.isValid || side === 'response');
  }
  async function check(call: string, operation: DocumentedOperation, one: Case): Promise<void> {
    for (const { severity, location, message } of await send(call, operation, one))
      violations.push(`${call} ${JSON.stringify(one.headers ?? {})}: ${severity} ${location.join('.')} ${message}`);
  }

  try {
    await whenUp(url);
    const { operations } = readDocument(openApiDocument({ apiUrl: mock.url, chatUrl: mock.url }));
    for (const [call, operation] of operations) {
      const name = operationNames.find((known) => known === operation.operationId);
      if (name === undefined) throw new Error(`${operation.operationId} is no operation`);
      const { as, needs } = sampleOf(name);
      const body = operation.requestBody?.content['application/json'].examples.ok?.value;
      await control('POST', 'reset', {});
      await needs?.(rows);
      for (const role of ['provider', 'patient'] as const)
        if (role !== as) await check(call, operation, { body, headers: { authorization: await tokenOf(role) }, isValid: false });
      await check(call, operation, { body, isValid: false });
      if (body !== undefined) await check(call, operation, { body: {}, isValid: false });
      const signedIn = as === undefined ? {} : { authorization: await tokenOf(as) };
      for (const { content } of Object.values(operation.responses))
        for (const branch of Object.keys(content['application/json'].examples))
          if (branch !== 'ok' && branch !== 'invalid')
            await check(call, operation, { body, headers: { ...signedIn, 'x-mock-scenario': branch }, isValid: true });
      await control('POST', 'reset', {});
      await needs?.(rows);
      const again = as === undefined ? {} : { authorization: await tokenOf(as) };
      await check(call, operation, { body, headers: again, isValid: true });
    }
    const [first] = operations;
    const broken = first && (await send(...first, { headers: { 'x-mock-scenario': 'wrong-2xx' }, isValid: false }));
    if (!broken?.length) throw new Error('Prism overlooks a response that is not in the document.');
    return { sent: sent - 1, violations };
  } finally {
    prism.kill();
    await mock.close();
  }
}

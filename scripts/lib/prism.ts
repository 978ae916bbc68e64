import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import {
  controlOf,
  type DocumentedOperation,
  exampleRequest,
  examplesStart,
  readDocument,
} from '@tests/mocks/support/openapi';
import { operationNames } from '@/contract/contract';
import { startHttpHost } from '@/mocks/http';
import { sampleOf } from '@/mocks/kitwell/rules/samples';
import { openApiDocument } from '@/mocks/openapi/openapi-document';
import { installAside } from '../bench/support/install-aside';

/** Not in the lock: it comes with 185 packages (docs/decisions/0034). */
const PRISM = { '@stoplight/prism-cli': '5.14.2' };

type Role = 'provider' | 'patient';

interface Violation {
  readonly location: readonly string[];
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

/** Requests of an operation that the mock rejects, and those that choose a declared response. */
async function casesOf(
  { requestBody, responses }: DocumentedOperation,
  as: Role | undefined,
  tokenOf: (role: Role) => Promise<string>,
): Promise<Case[]> {
  const body = requestBody?.content['application/json'].examples.ok?.value;
  const others = (['provider', 'patient'] as const).filter((role) => role !== as);
  const tokens = await Promise.all(others.map(tokenOf));
  const own = as === undefined ? {} : { authorization: await tokenOf(as) };
  const branches = Object.values(responses)
    .flatMap(({ content }) => Object.keys(content['application/json'].examples))
    .filter((branch) => branch !== 'ok' && branch !== 'invalid');
  return [
    { body, isValid: false },
    ...(body === undefined ? [] : [{ body: {}, isValid: false }]),
    ...tokens.map((authorization) => ({ body, headers: { authorization }, isValid: false })),
    ...branches.map((branch) => ({ body, headers: { ...own, 'x-mock-scenario': branch }, isValid: true })),
  ];
}

/** Sends a request through Prism, and returns how request and response differ from the document. */
async function send(
  url: string,
  call: string,
  operation: DocumentedOperation,
  { headers, body, isValid }: Case,
): Promise<Violation[]> {
  const { method, path, query } = exampleRequest(call, operation);
  const target = `${url}${path}?${new URLSearchParams(query)}`;
  const response = await fetch(target, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.text();
  const header = response.headers.get('sl-violations') ?? '[]';
  // Prism cuts a long list, which is no JSON then.
  const found = header.startsWith('[')
    ? (JSON.parse(header) as Violation[])
    : [{ location: ['response'], message: header }];
  return found.filter(({ location: [side] }) => isValid || side === 'response');
}

interface Outcome {
  /** The number of responses. */
  readonly sent: number;
  readonly violations: readonly string[];
}

async function checkAll(mockUrl: string, prismUrl: string): Promise<Outcome> {
  const { reset, tokenOf, rows } = controlOf(mockUrl);
  const { operations } = readDocument(openApiDocument({ apiUrl: mockUrl, chatUrl: mockUrl }));
  const violations: string[] = [];
  let sent = 0;
  for (const [call, operation] of operations) {
    const name = operationNames.find((known) => known === operation.operationId);
    if (name === undefined) throw new Error(`${operation.operationId} is no operation`);
    const { as, needs } = sampleOf(name);
    const check = async (one: Case) => {
      sent += 1;
      for (const { location, message } of await send(prismUrl, call, operation, one))
        violations.push(`${call} ${JSON.stringify(one.headers ?? {})}: ${location.join('.')} ${message}`);
    };
    await reset();
    for (const one of await casesOf(operation, as, tokenOf)) await check(one);
    await reset();
    await needs?.(rows);
    const body = operation.requestBody?.content['application/json'].examples.ok?.value;
    const headers = as === undefined ? {} : { authorization: await tokenOf(as) };
    await check({ body, headers, isValid: true });
  }
  const [first] = operations;
  // A valid request, because the mock rejects others before it chooses a response.
  const body = first?.[1].requestBody?.content['application/json'].examples.ok?.value;
  const broken = { headers: { 'x-mock-scenario': 'wrong-2xx' }, body, isValid: false };
  if (!first || (await send(prismUrl, ...first, broken)).length === 0)
    throw new Error('Prism overlooks a response that is not in the document.');
  return { sent, violations };
}

/**
 * Sends each operation's example, its declared errors and its real rejections through Prism, which compares requests
 * and responses with the document.
 *
 * @param file the OpenAPI document
 * @returns each violation of the document; null if Prism can't be installed
 * @throws Error if Prism overlooks a response that is broken on purpose
 */
export async function runPrism(file: string): Promise<Outcome | null> {
  const modules = await installAside('prism', PRISM);
  if (modules === null) return null;
  const mock = await startHttpHost({
    port: 0,
    now: () => new Date(examplesStart),
    choice: { preset: 'demo', seed: 1, start: examplesStart },
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const cli = join(modules, '@stoplight/prism-cli/dist/index.js');
  const prism = spawn(process.execPath, [cli, 'proxy', file, mock.url, '-p', String(port)], {
    stdio: 'ignore',
  });
  try {
    await whenUp(url);
    return await checkAll(mock.url, url);
  } finally {
    prism.kill();
    await mock.close();
  }
}

import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operationNames } from '@/contract/contract';
import type { HttpHost } from '@/mocks/hosts/http/http-host';
import { sampleOf } from '@/mocks/kitwell/rules/backend';
import { openApiFile } from '@/mocks/openapi/openapi-document';
import {
  controlOf,
  type DocumentedOperation,
  exampleRequest,
  examplesStart,
  readDocument,
} from '../support/openapi';
import { startOnFreePort } from './support';

/** Prism as a proxy before the mock server: it compares each request and each response with the document. */

const file = JSON.parse(openApiFile()) as Parameters<typeof readDocument>[0];
const document = readDocument(file);
const operations = [...document.operations];

let host: HttpHost;
let control: ReturnType<typeof controlOf>;
let send: Awaited<ReturnType<typeof prismBefore>>;
beforeAll(async () => {
  const choice = { preset: 'demo', seed: 1, start: examplesStart } as const;
  host = await startOnFreePort({ choice, now: () => new Date(examplesStart) });
  control = controlOf(host.url);
  send = await prismBefore(host.url);
});
afterAll(() => host.close());

interface Case {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether the request is one that the document allows. */
  readonly isValid: boolean;
}

type PrismLogger = Parameters<typeof createInstance>[1]['logger'];
const ignore = () => undefined;
const silent: object = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => silent };

/**
 * Sets Prism up as a proxy before a server.
 *
 * @returns a function that sends a request, and lists how request and response differ from the document
 */
async function prismBefore(url: string) {
  const resources = await getHttpOperationsFromSpec(file);
  const prism = createInstance(
    {
      isProxy: true,
      upstream: new URL(url),
      upstreamProxy: undefined,
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
    },
    { logger: silent as PrismLogger },
  );
  return async (call: string, operation: DocumentedOperation, { headers, body, isValid }: Case) => {
    const { method, path, query } = exampleRequest(call, operation);
    const ofBody = body !== undefined && {
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(JSON.stringify(body))}`,
    };
    const outcome = await prism.request(
      {
        method: method.toLowerCase() as 'get',
        url: { path, query },
        headers: { ...headers, ...ofBody },
        body,
      },
      resources,
    )();
    if (outcome._tag === 'Left') throw outcome.left;
    const { output, validations } = outcome.right;
    const found = [...(isValid ? validations.input : []), ...validations.output];
    return {
      status: output.statusCode,
      violations: found.map((one) => `${(one.path ?? []).join('.')} ${one.message}`),
    };
  };
}

const tokenOf = async (role: 'provider' | 'patient' | undefined) =>
  role === undefined ? {} : { authorization: await control.tokenOf(role) };

/** Requests that the mock rejects, and those that choose a declared response. */
async function casesOf(operation: DocumentedOperation, body: unknown, own: object): Promise<Case[]> {
  const branches = Object.values(operation.responses)
    .flatMap(({ content }) => Object.keys(content['application/json'].examples))
    .filter((branch) => branch !== 'ok' && branch !== 'invalid');
  return [
    { body, isValid: false },
    ...(body === undefined ? [] : [{ body: {}, headers: { ...own }, isValid: false }]),
    { body, headers: await tokenOf('provider'), isValid: false },
    { body, headers: await tokenOf('patient'), isValid: false },
    ...branches.map((branch) => ({ body, headers: { ...own, 'x-mock-scenario': branch }, isValid: true })),
  ];
}

it.each(operations)(
  'Prism finds no violation in %s, its declared errors and its rejections',
  async (call, operation) => {
    const name = operationNames.find((known) => known === operation.operationId);
    if (name === undefined) throw new Error(`${operation.operationId} is no operation`);
    const { as, needs } = sampleOf(name);
    const { body } = exampleRequest(call, operation);
    const seen = new Set<number>();
    const check = async (one: Case) => {
      const { status, violations } = await send(call, operation, one);
      expect([one.headers, violations]).toEqual([one.headers, []]);
      seen.add(status);
    };
    await control.reset();
    for (const one of await casesOf(operation, body, await tokenOf(as))) await check(one);
    await control.reset();
    await needs?.(control.rows);
    await check({ body, headers: await tokenOf(as), isValid: true });
    expect([...seen].sort()).toEqual(Object.keys(operation.responses).map(Number).sort());
  },
);

it('Prism compares all 33 operations, and finds a request and responses that are not in the document', async () => {
  expect(operations).toHaveLength(33);
  const call = 'POST /auth/login';
  const login = document.operations.get(call);
  if (!login) throw new Error(`${call} is not in the document`);
  const { body } = exampleRequest(call, login);
  const answered = (branch: string) =>
    send(call, login, { headers: { 'x-mock-scenario': branch }, body, isValid: true });
  expect((await answered('ok')).violations).toEqual([]);
  expect((await answered('wrong-2xx')).violations).toEqual([expect.stringContaining('status code')]);
  expect((await answered('malformed')).violations).toContainEqual(expect.stringContaining("'token'"));
  const lacking = { body: { email: 'ada@example.com' }, isValid: true };
  expect((await send(call, login, lacking)).violations).toEqual([expect.stringContaining("'password'")]);
});

import { branchesOf } from '@kitwell/mock-engine/declaration';
import { samples } from '@tests/mocks/samples/samples';
import { exampleRequest, examplesStart, readDocument } from '@tests/mocks/support/openapi';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import * as z from '@/contract/zod';
import { openApiDocument } from '@/mocks/openapi/openapi-document';
import { send } from './support/api';

const mock = startMockServer({ start: examplesStart, now: () => new Date(examplesStart) });
const { apiUrl, chatUrl } = mock;
const document = readDocument(openApiDocument({ apiUrl, chatUrl }, samples));

function documented(name: OperationName) {
  const call = declarationOf(name).operation;
  const operation = document.operations.get(call);
  if (operation === undefined) throw new Error(`${call} is not in the document`);
  return { call, operation };
}

/** The example of a response in the document. */
const exampleOf = (name: OperationName, status: number, branch: string) =>
  documented(name).operation.responses[status]?.content['application/json'].examples[branch]?.value;

const undocumentedIn = (name: OperationName, { status, body }: { status: number; body: unknown }) =>
  document.undocumentedIn(documented(name).operation, status, body);

const isDefect = (branch: string) => branch === 'wrong-2xx' || branch === 'malformed';

/** Checks the response of a branch against the contract, by what the branch's name says. */
function expectDeclared(name: OperationName, branch: string, status: number, body: unknown) {
  const { ok } = declarationOf(name);
  const [kind = '', variant] = branch.split('.');
  const message = (body as { message?: unknown }).message;
  if (kind === 'wrong-2xx') {
    expect(status >= 200 && status < 300, branch).toBe(true);
    expect([ok.status, ...(ok.alsoGood ?? [])], branch).not.toContain(status);
  } else if (kind === 'malformed') {
    expect(status, branch).toBe(ok.status);
    expect(z.safeParse(ok.body, body).success, branch).toBe(false);
  } else {
    const byName = kind === 'soft-fail' ? ok.status : Number(kind === 'ok' ? variant : kind);
    expect(status, branch).toBe(byName);
    if (kind === 'soft-fail') expect(body).toMatchObject({ success: false });
    expect(typeof message, branch).toBe(variant === 'noMessage' ? 'undefined' : 'string');
  }
}

/** Sends the request that the document shows as an example, with another body if one is given. */
async function sendExample(name: OperationName, token?: string, otherBody?: unknown) {
  const { call, operation } = documented(name);
  const { method, path, query, body: example } = exampleRequest(call, operation);
  const body = otherBody ?? example;
  const host = declarationOf(name).host === 'chat' ? chatUrl : apiUrl;
  const response = await fetch(`${host}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: token === undefined ? {} : { authorization: token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

beforeEach(() => mock.reset());

describe('each branch is answered as the contract and the OpenAPI document say, and leaves the data alone', () => {
  it.each(operationNames)('%s', async (name) => {
    const declared = declarationOf(name);
    const branches = branchesOf(declared);
    expect(documented(name).operation['x-mock-branches'].map(({ branch }) => branch)).toEqual(branches);
    const before = JSON.stringify(await mock.db.export());
    for (const branch of branches) {
      if (['ok', 'ok.lost', 'network', 'timeout'].includes(branch)) continue;
      mock.set(declared.operation, branch);
      const response = await send(mock, name, samples[name].request);
      const answer = { status: response.status, body: (await response.json()) as unknown };
      expectDeclared(name, branch, answer.status, answer.body);
      expect(undocumentedIn(name, answer).length > 0, branch).toBe(isDefect(branch));
      expect(exampleOf(name, answer.status, branch), branch).toEqual(
        isDefect(branch) ? undefined : answer.body,
      );
      expect(mock.log.list().at(-1)).toMatchObject({ branch, violation: null });
    }
    expect(JSON.stringify(await mock.db.export())).toBe(before);
  });

  it.each([
    ['createCustomer', '400.match1', /phone/i],
    ['createCustomer', '400.match2', /email/i],
    ['clinicSignup', '400.match3', /postal/i],
    ['patientSignup', '422.match3', /postal/i],
  ] as const)('%s %s carries a message that the client recognises', async (name, branch, mentions) => {
    mock.set(declarationOf(name).operation, branch);
    const response = await send(mock, name, samples[name].request);
    expect(await response.json()).toEqual({ message: expect.stringMatching(mentions) });
  });
});

describe('the example of the OpenAPI document works on the demo data, and only for who may call', () => {
  it.each(operationNames)('%s', async (name) => {
    const { body: schema, ok } = declarationOf(name);
    const { as, needs } = samples[name];
    const { responses } = documented(name).operation;
    await needs?.(mock.db);
    const answer = await sendExample(name, as && (await mock.signIn(as)));
    expect([answer.status, undocumentedIn(name, answer)]).toEqual([ok.status, []]);
    // An example shows the first rows of a list only.
    const firstRows = (value: unknown): unknown =>
      Array.isArray(value) ? expect.arrayContaining(value) : value;
    const example = exampleOf(name, ok.status, 'ok');
    const expected =
      name === 'fetchAppointments'
        ? Object.fromEntries(Object.entries(example as object).map(([key, value]) => [key, firstRows(value)]))
        : firstRows(example);
    expect(answer.body).toEqual(expected);

    if (schema && !z.safeParse(schema, {}).success) {
      const blank = await sendExample(name, undefined, {});
      expect(blank).toEqual({ status: 400, body: exampleOf(name, 400, 'invalid') });
    }
    const rejected: number[] = [];
    for (const role of [undefined, 'provider', 'patient'] as const) {
      const { status, body } = await sendExample(name, role && (await mock.signIn(role)));
      expect(undocumentedIn(name, { status, body })).toEqual([]);
      if (status === 401 || status === 403) rejected.push(status);
    }
    const declared = Object.keys(responses).map(Number);
    expect(rejected.sort()).toEqual([401, 403].filter((status) => declared.includes(status)));
  });
});

import {
  type DocumentedOperation,
  exampleRequest,
  examplesStart,
  readDocument,
} from '@tests/mocks/support/openapi';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { operationNames } from '@/contract/contract';
import { sampleOf } from '@/mocks/kitwell/rules/backend';
import { openApiDocument } from '@/mocks/openapi/openapi-document';

const mock = startMockServer({ start: examplesStart, now: () => new Date(examplesStart) });
const { apiUrl, chatUrl } = mock;
const document = readDocument(openApiDocument({ apiUrl, chatUrl }));
const operations = [...document.operations];

beforeEach(() => mock.reset());

/** Sends the request examples of an operation, with another body if one is given. */
async function sendExample(
  call: string,
  operation: DocumentedOperation,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  const { method, path, query, body: example } = exampleRequest(call, operation);
  const sent = body ?? example;
  const url = `${path === '/api/chat' ? chatUrl : apiUrl}${path}?${new URLSearchParams(query)}`;
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

/** The sample of an operation: whose token it needs, and the rows that a mail or a checkout would have made. */
function sampleCalled(operationId: string) {
  const name = operationNames.find((known) => known === operationId);
  if (name === undefined) throw new Error(`${operationId} is no operation`);
  return sampleOf(name);
}
const authorization = async (role: 'provider' | 'patient' | undefined): Promise<Record<string, string>> =>
  role === undefined ? {} : { authorization: await mock.signIn(role) };

/** The example of a response. */
const exampleIn = ({ responses }: DocumentedOperation, status: string, name: string) =>
  responses[status]?.content['application/json'].examples[name]?.value;

describe('an example of the OpenAPI document', () => {
  it.each(operations)('%s: fits its schema', (_, operation) => {
    const { parameters = [], requestBody, responses } = operation;
    for (const { schema, example } of parameters) expect(document.errorsIn(schema, example)).toEqual([]);
    for (const { content } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)]) {
      const { schema, examples } = content['application/json'];
      expect(Object.keys(examples)).not.toEqual([]);
      for (const [name, { value }] of Object.entries(examples))
        expect([name, document.errorsIn(schema, value)]).toEqual([name, []]);
    }
  });

  it.each(operations)('%s: is answered on the demo data as the document shows', async (call, operation) => {
    const sample = sampleCalled(operation.operationId);
    await sample.needs?.(mock.db);
    const { status, body } = await sendExample(call, operation, await authorization(sample.as));
    expect(document.undocumentedIn(operation, status, body)).toEqual([]);
    const [good = ''] = Object.keys(operation.responses).filter((known) => known.startsWith('2'));
    expect(String(status)).toBe(good);
    const shown = exampleIn(operation, good, 'ok');
    // An example shows the first rows of a list only.
    if (Array.isArray(shown)) expect(body).toEqual(expect.arrayContaining(shown));
    else if (call === 'GET /booking/fetch-appointments') {
      const { appointments } = shown as { appointments: object[] };
      expect(body).toMatchObject({ success: true, appointments: expect.arrayContaining(appointments) });
    } else expect(body).toEqual(shown);
  });
});

describe('what the OpenAPI document says of rejections', () => {
  it.each(operations.filter(([, { requestBody }]) => requestBody))(
    '%s: a body that lacks everything',
    async (call, operation) => {
      const shown = exampleIn(operation, '400', 'invalid');
      if (shown === undefined) expect(call).toBe('POST /payment/create-checkout-session');
      else expect(await sendExample(call, operation, {}, {})).toEqual({ status: 400, body: shown });
    },
  );

  it.each(operations)(
    '%s: each example is the answer of the branch of that name',
    async (call, operation) => {
      for (const [status, { content }] of Object.entries(operation.responses))
        for (const [branch, { value }] of Object.entries(content['application/json'].examples)) {
          if (branch === 'ok' || branch === 'invalid') continue;
          const answer = await sendExample(call, operation, { 'x-mock-scenario': branch });
          expect([branch, answer]).toEqual([branch, { status: Number(status), body: value }]);
        }
    },
  );

  const patientId = 'P-9999';
  it.each([
    ['POST /booking/send-invitation', { patientId }, 404],
    ['PUT /patient/update-patient/{id}', { patient_id: patientId }, 404],
    ['POST /patient/authenticate', { patientIds: [patientId] }, 404],
    ['POST /alert/request-address-confirmation-single-patient', { patientId }, 404],
    ['PUT /clinic/update-lab', {}, 404],
    ['POST /auth/login', { password: 'wrong' }, 400],
    ['POST /auth/forgot-password', { email: 'stranger@example.com' }, 404],
  ])('%s with %j answers %i, as declared', async (call, change, wanted) => {
    const operation = document.operations.get(call);
    if (operation === undefined) throw new Error(`${call} is not in the document`);
    await mock.db.remove('labs', 'C001');
    const headers = await authorization(sampleCalled(operation.operationId).as);
    const example = operation.requestBody?.content['application/json'].examples.ok?.value as object;
    const { status, body } = await sendExample(call, operation, headers, { ...example, ...change });
    expect(status).toBe(wanted);
    expect(document.undocumentedIn(operation, status, body)).toEqual([]);
    if (!call.endsWith('forgot-password'))
      expect(body).toEqual(exampleIn(operation, `${status}`, `${status}`));
  });

  it.each(operations)('%s: without a token, and with one of the other role', async (call, operation) => {
    const sample = sampleCalled(operation.operationId);
    await sample.needs?.(mock.db);
    const rejected: number[] = [];
    for (const role of [undefined, 'provider', 'patient'] as const) {
      const { status, body } = await sendExample(call, operation, await authorization(role));
      expect(document.undocumentedIn(operation, status, body)).toEqual([]);
      if (status === 401 || status === 403) rejected.push(status);
    }
    const declared = Object.keys(operation.responses).map(Number);
    expect(rejected.sort()).toEqual([401, 403].filter((status) => declared.includes(status)));
  });
});

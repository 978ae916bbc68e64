import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiFile } from '@/mocks/openapi/openapi-document';

type Json = Record<string, unknown>;
interface Operation {
  readonly operationId: string;
  readonly security: unknown;
  readonly requestBody?: unknown;
  readonly parameters?: readonly { name: string; in: string }[];
  readonly responses: Record<string, { content: { 'application/json': { schema: Json; examples?: Json } } }>;
  readonly 'x-mock-branches': readonly { branch: string; status: number | null }[];
}
interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes: Json };
}

const stored = readFileSync('docs/openapi.json', 'utf8');
const api = JSON.parse(stored) as OpenApi;
const operations = new Map(
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  ),
);
const called = (name: string): Operation => {
  const found = operations.get(name);
  if (!found) throw new Error(`${name} is not in docs/openapi.json`);
  return found;
};

/** Written by hand from SPEC §7. */
const calls: readonly (readonly [
  name: string,
  answers: readonly number[],
  security: 'yes' | 'no' | 'maybe',
])[] = [
  ['POST /api/chat', [200, 400, 500], 'no'],
  ['GET /auth/verify-user', [200, 400, 401, 500], 'yes'],
  ['POST /auth/send-otp', [200, 400, 500], 'no'],
  ['POST /auth/verify-otp', [200, 400, 500], 'no'],
  ['POST /shopify/create-customer', [201, 400, 422, 500], 'no'],
  ['POST /auth/clinic-signup', [201, 400, 422, 500], 'no'],
  ['POST /auth/patient-signup', [201, 400, 422, 500], 'no'],
  ['POST /auth/login', [200, 400, 500], 'no'],
  ['POST /auth/logout', [200, 400, 401, 500], 'yes'],
  ['POST /auth/forgot-password', [200, 404, 400, 500], 'no'],
  ['POST /auth/reset-password/{token}', [200, 400, 500], 'no'],
  ['GET /clinic/fetch-clinics', [200, 500], 'maybe'],
  ['GET /clinic/fetch-labs', [200, 401, 500], 'yes'],
  ['POST /clinic/request-clinic', [200, 400, 500], 'maybe'],
  ['POST /order/confirm-address-order-kit', [200, 400, 500], 'no'],
  ['GET /patient/fetch-patients', [200, 401, 500], 'yes'],
  ['GET /payment/check-payment-details', [200, 401, 500], 'yes'],
  ['GET /payment/payment-success', [200, 400, 500], 'no'],
  ['POST /payment/create-checkout-session', [200, 401, 500], 'yes'],
  ['GET /shopify/fetch-products', [200, 401, 500], 'yes'],
  ['POST /patient/add-patients', [201, 400, 401, 500], 'yes'],
  ['PUT /patient/update-patient/{id}', [200, 400, 401, 500], 'yes'],
  ['POST /patient/authenticate', [200, 400, 401, 500], 'yes'],
  ['POST /booking/send-invitation', [201, 400, 401, 500], 'yes'],
  ['GET /booking/fetch-appointments', [200, 401, 500], 'yes'],
  ['POST /alert/request-address-confirmation-single-patient', [200, 400, 401, 403, 500], 'yes'],
  ['POST /clinic/add-lab', [200, 400, 401, 500], 'yes'],
  ['PUT /clinic/update-lab', [200, 400, 401, 500], 'yes'],
  ['GET /clinic/fetch-clinic-profile', [200, 401, 500], 'yes'],
  ['POST /clinic/update-clinic-profile', [200, 400, 401, 500], 'yes'],
  ['GET /patient/fetch-patient-profile', [200, 401, 500], 'yes'],
  ['POST /patient/update-patient-profile', [200, 400, 401, 500], 'yes'],
  ['POST /patient/track-kit-status', [200, 401, 500], 'yes'],
];
const securities = { yes: [{ token: [] }], no: [], maybe: [{}, { token: [] }] };

describe('docs/openapi.json', () => {
  it('is what `npm run openapi` writes: run it after a change of the contract', () => {
    expect(stored === openApiFile()).toBe(true);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(stored) as Record<string, unknown>)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('would not pass as valid if it were not', async () => {
    const broken = JSON.parse(stored) as { paths: Record<string, { post: { responses?: unknown } }> };
    Object.assign(broken.paths['/auth/login']?.post ?? {}, { responses: 'none' });
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  it('leaves no reference open', () => {
    const named = new Set(
      [...stored.matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(([, n]) => n),
    );
    expect(named.size).toBeGreaterThan(30);
    for (const name of named) expect(Object.keys(api.components.schemas)).toContain(name);
  });

  it('names every call of the product, and no other', () => {
    expect([...operations.keys()].sort()).toEqual(calls.map(([name]) => name).sort());
  });

  it.each(calls)('%s: has its answers, its security and what is sent', (name, answers, security) => {
    const operation = called(name);
    expect(Object.keys(operation.responses).map(Number)).toEqual(expect.arrayContaining([...answers]));
    expect(operation.security).toEqual(securities[security]);
    const sendsBody = !name.startsWith('GET') && name !== 'POST /auth/logout';
    expect(operation.requestBody !== undefined).toBe(sendsBody);
    const braces = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
    const path = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(path.map((parameter) => parameter.name)).toEqual(braces);
  });

  it.each(calls)('%s: shows each branch, under the status it answers', (name) => {
    const { responses, 'x-mock-branches': branches } = called(name);
    expect(branches.map(({ branch }) => branch)).toEqual(
      expect.arrayContaining(['ok', '400', '500', 'wrong-2xx', 'network', 'timeout']),
    );
    for (const { branch, status } of branches) {
      if (status === null) {
        expect(['ok.lost', 'network', 'timeout']).toContain(branch);
        continue;
      }
      const json = responses[String(status)]?.content['application/json'];
      expect([branch, json !== undefined]).toEqual([branch, true]);
      const isErrorResponse = /^(\d|soft-fail)/.test(branch);
      expect([branch, Object.hasOwn(json?.examples ?? {}, branch)]).toEqual([
        branch,
        isErrorResponse || /^ok\./.test(branch),
      ]);
    }
  });

  it('describes what a call takes and what it answers', () => {
    const { schemas, securitySchemes } = api.components;
    expect(securitySchemes).toMatchObject({ token: { type: 'apiKey', in: 'header', name: 'Authorization' } });
    expect(schemas.loginRequest).toMatchObject({ required: ['email', 'password'] });
    expect(schemas.loginAnswer).toMatchObject({
      properties: { token: { type: 'string' } },
      required: ['token'],
    });
    expect(schemas.fetchPatientsAnswer).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Patient' },
    });
    expect(schemas.Patient).toMatchObject({ required: expect.arrayContaining(['id', 'patient_email']) });
    expect(schemas.fetchLabsAnswer).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Lab' }, { type: 'null' }],
    });
    const soft = called('POST /auth/verify-otp').responses['200']?.content['application/json'].schema;
    expect(soft).toEqual({
      oneOf: [{ $ref: '#/components/schemas/verifyOtpAnswer' }, { $ref: '#/components/schemas/SoftFailure' }],
    });
  });
});

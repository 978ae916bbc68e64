import { createConfig, lintFromString } from '@redocly/openapi-core';
import { catalogue } from '@tests/catalogue/catalogue';
import { samples } from '@tests/mocks/samples/samples';
import { describe, expect, it } from 'vitest';
import { openApiFile } from '@/mocks/openapi/openapi-document';

type Json = Record<string, unknown>;
interface Operation {
  readonly security: unknown;
  readonly parameters?: readonly { readonly schema: Json }[];
  readonly responses: Record<string, { content: { 'application/json': { schema: Json } } }>;
}
interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes: Json };
}

const written = openApiFile(samples);
const api = JSON.parse(written) as OpenApi;

/** The schema that a reference names; any other as it is. */
const resolve = (schema: unknown): unknown =>
  api.components.schemas[String((schema as Json).$ref).replace('#/components/schemas/', '')] ?? schema;

describe('the OpenAPI document', () => {
  it('has every call of the product, with its security and success status', () => {
    const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security, responses }]): [string, Json] => [
        `${method.toUpperCase()} ${path}`,
        { security, good: Object.keys(responses).filter((status) => status.startsWith('2')) },
      ]),
    );
    const securities = { auth: [{ token: [] }], none: [], 'auth if any': [{}, { token: [] }] };
    const expected = Object.entries(catalogue).map(([call, { auth, status }]): [string, Json] => [
      call,
      { security: securities[auth], good: [`${status}`] },
    ]);
    expect(Object.fromEntries(operations)).toEqual(Object.fromEntries(expected));
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
    const soft = api.paths['/auth/verify-otp']?.post?.responses['200']?.content['application/json'].schema;
    expect(soft).toEqual({
      oneOf: [{ $ref: '#/components/schemas/verifyOtpAnswer' }, { $ref: '#/components/schemas/SoftFailure' }],
    });
  });

  it('types what is answered and sent back in the same way', () => {
    const propertiesOf = (name: string) =>
      api.components.schemas[name]?.properties as Record<string, unknown>;
    const answered = propertiesOf('Patient');
    const sent = propertiesOf('updatePatientRequest');
    const [rowId] = api.paths['/patient/update-patient/{id}']?.put?.parameters ?? [];
    expect(rowId?.schema).toEqual(answered.id);
    for (const [field, schema] of Object.entries(sent)) {
      const typesOf = (each: unknown) =>
        JSON.stringify((resolve(each) as Json).anyOf ?? (resolve(each) as Json).type);
      expect([field, typesOf(answered[field])]).toEqual([field, typesOf(schema)]);
    }
  });

  it('has neither errors nor warnings in Redocly, which reports a broken document', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const rulesBroken = async (source: string) =>
      (await lintFromString({ source, absoluteRef: 'openapi.json', config })).map(({ ruleId }) => ruleId);
    expect(await rulesBroken(written)).toEqual([]);
    const broken = written
      .replace('"summary": "Signs in with email and password",', '')
      .replace('"hasPaymentDetails": true', '"hasPaymentDetails": "yes"')
      .replace('"operationId": "login",', '"operationId": "login", "answers": {},');
    expect(new Set(await rulesBroken(broken))).toEqual(
      new Set(['struct', 'operation-summary', 'no-invalid-media-type-examples']),
    );
  });
});

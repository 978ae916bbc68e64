import { describe, expect, it } from 'vitest';
import { openApiFile } from '@/mocks/openapi/openapi-document';

type Json = Record<string, unknown>;
interface Operation {
  readonly responses: Record<string, { content: { 'application/json': { schema: Json } } }>;
}
interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes: Json };
}

const written = openApiFile();
const api = JSON.parse(written) as OpenApi;
describe('the OpenAPI document', () => {
  it('leaves no reference open', () => {
    const named = new Set(
      [...written.matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(([, n]) => n),
    );
    expect(named.size).toBeGreaterThan(30);
    for (const name of named) expect(Object.keys(api.components.schemas)).toContain(name);
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
});

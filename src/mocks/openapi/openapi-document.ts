import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { type Operation, routeOf } from '@/contract/operation';
import type * as z from '@/contract/zod';
import type { Hosts } from '@/mocks/engine/handlers';
import { branchEntries, responsesOf } from '@/mocks/openapi/responses';
import {
  contractSchemas,
  type JsonSchema,
  nameOfRequest,
  parameterSchema,
  refTo,
} from '@/mocks/openapi/schemas';

const message: JsonSchema = {
  type: 'object',
  description: 'An answer that says why, or keeps silent.',
  properties: { message: { type: 'string' } },
};
const softFailure: JsonSchema = {
  type: 'object',
  description: 'A good status, and the answer is no.',
  properties: { success: { const: false }, message: { type: 'string' } },
  required: ['success'],
};

/** The groups are the first parts of the paths. */
const tagOf = (declared: Operation) => routeOf(declared).path.split('/')[1] ?? '';

function parametersIn(place: 'path' | 'query', schema: z.ZodMiniType | undefined): unknown[] {
  if (!schema) return [];
  const { properties = {} } = parameterSchema(schema) as { properties?: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: true,
    schema: property,
  }));
}

const securityOf = {
  required: [{ token: [] }],
  optional: [{}, { token: [] }],
  none: [],
} as const satisfies Record<Operation['auth'], unknown>;

function operationObject(name: OperationName, { chatUrl }: Hosts) {
  const declared = declarationOf(name);
  const parameters = [...parametersIn('path', declared.path), ...parametersIn('query', declared.query)];
  return {
    operationId: name,
    tags: [tagOf(declared)],
    ...(declared.host === 'chat' ? { servers: [{ url: chatUrl }] } : {}),
    security: securityOf[declared.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(declared.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: refTo(nameOfRequest(name)) } },
          },
        }
      : {}),
    responses: responsesOf(name, declared),
    'x-mock-branches': branchEntries(declared),
  };
}

function pathsOf(hosts: Hosts) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of operationNames) {
    const { method, path } = routeOf(declarationOf(name));
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(name, hosts) };
  }
  return paths;
}

/**
 * The contract as an OpenAPI 3.1 document (SPEC §7): every operation with its request, its security and every way in
 * which it answers. `x-mock-branches` names them all, those without an answer and the defects (`malformed`, `wrong-2xx`)
 * included.
 *
 * @param hosts where API and chat service live
 */
export function openApiDocument(hosts: Hosts): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kitwell',
      version: '1.0.0',
      description: 'Every call that the product makes. Written by `npm run openapi` from `src/contract`.',
    },
    servers: [{ url: hosts.apiUrl }],
    tags: [...new Set(operationNames.map((name) => tagOf(declarationOf(name))))].map((name) => ({ name })),
    paths: pathsOf(hosts),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token that `login` answered, as it is: no scheme before it.',
        },
      },
      schemas: { ...contractSchemas(declarationOf), Message: message, SoftFailure: softFailure },
    },
  };
}

/** Where `npm run mock` and the chat service live unless somebody says otherwise. */
const usualHosts: Hosts = { apiUrl: 'http://127.0.0.1:8787', chatUrl: 'http://localhost:8000' };

/** The document as the file `docs/openapi.json`. */
export const openApiFile = (): string => `${JSON.stringify(openApiDocument(usualHosts), null, 2)}\n`;

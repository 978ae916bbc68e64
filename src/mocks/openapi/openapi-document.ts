import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { textOf } from '@/contract/notice';
import { branchesOf, ignoredBody, type Operation, routeOf } from '@/contract/operation';
import type * as z from '@/contract/zod';
import { answerOfBranch, asksRule } from '@/mocks/engine/branch-answer';
import type { Hosts } from '@/mocks/engine/handlers';
import {
  contractSchemas,
  type JsonSchema,
  nameOfAnswer,
  nameOfRequest,
  parameterSchema,
  refTo,
} from './schemas';

/** One branch of an operation, by the mock backend's name for it. */
interface BranchEntry {
  readonly branch: string;
  /** Null if there is no response. */
  readonly status: number | null;
  /** The response body; absent if it depends on the data, or if there is no response. */
  readonly body?: unknown;
}

/** Every branch of an operation with its response. */
const branchEntries = (declared: Operation): BranchEntry[] =>
  branchesOf(declared).map((branch) => {
    if (branch === 'ok') return { branch, status: declared.ok.status };
    if (asksRule(branch)) return { branch, status: null };
    const result = answerOfBranch(declared, branch);
    if (result.kind !== 'answer') return { branch, status: null };
    return { branch, status: result.status, body: result.body };
  });

const isDefect = (branch: string) => branch === 'malformed' || branch === 'wrong-2xx';

function meaningOf(declared: Operation, status: number, branches: readonly BranchEntry[]): string {
  if (status === declared.ok.status) return 'Done.';
  if (declared.ok.alsoGood?.includes(status)) return 'Counts as done.';
  if (branches.some(({ branch }) => branch === 'wrong-2xx'))
    return 'Never sent by a sound server; the client takes it as not done.';
  const notice = declared.errorResponses?.[status]?.notice ?? declared.notices.otherStatus;
  const words = textOf(notice, null);
  if (words === null) return 'Refused; the user is told nothing.';
  if (notice.kind === 'server') return `Refused; the user reads the message, or "${words}".`;
  return `Refused; the user reads "${words}".`;
}

/** The schema of a response whose body the product does not read. */
const plainAnswer: JsonSchema = { description: 'Not read by the product.' };

function schemaOf(
  name: OperationName,
  declared: Operation,
  status: number,
  branches: readonly BranchEntry[],
) {
  if (status !== declared.ok.status) return refTo('Message');
  const answer = declared.ok.body === ignoredBody ? plainAnswer : refTo(nameOfAnswer(name));
  const fails = branches.some(({ branch }) => branch.startsWith('soft-fail'));
  return fails ? { oneOf: [answer, refTo('SoftFailure')] } : answer;
}

/** The `responses` of an operation, by status, with an example for each branch that ends in it. */
function responsesOf(name: OperationName, declared: Operation): Record<string, unknown> {
  const byStatus = new Map<number, BranchEntry[]>();
  for (const entry of branchEntries(declared)) {
    if (entry.status === null || entry.branch === 'malformed') continue;
    byStatus.set(entry.status, [...(byStatus.get(entry.status) ?? []), entry]);
  }
  const statuses = [...byStatus].sort(([left], [right]) => left - right);
  return Object.fromEntries(
    statuses.map(([status, branches]) => {
      const examples = branches
        .filter((entry) => 'body' in entry && !isDefect(entry.branch))
        .map(({ branch, body }) => [branch, { value: body }] as const);
      const json = {
        schema: schemaOf(name, declared, status, branches),
        ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
      };
      return [
        String(status),
        { description: meaningOf(declared, status, branches), content: { 'application/json': json } },
      ];
    }),
  );
}

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

/** Groups operations by the first segment of their path. */
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
 * The contract as an OpenAPI 3.1 document (SPEC §7): every operation with its request, security and responses.
 * `x-mock-branches` lists all branches, including those without a response and the defects (`malformed`, `wrong-2xx`).
 *
 * @param hosts the URLs of the API and the chat service
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

/** Default URLs of `npm run mock` and the chat service. */
const usualHosts: Hosts = { apiUrl: 'http://127.0.0.1:8787', chatUrl: 'http://localhost:8000' };

/** The document as a file: `npm run openapi` writes it. */
export const openApiFile = (): string => `${JSON.stringify(openApiDocument(usualHosts), null, 2)}\n`;

import { authContract } from '@/contract/auth.contract';
import { billingContract } from '@/contract/billing.contract';
import { bookingContract } from '@/contract/booking.contract';
import { chatContract } from '@/contract/chat.contract';
import { clinicContract } from '@/contract/clinic.contract';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { textOf } from '@/contract/notice';
import { branchesOf, ignoredBody, type Operation, routeOf } from '@/contract/operation';
import { ordersContract } from '@/contract/orders.contract';
import { patientsContract } from '@/contract/patients.contract';
import type * as z from '@/contract/zod';
import { answerOfBranch, asksRule } from '@/mocks/engine/branch-answer';
import { describeIssue, type RequestParts } from '@/mocks/engine/read-request';
import { sampleOf } from '@/mocks/kitwell/rules/backend';
import {
  contractSchemas,
  type JsonSchema,
  nameOfAnswer,
  nameOfRequest,
  parameterSchema,
  refTo,
} from './schemas';

/** The tags of the document: one for each area of the contract. */
const areas = [
  {
    name: 'Chat',
    description: 'The chat bot. It has a host of its own and never gets the token.',
    operations: chatContract,
  },
  { name: 'Accounts', description: 'Sign-up, sessions and passwords.', operations: authContract },
  {
    name: 'Orders',
    description: 'Kits, and orders by a confirmed address.',
    operations: ordersContract,
  },
  { name: 'Billing', description: 'Card billing on a hosted checkout.', operations: billingContract },
  {
    name: 'Patients',
    description: 'Patients as their clinic sees them, and a patient’s own profile.',
    operations: patientsContract,
  },
  { name: 'Booking', description: 'Video appointments.', operations: bookingContract },
  { name: 'Clinics', description: 'A clinic’s profile and its one lab.', operations: clinicContract },
];

function tagOf(name: OperationName): string {
  const area = areas.find(({ operations }) => name in operations);
  if (!area) throw new Error(`${name} belongs to no area of the OpenAPI document.`);
  return area.name;
}

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

function meaningOf(declared: Operation, status: number): string {
  if (status === declared.ok.status) return 'Done.';
  if (declared.ok.alsoGood?.includes(status)) return 'Counts as done.';
  const notice = declared.errorResponses?.[status]?.notice ?? declared.notices.otherStatus;
  const text = textOf(notice, null);
  if (text === null) return 'Rejected; the user is shown nothing.';
  if (notice.kind === 'server') return `Rejected; the user reads the message, or "${text}".`;
  return `Rejected; the user reads "${text}".`;
}

const message: JsonSchema = {
  type: 'object',
  description: 'An answer that says why, or keeps silent.',
  properties: { message: { type: 'string' } },
};
const acknowledgement: JsonSchema = {
  type: 'object',
  description: 'The status says it all: the product does not read this body.',
  properties: { message: { type: 'string' } },
};
const softFailure: JsonSchema = {
  type: 'object',
  description: 'A good status, and the answer is no.',
  properties: { success: { type: 'boolean', const: false }, message: { type: 'string' } },
  required: ['success'],
};

function schemaOf(name: OperationName, { ok, softFails }: Operation, status: number): JsonSchema {
  if (status !== ok.status) return refTo('Message');
  const answer = refTo(ok.body === ignoredBody ? 'Acknowledgement' : nameOfAnswer(name));
  return softFails ? { oneOf: [answer, refTo('SoftFailure')] } : answer;
}

type Examples = Readonly<Record<string, { readonly value: unknown }>>;

/** The body of the mock's 400 for a request body that lacks everything. */
function invalidRequest({ body }: Operation): Examples {
  const issues = body?.safeParse({}).error?.issues;
  return issues ? { invalid: { value: { message: describeIssue(issues) } } } : {};
}

/** The `responses` of an operation, by status, with an example for each branch that ends in it. */
function responsesOf(name: OperationName, declared: Operation): Record<string, unknown> {
  const entries = branchEntries(declared).filter(({ branch }) => !isDefect(branch));
  const statuses = new Set(entries.flatMap(({ status }) => status ?? []));
  const examplesOf = (wanted: number): Examples => ({
    ...(wanted === declared.ok.status ? { ok: { value: sampleOf(name).answer } } : {}),
    ...Object.fromEntries(
      entries
        .filter((entry) => entry.status === wanted && 'body' in entry)
        .map(({ branch, body }) => [branch, { value: body }]),
    ),
    ...(wanted === 400 ? invalidRequest(declared) : {}),
  });
  return Object.fromEntries(
    [...statuses].map((status) => [
      String(status),
      {
        description: meaningOf(declared, status),
        content: {
          'application/json': {
            schema: schemaOf(name, declared, status),
            examples: examplesOf(status),
          },
        },
      },
    ]),
  );
}

function parametersIn(
  place: 'path' | 'query',
  schema: z.ZodMiniType | undefined,
  values: unknown,
): unknown[] {
  if (!schema) return [];
  const { properties = {} } = parameterSchema(schema) as { properties?: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: true,
    schema: property,
    example: (values as Readonly<Record<string, unknown>>)[name],
  }));
}

const securityOf = {
  required: [{ token: [] }],
  optional: [{}, { token: [] }],
  none: [],
} as const satisfies Record<Operation['auth'], unknown>;

/** Who may call an operation, and what the user reads afterwards (SPEC §6, §8). */
function descriptionOf({ auth, role, notices }: Operation): string {
  const callers = {
    required: role ? `Only a ${role} may call it.` : 'Every signed-in user may call it.',
    optional: 'Everybody may call it; the token is sent if there is one.',
    none: 'Everybody may call it, without a token.',
  };
  const text = textOf(notices.ok, null);
  if (text === null) return callers[auth];
  const read = notices.ok.kind === 'server' ? `the message, or "${text}"` : `"${text}"`;
  return `${callers[auth]} After a success the user reads ${read}.`;
}

/** Absolute URLs; the paths of the contract are appended. */
interface Hosts {
  readonly apiUrl: string;
  readonly chatUrl: string;
}

function operationObject(name: OperationName, { apiUrl, chatUrl }: Hosts) {
  const declared = declarationOf(name);
  const { summary, request = {} } = sampleOf(name);
  const { path, query, body } = request as RequestParts;
  const parameters = [
    ...parametersIn('path', declared.path, path),
    ...parametersIn('query', declared.query, query),
  ];
  return {
    operationId: name,
    summary,
    description: descriptionOf(declared),
    tags: [tagOf(name)],
    ...(declared.host === 'chat' && chatUrl !== apiUrl ? { servers: [{ url: chatUrl }] } : {}),
    security: securityOf[declared.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(declared.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: refTo(nameOfRequest(name)), examples: { ok: { value: body } } },
            },
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
 * The contract as an OpenAPI 3.1 document (SPEC §7): every operation with its request, security and responses, and
 * examples that work on the demo data. `x-mock-branches` lists all branches; only there are those without a response and
 * the defects (`malformed`, `wrong-2xx`), which no sound server sends.
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
      contact: { name: 'Kitwell', email: 'hello@kitwell.test' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: hosts.apiUrl }],
    tags: areas.map(({ name, description }) => ({ name, description })),
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
      schemas: {
        ...contractSchemas(declarationOf),
        Message: message,
        Acknowledgement: acknowledgement,
        SoftFailure: softFailure,
      },
    },
  };
}

/** Default URLs of `npm run mock` and the chat service. */
const usualHosts: Hosts = { apiUrl: 'http://127.0.0.1:8787', chatUrl: 'http://127.0.0.1:8000' };

/** The document as a file: `npm run openapi` writes it. */
export const openApiFile = (): string => `${JSON.stringify(openApiDocument(usualHosts), null, 2)}\n`;

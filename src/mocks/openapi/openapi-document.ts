import { branchesOf, ignoredBody, routeOf, textOf } from '@kitwell/mock-engine/declaration';
import { answerOfBranch, asksRule } from '@kitwell/mock-engine/engine/branch-answer';
import { describeIssue, type RequestParts } from '@kitwell/mock-engine/engine/read-request';
import { inEnglish } from '@kitwell/mock-engine/error-message';
import { authContract, newPassword, patientCustomer, providerCustomer } from '@/contract/auth.contract';
import { billingContract } from '@/contract/billing.contract';
import { bookingContract, datedInvitation, slotInvitation } from '@/contract/booking.contract';
import { chatContract } from '@/contract/chat.contract';
import { clinicContract } from '@/contract/clinic.contract';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import * as entities from '@/contract/entities';
import {
  ageText,
  answerName,
  answerText,
  emailText,
  flagInAnswer,
  meetLinkText,
  requiredText,
  successInAnswer,
} from '@/contract/fields';
import type { Operation } from '@/contract/operation';
import { ordersContract } from '@/contract/orders.contract';
import { patientImportRow, patientsContract } from '@/contract/patients.contract';
import * as z from '@/contract/zod';
import type { Samples } from '@/mocks/conformance/samples';

/** A JSON Schema, or any part of the document: plain data, only serialized. */
type JsonSchema = Readonly<Record<string, unknown>>;
/** Returns the reference to a shared schema. */
const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const shared = {
  AnswerText: answerText,
  Patient: entities.patient,
  PatientProfile: entities.patientProfile,
  VerifiedUser: entities.verifiedUser,
  ClinicListItem: entities.clinicListItem,
  Kit: entities.kit,
  Lab: entities.lab,
  ClinicProfile: entities.clinicProfile,
  Appointment: entities.appointment,
  PatientImportRow: patientImportRow,
  ProviderCustomer: providerCustomer,
  PatientCustomer: patientCustomer,
  DatedInvitation: datedInvitation,
  SlotInvitation: slotInvitation,
} satisfies Record<string, z.core.$ZodType>;

/** The shared schema name of an operation's request body. */
const nameOfRequest = (name: OperationName): string => `${name}Request`;
/** The shared schema name of an operation's success response. */
const nameOfAnswer = (name: OperationName): string => `${name}Answer`;

type Check = { readonly _zod: unknown };
const checksOf = (schema: z.core.$ZodType): readonly Check[] =>
  (schema._zod.def as { readonly checks?: readonly Check[] }).checks ?? [];

/** A schema's own checks, without the checks of the required text that it is built on. */
const ownChecksOf = (schema: z.core.$ZodType): readonly Check[] =>
  checksOf(schema).filter((check) => !checksOf(requiredText).includes(check));

/** The contract's rules that are functions in zod, and their JSON Schema equivalents. */
const keywords = new Map<Check, JsonSchema>(
  (
    [
      [checksOf(requiredText), { pattern: '\\S' }],
      [ownChecksOf(emailText), { format: 'email' }],
      [ownChecksOf(ageText), { pattern: '^\\s*\\d{1,3}\\s*$', description: 'Whole years from 0 to 120.' }],
      [ownChecksOf(meetLinkText), { pattern: '^\\s*[hH][tT][tT][pP][sS]?:' }],
      [
        checksOf(newPassword),
        { minLength: 8, pattern: '^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d)(?=.*[@$!%*?&])', format: 'password' },
      ],
    ] as const
  ).flatMap(([checks, keyword]) => checks.map((check) => [check, keyword] as const)),
);

/** What a server of this contract sends where the client also reads other shapes. */
const documentedAs = new Map<unknown, z.core.$ZodType>([
  [entities.authorizationInAnswer, entities.authorization],
  [entities.roleInAnswer, entities.role],
  [entities.checkoutSessionIdInAnswer, entities.checkoutSessionId],
  [flagInAnswer, z.boolean()],
  [successInAnswer, z.literal(true)],
  [answerName, z.string()],
]);

/** A field that a server may omit; null does not count. */
const mayBeAbsent = (schema: z.core.$ZodType): boolean =>
  schema._zod.def.type === 'optional' || schema._zod.def.type === 'default';

function refine({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }) {
  for (const check of checksOf(zodSchema as unknown as z.core.$ZodType)) {
    Object.assign(jsonSchema, keywords.get(check));
  }
  if ((zodSchema as unknown) === answerText)
    Object.assign(jsonSchema, {
      description: 'Text. Some servers send digits as a number, and null for none.',
    });
  const documented = documentedAs.get(zodSchema);
  if (documented !== undefined) {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, parameterSchema(documented));
  }
  const { def } = zodSchema._zod;
  if (def.type !== 'object') return;
  // The client tolerates missing fields, but a server that implements this contract must send every one (§3).
  const required = Object.entries(def.shape).filter(([, field]) => !mayBeAbsent(field));
  if (required.length > 0) Object.assign(jsonSchema, { required: required.map(([field]) => field) });
}

/** Removes the keys that identify a separate document; the rest is the same in JSON Schema and OpenAPI 3.1. */
const withoutIdentity = ({ $schema: _, $id: __, ...schema }: Record<string, unknown>): JsonSchema => schema;

/**
 * Every schema of the contract as sent over the wire, by name: entities, and `<operation>Request` and
 * `<operation>Answer`.
 *
 * @param declarationOf returns an operation's contract entry
 */
function contractSchemas(declarationOf: (name: OperationName) => Operation): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  const entries: [string, z.core.$ZodType][] = Object.entries(shared);
  for (const name of operationNames) {
    const { body, ok } = declarationOf(name);
    if (body) entries.push([nameOfRequest(name), body]);
    if (ok.body !== ignoredBody) entries.push([nameOfAnswer(name), ok.body]);
  }
  const named = new Set<z.core.$ZodType>();
  const aliases: [string, z.core.$ZodType][] = [];
  for (const [id, schema] of entries) {
    if (named.has(schema)) aliases.push([id, schema]);
    else registry.add(schema, { id });
    named.add(schema);
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: refine,
  });
  const result = Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema as Record<string, unknown>)]),
  );
  for (const [id, schema] of aliases) result[id] = refTo(registry.get(schema)?.id ?? id);
  return result;
}

/** An inline schema for a parameter. */
const parameterSchema = (schema: z.core.$ZodType): JsonSchema =>
  withoutIdentity(z.toJSONSchema(schema, { io: 'input', override: refine }) as Record<string, unknown>);

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
  const issues = body && z.safeParse(body, {}, inEnglish).error?.issues;
  return issues ? { invalid: { value: { message: describeIssue(issues) } } } : {};
}

/** The `responses` of an operation, by status, with an example for each branch that ends in it. */
function responsesOf(name: OperationName, declared: Operation, answer: unknown): Record<string, unknown> {
  const entries = branchEntries(declared).filter(({ branch }) => !isDefect(branch));
  const statuses = new Set(entries.flatMap(({ status }) => status ?? []));
  const examplesOf = (status: number): Examples => ({
    ...(status === declared.ok.status ? { ok: { value: answer } } : {}),
    ...Object.fromEntries(
      entries
        .filter((entry) => entry.status === status && 'body' in entry)
        .map(({ branch, body }) => [branch, { value: body }]),
    ),
    ...(status === 400 ? invalidRequest(declared) : {}),
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
  schema: z.core.$ZodType | undefined,
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

/** Who may call an operation, and what the user reads afterwards (§6, §8). */
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

function operationObject(name: OperationName, { apiUrl, chatUrl }: Hosts, sample: Samples[OperationName]) {
  const declared = declarationOf(name);
  const { summary, request = {}, answer } = sample;
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
    responses: responsesOf(name, declared, answer),
    'x-mock-branches': branchEntries(declared),
  };
}

function pathsOf(hosts: Hosts, samples: Samples) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of operationNames) {
    const { method, path } = routeOf(declarationOf(name));
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(name, hosts, samples[name]) };
  }
  return paths;
}

/**
 * The contract as an OpenAPI 3.1 document (§7): every operation with its request, security and responses, and
 * examples that work on the demo data. `x-mock-branches` lists all branches; only there are those without a response and
 * the defects (`malformed`, `wrong-2xx`), which no sound server sends.
 *
 * @param hosts the URLs of the API and the chat service
 * @param samples its examples
 */
export function openApiDocument(hosts: Hosts, samples: Samples): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kitwell',
      version: '1.0.0',
      description:
        'Every call that the product makes. Written by `npx tsx scripts/openapi.ts` from `src/contract`.',
      contact: { name: 'Kitwell', email: 'hello@kitwell.test' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: hosts.apiUrl }],
    tags: areas.map(({ name, description }) => ({ name, description })),
    paths: pathsOf(hosts, samples),
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

/** The document as a file: `npx tsx scripts/openapi.ts` writes it. */
export const openApiFile = (samples: Samples): string =>
  `${JSON.stringify(openApiDocument(usualHosts, samples), null, 2)}\n`;

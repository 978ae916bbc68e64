import { newPassword, patientCustomer, providerCustomer } from '@/contract/auth.contract';
import { datedInvitation, slotInvitation } from '@/contract/booking.contract';
import { type OperationName, operationNames } from '@/contract/contract';
import * as entities from '@/contract/entities';
import { ageText, answerText, emailText, meetLinkText, requiredText } from '@/contract/fields';
import { ignoredBody, type Operation } from '@/contract/operation';
import { patientImportRow } from '@/contract/patients.contract';
import * as z from '@/contract/zod';

/** A JSON Schema, or any part of the document: plain data, only serialized. */
export type JsonSchema = Readonly<Record<string, unknown>>;
/** Returns the reference to a shared schema. */
export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

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
} satisfies Record<string, z.ZodMiniType>;

/** The shared schema name of an operation's request body. */
export const nameOfRequest = (name: OperationName): string => `${name}Request`;
/** The shared schema name of an operation's success response. */
export const nameOfAnswer = (name: OperationName): string => `${name}Answer`;

type Check = { readonly _zod: unknown };
const checksOf = (schema: z.ZodMiniType): readonly Check[] =>
  (schema._zod.def as { readonly checks?: readonly Check[] }).checks ?? [];

/** A schema's own checks, without those of the required text that it is built on. */
const ownChecksOf = (schema: z.ZodMiniType): readonly Check[] =>
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

/** A field that a server may omit; null does not count. */
const mayBeAbsent = (schema: z.core.$ZodType): boolean =>
  schema._zod.def.type === 'optional' || schema._zod.def.type === 'default';

function refine({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }) {
  for (const check of checksOf(zodSchema as unknown as z.ZodMiniType)) {
    Object.assign(jsonSchema, keywords.get(check));
  }
  if ((zodSchema as unknown) === answerText)
    Object.assign(jsonSchema, {
      description: 'Text. Some servers send digits as a number, and null for none.',
    });
  const { def } = zodSchema._zod;
  if (def.type !== 'object') return;
  // The client tolerates missing fields, but a server that implements this contract must send every one (SPEC §3).
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
export function contractSchemas(
  declarationOf: (name: OperationName) => Operation,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  const entries: [string, z.ZodMiniType][] = Object.entries(shared);
  for (const name of operationNames) {
    const { body, ok } = declarationOf(name);
    if (body) entries.push([nameOfRequest(name), body]);
    if (ok.body !== ignoredBody) entries.push([nameOfAnswer(name), ok.body]);
  }
  const named = new Set<z.ZodMiniType>();
  const aliases: [string, z.ZodMiniType][] = [];
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
export const parameterSchema = (schema: z.ZodMiniType): JsonSchema =>
  withoutIdentity(z.toJSONSchema(schema, { io: 'input', override: refine }) as Record<string, unknown>);

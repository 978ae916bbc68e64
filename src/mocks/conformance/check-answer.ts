import { ignoredBody } from '@kitwell/mock-engine/declaration';
import type { Operation } from '@/contract/operation';
import * as z from '@/contract/zod';

/** A response of the API under test. */
export interface Received {
  readonly status: number;
  /** Undefined if the body is not JSON. */
  readonly body: unknown;
  /** The body as it was sent. */
  readonly text: string;
  readonly headers: Headers;
}

/** The expected response of one case. */
export interface Expected {
  /** Any of these; defaults to the contract's success status. */
  readonly status?: readonly number[] | undefined;
  /**
   * `ok`: the contract's success body. `soft-fail`: `success: false`. `error`: an error status with a message. `denied`:
   * either of these two, as far as the operation has both. `either`: any of the statuses; what counts is read afterwards.
   */
  readonly kind: 'ok' | 'soft-fail' | 'error' | 'denied' | 'either';
  /** The exact message, or a pattern that it must match. */
  readonly message?: string | RegExp | undefined;
}

/** Whether a JSON value is an object with fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mayBeAbsent = (schema: z.core.$ZodType) =>
  schema._zod.def.type === 'optional' || schema._zod.def.type === 'default';

/** The path of a field in the response, such as `[0].patient_email`. */
const fieldAt = (place: string, field: string) => (place === '' ? field : `${place}.${field}`);

/** Fields that the contract declares and the response lacks. The client tolerates most of them; a backend must not. */
function missingFields(schema: z.core.$ZodType, value: unknown, place = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'nullable') return value === null ? [] : missingFields(def.innerType, value, place);
  if (def.type === 'array') {
    if (!Array.isArray(value)) return [];
    const worst = value.map((item, index) => missingFields(def.element, item, `${place}[${index}]`));
    return worst.find((missing) => missing.length > 0) ?? [];
  }
  if (def.type !== 'object' || !isRecord(value)) return [];
  return Object.entries(def.shape).flatMap(([field, fieldDef]) => {
    if (!Object.hasOwn(value, field)) return mayBeAbsent(fieldDef) ? [] : [fieldAt(place, field)];
    return missingFields(fieldDef, value[field], fieldAt(place, field));
  });
}

const placeOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (place, part) => (typeof part === 'number' ? `${place}[${part}]` : fieldAt(place, String(part))),
    '',
  ) || 'the body';

function goodBodyDeviations(declared: Operation, body: unknown): string[] {
  const { body: schema } = declared.ok;
  if (schema === ignoredBody) return [];
  if (body === undefined) return ['the body is no JSON'];
  const missing = missingFields(schema, body);
  const parsed = z.safeParse(schema, body);
  const wrong = parsed.success
    ? []
    : parsed.error.issues
        .map(({ path, message }) => ({ place: placeOf(path), message }))
        .filter(({ place }) => !missing.includes(place))
        .slice(0, 3)
        .map(({ place, message }) => `${place}: ${message}`);
  return [...missing.map((field) => `${field} is missing`), ...wrong];
}

const messageOf = (body: unknown): unknown => (isRecord(body) ? body.message : undefined);
const quoted = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value));

function messageDeviations(body: unknown, expected: Expected['message']): string[] {
  const message = messageOf(body);
  if (typeof message !== 'string' || message.trim() === '')
    return [`message: ${quoted(message)}, a text expected`];
  if (expected === undefined) return [];
  if (typeof expected === 'string') {
    return message === expected ? [] : [`message: ${quoted(message)}, ${quoted(expected)} expected`];
  }
  return expected.test(message) ? [] : [`message: ${quoted(message)} does not mention ${expected.source}`];
}

/**
 * Compares a response with the contract and §7 and §8. Returns one line per deviation; empty if there is none.
 *
 * @param declared the operation that was called
 */
export function deviationsOf(declared: Operation, expected: Expected, received: Received): string[] {
  const statuses = expected.status ?? [declared.ok.status];
  const softFails = expected.kind === 'soft-fail' || (expected.kind === 'denied' && declared.softFails);
  const isSoftFail = softFails && received.status === declared.ok.status;
  if (!statuses.includes(received.status) && !isSoftFail) {
    return [`status ${received.status}, ${statuses.join(' or ')} expected`];
  }
  if (expected.kind === 'either') return [];
  if (expected.kind === 'ok') return goodBodyDeviations(declared, received.body);
  if (isSoftFail && (!isRecord(received.body) || received.body.success !== false)) {
    return [
      `success: ${quoted(isRecord(received.body) ? received.body.success : undefined)}, false expected`,
    ];
  }
  // An error response needs no body if its status counts as success, too (forgot-password for an unknown address).
  const goodStatuses = [declared.ok.status, ...(declared.ok.alsoGood ?? [])];
  if (expected.kind === 'error' && goodStatuses.includes(received.status)) return [];
  return messageDeviations(received.body, expected.message);
}

const looksSecret = (field: string) => /pass(word|wd)|hash|salt/i.test(field);

/** The names of fields that hold something secret, such as `password_hash`. */
function secretFields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, fieldValue]) => [
    ...(typeof fieldValue === 'string' && fieldValue !== '' && looksSecret(field) ? [field] : []),
    ...secretFields(fieldValue),
  ]);
}

/** One line if a response contains a password, or a field for one: errors may be named after the field `password`. */
export function leaksIn({ status, body, text }: Received, passwords: ReadonlySet<string>): string[] {
  const [field] = status < 400 ? secretFields(body) : [];
  if (field !== undefined) return [`${field}: no response may contain it`];
  return [...passwords].some((password) => text.includes(password)) ? ['the body contains a password'] : [];
}

/** The fields of a success response that the contract does not declare, such as `[].created_at`. */
export function undeclaredFields(schema: z.core.$ZodType, value: unknown, place = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'nullable') return undeclaredFields(def.innerType, value, place);
  if (def.type === 'array') {
    if (!Array.isArray(value)) return [];
    return [...new Set(value.flatMap((item) => undeclaredFields(def.element, item, `${place}[]`)))];
  }
  if (def.type !== 'object' || !isRecord(value)) return [];
  return Object.entries(value).flatMap(([field, fieldValue]) => {
    const declared = def.shape[field];
    return declared ? undeclaredFields(declared, fieldValue, fieldAt(place, field)) : [fieldAt(place, field)];
  });
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** Compares fields of a response with the text that was sent; one line per difference. A number equals its digits. */
export function fieldDeviations(
  record: unknown,
  expectedFields: Readonly<Record<string, string | number>>,
): string[] {
  if (!isRecord(record)) return ['not found'];
  return Object.entries(expectedFields)
    .filter(([field, value]) => textOf(record[field]) !== String(value))
    .map(([field, value]) => `${field}: ${quoted(record[field])}, ${quoted(value)} expected`);
}

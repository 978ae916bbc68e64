import type { Operation } from '@/contract/operation';
import { ignoredBody } from '@/contract/operation';
import type * as z from '@/contract/zod';

/** What came back from the API under test. */
export interface Received {
  readonly status: number;
  /** Undefined where the body is no JSON. */
  readonly body: unknown;
}

/** What one path of an operation must answer. */
export interface Expected {
  /** Any of these; the contract's good status where absent. */
  readonly status?: readonly number[] | undefined;
  /** `ok`: the contract's good body. `soft-fail`: `success: false`. `refusal`: a message, where the status is no good one. */
  readonly kind: 'ok' | 'soft-fail' | 'refusal';
  /** What the message must be, or mention. */
  readonly message?: string | RegExp | undefined;
}

/** Whether a JSON value is an object with fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mayBeAbsent = (schema: z.core.$ZodType) =>
  schema._zod.def.type === 'optional' || schema._zod.def.type === 'default';

/** Where in the answer: `[0].patient_email`. */
const fieldAt = (place: string, field: string) => (place === '' ? field : `${place}.${field}`);

/** The fields that the contract declares and the answer lacks. The client forgives most of them; a backend must not. */
function missingFields(schema: z.core.$ZodType, value: unknown, place = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'nullable') return value === null ? [] : missingFields(def.innerType, value, place);
  if (def.type === 'array') {
    if (!Array.isArray(value)) return [];
    const worst = value.map((held, index) => missingFields(def.element, held, `${place}[${index}]`));
    return worst.find((missing) => missing.length > 0) ?? [];
  }
  if (def.type !== 'object' || !isRecord(value)) return [];
  return Object.entries(def.shape).flatMap(([field, held]) => {
    if (!Object.hasOwn(value, field)) return mayBeAbsent(held) ? [] : [fieldAt(place, field)];
    return missingFields(held, value[field], fieldAt(place, field));
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
  const parsed = schema.safeParse(body);
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
const quoted = (words: unknown) => (words === undefined ? 'none' : JSON.stringify(words));

function messageDeviations(body: unknown, wanted: Expected['message']): string[] {
  const message = messageOf(body);
  if (typeof message !== 'string' || message.trim() === '')
    return [`message: ${quoted(message)}, a text expected`];
  if (wanted === undefined) return [];
  if (typeof wanted === 'string') {
    return message === wanted ? [] : [`message: ${quoted(message)}, ${quoted(wanted)} expected`];
  }
  return wanted.test(message) ? [] : [`message: ${quoted(message)} does not mention ${wanted.source}`];
}

/**
 * What is wrong with an answer, one line each; nothing where it is as the contract and SPEC §7 and §8 ask.
 *
 * @param declared the operation that answered
 */
export function deviationsOf(declared: Operation, expected: Expected, received: Received): string[] {
  const statuses = expected.status ?? [declared.ok.status];
  if (!statuses.includes(received.status)) {
    return [`status ${received.status}, ${statuses.join(' or ')} expected`];
  }
  if (expected.kind === 'ok') return goodBodyDeviations(declared, received.body);
  if (expected.kind === 'soft-fail' && (!isRecord(received.body) || received.body.success !== false)) {
    return [
      `success: ${quoted(isRecord(received.body) ? received.body.success : undefined)}, false expected`,
    ];
  }
  // A refusal without a body is fine where its status counts as done (a forgotten password of nobody).
  if (expected.kind === 'refusal' && declared.ok.alsoGood?.includes(received.status)) return [];
  return messageDeviations(received.body, expected.message);
}

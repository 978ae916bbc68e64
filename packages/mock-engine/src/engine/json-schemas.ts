import * as z from 'zod/mini';
import { inEnglish, namesIn } from '../error-message';
import type { SeedLimits } from '../world/world-tables';
import type { Mock } from './mock';

/** The control interface's options as JSON, for HTTP, URLs and share links. Ranges are checked where they are used. */

const duration = z.number();

export const latencyShape = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('fixed'), ms: duration }),
  z.strictObject({ type: z.literal('uniform'), min: duration, max: duration }),
  z.strictObject({ type: z.literal('log-normal'), median: duration, sigma: z.number() }),
  z.strictObject({ type: z.literal('percentiles'), points: z.record(z.string(), duration) }),
]);

/** A range as the scenario has it, or a shape. */
export const latencyJson = z.union([z.tuple([z.number(), z.number()]), latencyShape]);

const requestWhere = {
  body: z.optional(z.unknown()),
  path: z.optional(z.unknown()),
  query: z.optional(z.unknown()),
  caller: z.optional(z.string()),
};

export const overrideWhere = z.strictObject({
  ...requestWhere,
  from: z.optional(z.number()),
  nth: z.optional(z.number()),
});

const overrideOptions = {
  delay: z.optional(z.union([duration, latencyShape])),
  times: z.optional(z.number()),
  body: z.optional(z.unknown()),
  headers: z.optional(z.record(z.string(), z.string())),
  drip: z.optional(duration),
  resetAfter: z.optional(z.number()),
  truncateAfter: z.optional(z.number()),
  where: z.optional(overrideWhere),
};

/** The arguments of `set`. */
export const setOptions = z.strictObject({
  operation: z.string(),
  branch: z.union([
    z.string(),
    z.array(z.union([z.string(), z.strictObject({ branch: z.string(), ...overrideOptions })])),
  ]),
  ...overrideOptions,
});

/** The arguments of `reset`. */
export const resetOptions = ({ size }: SeedLimits) =>
  z.strictObject({
    preset: z.optional(z.string()),
    seed: z.optional(z.number()),
    ...(size && { [size.name]: z.nullish(z.number()) }),
    start: z.nullish(z.string()),
  });

/** The arguments of `log.find` and `log.waitFor`. */
export const logQuery = z.strictObject({
  operation: z.optional(z.string()),
  branch: z.optional(z.string()),
  status: z.optional(z.nullable(z.number())),
  where: z.optional(z.strictObject(requestWhere)),
  times: z.optional(z.number()),
  timeout: z.optional(z.number()),
});

/** Which mail `mail.waitFor` is for. */
export const mailQuery = ({ mailKinds }: Pick<Mock, 'mailKinds'>) =>
  z.strictObject({ to: z.optional(z.string()), kind: mailKinds ? z.enum(mailKinds) : z.string() });

/** The arguments of `chaos`. */
export const chaosOptions = z.strictObject({
  rate: z.number(),
  seed: z.optional(z.number()),
  operations: z.optional(z.array(z.string())),
});

/**
 * Validates options that were not typed: JSON, or what a user wrote in the console. Null counts as none.
 *
 * @throws Error naming the option that is wrong, or the unknown one and the valid ones
 */
export function validated<S extends z.ZodMiniType>(schema: S, options: unknown): z.output<S> {
  const parsed = schema.safeParse(options ?? {}, inEnglish);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  if (issue?.code !== 'unrecognized_keys') {
    throw new Error(`${place || 'The options'}: ${issue?.message ?? 'do not fit'}`);
  }
  const unknown = issue.keys.map((key) => `"${key}"`).join(', ');
  const valid = place === '' ? ` Options: ${namesIn(schema).join(', ')}.` : '';
  throw new Error(`${place === '' ? '' : `${place}: `}There is no option ${unknown}.${valid}`);
}

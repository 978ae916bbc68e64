import { declarationOf, operationNames } from '@/contract/contract';
import * as z from '@/contract/zod';
import { mostPatients, presetNames, type SeedChoice } from '@/mocks/db/seeds/seed-choice';
import { longestDelay, requireLatency } from '@/mocks/engine/latency';
import { lastTime } from '@/mocks/world/world';
import { latencyShape, overrideWhere } from './json-schemas';
import { type Override, requireOverride } from './overrides';
import type { ScenarioState } from './scenario';

/** Everything needed to reproduce a mock backend's behavior on another machine. */
export interface SharedState {
  readonly choice: SeedChoice & { readonly start: string };
  readonly clock: {
    /** Milliseconds by which the clock is ahead of the start. */
    readonly ahead: number;
    readonly running: boolean;
  };
  readonly scenario: ScenarioState;
}

/** Increase by 1 whenever older builds could misread a code. */
const VERSION = '1';
const LONGEST_CODE = 6000;

const whole = (from: number, to: number) => z.int().check(z.gte(from), z.lte(to));
const milliseconds = z.number().check(z.gte(0), z.lte(longestDelay));
// Operations are encoded by their contract name, a third of the length of method and path.
const name = z.enum(operationNames);

const override = z.tuple([
  name,
  z.string(),
  z.nullable(z.union([milliseconds, latencyShape])),
  z.nullable(z.int().check(z.gte(1))),
  z.optional(
    z.strictObject({
      b: z.optional(z.unknown()),
      h: z.optional(z.record(z.string(), z.string())),
      d: z.optional(z.number()),
      r: z.optional(z.number()),
      t: z.optional(z.number()),
      w: z.optional(overrideWhere),
      n: z.optional(z.int().check(z.gte(0))),
    }),
  ),
]);
/** The options of an override that are encoded by name. */
const encodedOptions = [
  ['b', 'body'],
  ['h', 'headers'],
  ['d', 'drip'],
  ['r', 'resetAfter'],
  ['t', 'truncateAfter'],
  ['w', 'where'],
  ['n', 'seen'],
] as const;

const wire = z.strictObject({
  p: z.enum(presetNames),
  s: z.int(),
  n: z.optional(whole(1, mostPatients)),
  /** Start in milliseconds since 1970. */
  t: whole(0, lastTime),
  a: whole(-lastTime, lastTime),
  r: z.boolean(),
  l: z.union([
    z.tuple([milliseconds, milliseconds]).check(z.refine(([min, max]) => min <= max)),
    latencyShape,
  ]),
  /** Overrides: operation, branch, delay, times, and `encodedOptions`. */
  o: z.optional(z.array(override).check(z.maxLength(10 * operationNames.length))),
  /** Chaos: rate, seed, operations. */
  c: z.optional(
    z.tuple([
      z.number().check(z.gte(0), z.lte(1)),
      z.int(),
      z.nullable(z.array(name).check(z.maxLength(operationNames.length))),
    ]),
  ),
});
type Wire = z.output<typeof wire>;

const nameOf = (operation: string) =>
  operationNames.find((candidate) => declarationOf(candidate).operation === operation) ?? 'login';
/** As in JSON, since base64 knows only bytes. */
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const toBase64Url = (text: string) =>
  btoa(text.replaceAll(/[^ -~]/g, escaped))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const fromBase64Url = (text: string) => atob(text.replaceAll('-', '+').replaceAll('_', '/'));

function packedOverride(override: Override): NonNullable<Wire['o']>[number] {
  const { operation, branch, delay, times } = override;
  const options = encodedOptions.flatMap(([key, option]) =>
    override[option] === undefined ? [] : [[key, override[option]] as const],
  );
  const usual = [nameOf(operation), branch, delay ?? null, times ?? null] as const;
  return options.length === 0 ? [...usual] : [...usual, Object.fromEntries(options)];
}

/**
 * Encodes the state as a short text for a URL: a version, a dot, and base64url.
 *
 * @throws Error if bodies by hand make it too long for a URL
 */
export function encodeShare({ choice, clock, scenario }: SharedState): string {
  const { overrides, chaos, latency } = scenario;
  const packed: Wire = {
    p: choice.preset,
    s: choice.seed,
    ...(choice.patients === undefined ? {} : { n: choice.patients }),
    t: Date.parse(choice.start),
    a: Math.round(clock.ahead),
    r: clock.running,
    l: 'type' in latency ? latency : [...latency],
    ...(overrides.length > 0 && { o: overrides.map(packedOverride) }),
    ...(chaos && { c: [chaos.rate, chaos.seed ?? 1, chaos.operations?.map(nameOf) ?? null] }),
  };
  const code = `${VERSION}.${toBase64Url(JSON.stringify(packed))}`;
  if (code.length > LONGEST_CODE) throw new Error('These overrides are too large for a link.');
  return code;
}

const overrideOf = ([operation, branch, delay, times, own = {}]: NonNullable<
  Wire['o']
>[number]): Override => ({
  operation: declarationOf(operation).operation,
  branch,
  ...(delay === null ? {} : { delay }),
  ...(times === null ? {} : { times }),
  ...Object.fromEntries(
    encodedOptions.flatMap(([key, option]) => (own[key] === undefined ? [] : [[option, own[key]]])),
  ),
});

function unpack(code: string): Wire {
  const [version, body = ''] = code.split('.', 2);
  if (version !== VERSION && /^\d{1,3}$/.test(version ?? '')) {
    throw new Error('The share link was made by another version of this demo.');
  }
  const error = new Error('The share link is damaged: nothing was changed.');
  if (code.length > LONGEST_CODE || !/^[\w-]+$/.test(body) || code !== `${VERSION}.${body}`) throw error;
  let packed: unknown;
  try {
    packed = JSON.parse(fromBase64Url(body));
  } catch {
    throw error;
  }
  const parsed = wire.safeParse(packed);
  if (!parsed.success) throw error;
  requireLatency(parsed.data.l);
  for (const shared of parsed.data.o ?? []) requireOverride(shared[0], overrideOf(shared));
  return parsed.data;
}

/**
 * Decodes the output of `encodeShare`. The code is untrusted, so everything is validated before use.
 *
 * @throws Error if the link is damaged, of another version, or names an unknown branch
 */
export function decodeShare(code: string): SharedState {
  const { p, s, n, t, a, r, l, o = [], c } = unpack(code);
  return {
    choice: {
      preset: p,
      seed: s,
      ...(n === undefined ? {} : { patients: n }),
      start: new Date(t).toISOString(),
    },
    clock: { ahead: a, running: r },
    scenario: {
      latency: l,
      overrides: o.map(overrideOf),
      chaos: c
        ? {
            rate: c[0],
            seed: c[1],
            ...(c[2] && { operations: c[2].map((operation) => declarationOf(operation).operation) }),
          }
        : null,
    },
  };
}

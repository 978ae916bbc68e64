import * as z from 'zod/mini';
import type { SeedChoice } from '../world/seed-settings';
import { lastTime } from '../world/world';
import { latencyShape, overrideWhere } from './json-schemas';
import { longestDelay, requireLatency } from './latency';
import type { Mock } from './mock';
import type { Operations } from './operation-lookup';
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
/** Characters of a code in a URL. */
export const LONGEST_CODE = 6000;

const whole = (from: number, to: number) => z.int().check(z.gte(from), z.lte(to));
const milliseconds = z.number().check(z.gte(0), z.lte(longestDelay));
const override = z.tuple([
  z.string(),
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

/** A state as it is encoded; capsules have more fields beside these. */
export const stateFields = {
  p: z.string(),
  s: z.int(),
  n: z.optional(z.int().check(z.gte(1))),
  /** Start in milliseconds since 1970. */
  t: whole(0, lastTime),
  a: whole(-lastTime, lastTime),
  r: z.boolean(),
  l: z.union([
    z.tuple([milliseconds, milliseconds]).check(z.refine(([min, max]) => min <= max)),
    latencyShape,
  ]),
  /** Overrides: operation, branch, delay, times, and `encodedOptions`. */
  o: z.optional(z.array(override)),
  /** Chaos: rate, seed, operations. */
  c: z.optional(z.tuple([z.number().check(z.gte(0), z.lte(1)), z.int(), z.nullable(z.array(z.string()))])),
};
const wire = z.strictObject(stateFields);
type Wire = z.output<typeof wire>;

/** Whether a code fits the product: its presets, its largest size, and the names of its operations. */
function fits({ limits, operations: { operationNames } }: Mock, { p, n, o = [], c }: Wire): boolean {
  const named = [...o.map(([name]) => name), ...(c?.[2] ?? [])];
  return (
    limits.presets.includes(p) &&
    (n === undefined || (limits.size !== undefined && n <= limits.size.most)) &&
    o.length <= 10 * operationNames.length &&
    (c?.[2]?.length ?? 0) <= operationNames.length &&
    named.every((name) => operationNames.includes(name))
  );
}

/** As in JSON, since base64 knows only bytes. */
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** @param bytes a character for each */
export const toBase64Url = (bytes: string): string =>
  btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
/** Returns a character for each byte. Throws for other text. */
export const fromBase64Url = (text: string): string => atob(text.replaceAll('-', '+').replaceAll('_', '/'));

function packedOverride({ operationCalled }: Operations, override: Override): NonNullable<Wire['o']>[number] {
  const { operation, branch, delay, times } = override;
  const options = encodedOptions.flatMap(([key, option]) =>
    override[option] === undefined ? [] : [[key, override[option]] as const],
  );
  const usual = [operationCalled(operation), branch, delay ?? null, times ?? null] as const;
  return options.length === 0 ? [...usual] : [...usual, Object.fromEntries(options)];
}

/** The state as JSON with short names. */
export function packState(
  { limits, operations }: Pick<Mock, 'limits' | 'operations'>,
  { choice, clock, scenario }: SharedState,
): Wire {
  // Encoded by their names in code, a third of the length of method and path.
  const nameOf = operations.operationCalled;
  const size = limits.size && choice[limits.size.name];
  const { overrides, chaos, latency } = scenario;
  return {
    p: choice.preset,
    s: choice.seed,
    ...(typeof size === 'number' && { n: size }),
    t: Date.parse(choice.start),
    a: Math.round(clock.ahead),
    r: clock.running,
    l: 'type' in latency ? latency : [...latency],
    ...(overrides.length > 0 && { o: overrides.map((each) => packedOverride(operations, each)) }),
    ...(chaos && { c: [chaos.rate, chaos.seed ?? 1, chaos.operations?.map(nameOf) ?? null] }),
  };
}

/**
 * Encodes the state as a short text for a URL: a version, a dot, and base64url.
 *
 * @throws Error if custom response bodies make it too long for a URL
 */
export function encodeShare(mock: Pick<Mock, 'limits' | 'operations'>, state: SharedState): string {
  const json = JSON.stringify(packState(mock, state)).replaceAll(/[^ -~]/g, escaped);
  const code = `${VERSION}.${toBase64Url(json)}`;
  if (code.length > LONGEST_CODE) throw new Error('These overrides are too large for a link.');
  return code;
}

const overrideOf = (
  { declarationOf }: Operations,
  [name, branch, delay, times, own = {}]: NonNullable<Wire['o']>[number],
): Override => ({
  operation: declarationOf(name).operation,
  branch,
  ...(delay === null ? {} : { delay }),
  ...(times === null ? {} : { times }),
  ...Object.fromEntries(
    encodedOptions.flatMap(([key, option]) => (own[key] === undefined ? [] : [[option, own[key]]])),
  ),
});

/**
 * Checks a state from a code, which is untrusted, and returns it.
 *
 * @param error thrown if it does not fit the product
 * @throws Error naming an unknown branch
 */
export function unpackState(mock: Mock, packed: Wire, error: Error): SharedState {
  const { operations, limits } = mock;
  if (!fits(mock, packed)) throw error;
  const { p, s, n, t, a, r, l, o = [], c } = packed;
  requireLatency(l);
  for (const shared of o) requireOverride(operations, shared[0], overrideOf(operations, shared));
  return {
    choice: {
      preset: p,
      seed: s,
      ...(n !== undefined && limits.size && { [limits.size.name]: n }),
      start: new Date(t).toISOString(),
    },
    clock: { ahead: a, running: r },
    scenario: {
      latency: l,
      overrides: o.map((shared) => overrideOf(operations, shared)),
      chaos: c
        ? {
            rate: c[0],
            seed: c[1],
            ...(c[2] && {
              operations: c[2].map((operation) => operations.declarationOf(operation).operation),
            }),
          }
        : null,
    },
  };
}

/**
 * Decodes the output of `encodeShare`. The code is untrusted, so everything is validated before use.
 *
 * @throws Error if the link is damaged, of another version, or names an unknown branch
 */
export function decodeShare(mock: Mock, code: string): SharedState {
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
  return unpackState(mock, parsed.data, error);
}

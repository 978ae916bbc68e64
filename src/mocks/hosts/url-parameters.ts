import type * as z from '@/contract/zod';
import type { ResetOptions } from '@/mocks/control';
import type { DemoRole } from '@/mocks/db/seeds/demo-accounts';
import type { Latency } from '@/mocks/engine/latency';
import { latencyJson, setOptions } from '@/mocks/scenarios/json-schemas';

/** The mock parameters of a URL (MOCKS.md, "URL parameters"). */
export interface MockParameters {
  /** The code of a share link; null if there is none. */
  readonly share: string | null;
  /** Null to keep the data as it is. */
  readonly reset: ResetOptions | null;
  readonly as: DemoRole | null;
  readonly fail: readonly { readonly operation: string; readonly branch: string }[];
  /** The arguments of `set`, as JSON. */
  readonly set: readonly z.output<typeof setOptions>[];
  readonly latency: Latency | null;
}

const names = [
  'mock',
  'mock.preset',
  'mock.seed',
  'mock.patients',
  'mock.start',
  'mock.as',
  'mock.fail',
  'mock.set',
  'mock.latency',
] as const;

function wholeNumber(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}

function roleIn(text: string | null): DemoRole | null {
  if (text === null || text === 'provider' || text === 'patient') return text;
  throw new Error(`mock.as must be provider or patient, not "${text}".`);
}

function failureIn(text: string) {
  const split = text.lastIndexOf(':');
  if (split === -1) throw new Error(`mock.fail must read like "POST /auth/login:500", not "${text}".`);
  return { operation: text.slice(0, split).trim(), branch: text.slice(split + 1).trim() };
}

function jsonIn<S extends z.ZodMiniType>(
  schema: S,
  name: string,
  text: string,
  example: string,
): z.output<S> {
  const error = new Error(`${name} must be JSON like ${example}, not "${text}".`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw error;
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw error;
  return parsed.data;
}

const setExample = '{"operation":"POST /auth/login","branch":"503","times":2}';
const latencyExample = '[120,280] or {"type":"log-normal","median":200,"sigma":0.5}';

function latencyIn(text: string | null): Latency | null {
  return text === null ? null : jsonIn(latencyJson, 'mock.latency', text, latencyExample);
}

/** The URL without the mock's parameters; everything else is kept. */
export function withoutMockParameters(address: URL): URL {
  const rest = new URL(address);
  for (const name of names) rest.searchParams.delete(name);
  return rest;
}

/**
 * Reads the mock's parameters from a URL.
 *
 * @throws Error for an invalid value, listing the valid ones
 */
export function readMockParameters(address: URL): MockParameters {
  const parameters = address.searchParams;
  const reset = {
    preset: parameters.get('mock.preset') ?? undefined,
    seed: wholeNumber(parameters, 'mock.seed'),
    patients: wholeNumber(parameters, 'mock.patients'),
    start: parameters.get('mock.start') ?? undefined,
  };
  return {
    share: parameters.get('mock'),
    reset: Object.values(reset).some((value) => value !== undefined) ? reset : null,
    as: roleIn(parameters.get('mock.as')),
    fail: parameters.getAll('mock.fail').map(failureIn),
    set: parameters.getAll('mock.set').map((text) => jsonIn(setOptions, 'mock.set', text, setExample)),
    latency: latencyIn(parameters.get('mock.latency')),
  };
}

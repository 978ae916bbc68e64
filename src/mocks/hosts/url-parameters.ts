import type * as z from '../../contract/zod';
import type { ResetOptions } from '../control';
import type { Latency } from '../engine/latency';
import type { Mock, MockTypes } from '../engine/mock';
import { latencyJson, setOptions } from '../scenarios/json-schemas';

/** The mock parameters of a URL (MOCKS.md, "URL parameters"). */
export interface MockParameters<Role extends string = string> {
  /** The code of a share link; null if there is none. */
  readonly share: string | null;
  /** Null to keep the data as it is. */
  readonly reset: ResetOptions | null;
  readonly as: Role | null;
  /** A scripted demo, and the step to open, from 1; null if there is none. */
  readonly story: { readonly id: string; readonly step: number } | null;
  readonly fail: readonly { readonly operation: string; readonly branch: string }[];
  /** The arguments of `set`, as JSON. */
  readonly set: readonly z.output<typeof setOptions>[];
  readonly latency: Latency | null;
}

const isParameter = (name: string) => name === 'mock' || name.startsWith('mock.');

function wholeNumber(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}

function roleIn<Role extends string>(roles: readonly Role[], text: string | null): Role | null {
  if (text === null) return null;
  const found = roles.find((role) => role === text);
  if (found !== undefined) return found;
  throw new Error(`mock.as must be ${roles.join(' or ')}, not "${text}".`);
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

/** The capsule behind the # of a link, where no server gets it. */
const capsuleIn = ({ hash }: URL) => (hash.startsWith('#mock=') ? hash.slice('#mock='.length) : null);

/** The URL without the mock's parameters; everything else is kept. */
export function withoutMockParameters(address: URL): URL {
  const rest = new URL(address);
  for (const name of [...rest.searchParams.keys()]) if (isParameter(name)) rest.searchParams.delete(name);
  if (capsuleIn(rest) !== null) rest.hash = '';
  return rest;
}

/**
 * Reads the mock's parameters from a URL.
 *
 * @throws Error for an invalid value, listing the valid ones
 */
export function readMockParameters<M extends MockTypes>(
  mock: Mock<M>,
  address: URL,
): MockParameters<M['role']> {
  const parameters = address.searchParams;
  const story = parameters.get('mock.story');
  const { size } = mock.limits;
  const reset = {
    preset: parameters.get('mock.preset') ?? undefined,
    seed: wholeNumber(parameters, 'mock.seed'),
    ...(size && { [size.name]: wholeNumber(parameters, `mock.${size.name}`) }),
    start: parameters.get('mock.start') ?? undefined,
  };
  return {
    share: parameters.get('mock') ?? capsuleIn(address),
    reset: Object.values(reset).some((value) => value !== undefined) ? reset : null,
    as: roleIn(
      mock.accounts.demo.map(({ role }) => role),
      parameters.get('mock.as'),
    ),
    story: story === null ? null : { id: story, step: wholeNumber(parameters, 'mock.step') ?? 1 },
    fail: parameters.getAll('mock.fail').map(failureIn),
    set: parameters.getAll('mock.set').map((text) => jsonIn(setOptions, 'mock.set', text, setExample)),
    latency: latencyIn(parameters.get('mock.latency')),
  };
}

import type * as z from '../../contract/zod';
import type { ResetOptions } from '../control';
import type { Latency } from '../engine/latency';
import { type Mock, type MockTypes, presetCalled } from '../engine/mock';
import { latencyJson, setOptions } from '../scenarios/json-schemas';
import { errorMessage } from '../world/error-message';
import { requireTime } from '../world/world';

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
  readonly ignored: readonly Ignored[];
}

/** A parameter that does not apply. */
export interface Ignored {
  /** With its value, perhaps cut. */
  readonly parameter: string;
  readonly why: string;
}

const isParameter = (name: string) => name === 'mock' || name.startsWith('mock.');

/** Characters of a value in a message. */
const LONGEST_VALUE = 60;

export function ignoredFor(name: string, value: string, error: unknown): Ignored {
  const shown = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
  return { parameter: `${name}=${shown}`, why: errorMessage(error) };
}

/** @param most without it, any number of up to nine digits */
function wholeNumber(text: string, most?: number): number {
  const isWhole = /^\d{1,9}$/.test(text);
  if (isWhole && (most === undefined || (Number(text) >= 1 && Number(text) <= most))) return Number(text);
  throw new Error(`it must be a whole number${most === undefined ? '' : ` from 1 to ${most}`}.`);
}

function roleIn<Role extends string>(roles: readonly Role[], text: string): Role {
  const found = roles.find((role) => role === text);
  if (found !== undefined) return found;
  throw new Error(`it must be ${roles.join(' or ')}.`);
}

function failureIn(text: string) {
  const split = text.lastIndexOf(':');
  if (split === -1) throw new Error('it must read like "POST /auth/login:500".');
  return { operation: text.slice(0, split).trim(), branch: text.slice(split + 1).trim() };
}

function jsonIn<S extends z.ZodMiniType>(schema: S, text: string, example: string): z.output<S> {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Reported below, like JSON of another form.
  }
  throw new Error(`it must be JSON like ${example}.`);
}

const setExample = '{"operation":"POST /auth/login","branch":"503","times":2}';
const latencyExample = '[120,280] or {"type":"log-normal","median":200,"sigma":0.5}';

/** The capsule behind the # of a link, where no server gets it. */
const capsuleIn = ({ hash }: URL) => (hash.startsWith('#mock=') ? hash.slice('#mock='.length) : null);

/** The URL without the mock's parameters; everything else is kept. */
export function withoutMockParameters(address: URL): URL {
  const rest = new URL(address);
  for (const name of [...rest.searchParams.keys()]) if (isParameter(name)) rest.searchParams.delete(name);
  if (capsuleIn(rest) !== null) rest.hash = '';
  return rest;
}

/** Reads the mock's parameters from a URL. One that is invalid or unknown is left out, and reported in `ignored`. */
export function readMockParameters<M extends MockTypes>(
  mock: Mock<M>,
  address: URL,
): MockParameters<M['role']> {
  const parameters = address.searchParams;
  const { size } = mock.limits;
  const ignored: Ignored[] = [];
  const known = new Set(['mock']);

  function all<A>(name: string, read: (text: string) => A): A[] {
    known.add(name);
    return parameters.getAll(name).flatMap((text) => {
      try {
        return [read(text)];
      } catch (error) {
        ignored.push(ignoredFor(name, text, error));
        return [];
      }
    });
  }
  const first = <A>(name: string, read: (text: string) => A): A | undefined => all(name, read)[0];
  /** For what another parameter brings with it. */
  function leaveOut(names: readonly string[], why: string) {
    for (const name of names) {
      for (const text of parameters.getAll(name)) ignored.push(ignoredFor(name, text, why));
    }
  }

  const shared = parameters.get('mock') ?? capsuleIn(address);
  const reset = {
    preset: first('mock.preset', (text) => presetCalled(mock, text)),
    seed: first('mock.seed', wholeNumber),
    ...(size && { [size.name]: first(`mock.${size.name}`, (text) => wholeNumber(text, size.most)) }),
    start: first('mock.start', (text) => requireTime(text) && text),
  };
  const dataNames = [...known].filter((name) => name !== 'mock');
  const roles = mock.accounts.demo.map(({ role }) => role);
  const role = first('mock.as', (text) => roleIn(roles, text));
  const id = first('mock.story', (text) => text);
  const step = first('mock.step', wholeNumber) ?? 1;
  const isStory = id !== undefined;
  const storyWhy = 'a story names its data itself.';
  if (isStory && shared !== null) ignored.push(ignoredFor('mock', shared, storyWhy));
  if (isStory) leaveOut([...dataNames, 'mock.as'], storyWhy);
  else if (shared !== null) leaveOut(dataNames, 'a share link names its data itself.');
  const share = isStory ? null : shared;
  const isReset = !isStory && share === null && Object.values(reset).some((value) => value !== undefined);
  const found = {
    share,
    reset: isReset ? reset : null,
    as: isStory ? null : (role ?? null),
    story: isStory ? { id, step } : null,
    fail: all('mock.fail', failureIn),
    set: all('mock.set', (text) => jsonIn(setOptions, text, setExample)),
    latency: first('mock.latency', (text) => jsonIn(latencyJson, text, latencyExample)) ?? null,
  };
  for (const [name, text] of parameters) {
    if (isParameter(name) && !known.has(name)) {
      ignored.push(
        ignoredFor(name, text, `there is no such parameter. There are: ${[...known].join(', ')}.`),
      );
    }
  }
  return { ...found, ignored };
}

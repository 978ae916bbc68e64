import type * as z from 'zod/mini';
import type { ResetOptions } from '../control';
import { latencyJson, setOptions } from '../engine/json-schemas';
import type { Latency } from '../engine/latency';
import { type Mock, type MockTypes, presetCalled } from '../engine/mock';
import { errorMessage } from '../error-message';
import { requireTime } from '../world/world';

/** A parameter of the URL. */
export interface Given<A> {
  readonly name: string;
  /** As the user wrote it. */
  readonly text: string;
  readonly value: A;
}

/**
 * The mock parameters of a URL (§Mock backend, "URL parameters"), as far as they can be checked without the data. Of those that
 * are read once, the first valid one counts: they are lists only where that shows when they are applied.
 */
export interface MockParameters<Role extends string = string> {
  /** Codes of share links and capsules. */
  readonly shares: readonly Given<string>[];
  /** Options of one reset; empty to keep the data as it is. */
  readonly reset: readonly Given<ResetOptions>[];
  readonly as: readonly Given<Role>[];
  /** Names of scripted demos. */
  readonly stories: readonly Given<string>[];
  /** The steps of such a demo. */
  readonly steps: readonly Given<string>[];
  readonly fail: readonly Given<{ readonly operation: string; readonly branch: string }>[];
  /** The arguments of `set`, as JSON. */
  readonly set: readonly Given<z.output<typeof setOptions>>[];
  readonly latency: readonly Given<Latency>[];
  readonly ignored: readonly Ignored[];
}

/** A parameter that does not apply. */
export interface Ignored {
  /** With its value, perhaps cut. */
  readonly parameter: string;
  readonly why: string;
}

const isParameter = (name: string) => name === 'mock' || name.startsWith('mock.');

/** Characters of a name or value in a message. */
const LONGEST_TEXT = 60;
const cut = (text: string) => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

export const ignoredFor = ({ name, text }: Omit<Given<unknown>, 'value'>, error: unknown): Ignored => ({
  parameter: `${cut(name)}=${cut(text)}`,
  why: errorMessage(error),
});

export const usedTwice = 'it is in the address more than once, and the first valid one counts.';

export const noPreset = 'without a valid mock.preset, the data stays as it is.';

export function wholeNumber(text: string, from: number, to: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text);
  throw new Error(`it must be a whole number from ${from} to ${to}.`);
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

/**
 * Reads the mock's parameters from a URL. Each one that is invalid, unknown or repeated is left out alone, and reported in
 * `ignored`.
 */
export function readMockParameters<M extends MockTypes>(
  mock: Mock<M>,
  address: URL,
): MockParameters<M['role']> {
  const { size } = mock.limits;
  const ignored: Ignored[] = [];
  const known = new Set(['mock']);

  function all<A>(name: string, read: (text: string) => A): Given<A>[] {
    known.add(name);
    return address.searchParams.getAll(name).flatMap((text) => {
      try {
        return [{ name, text, value: read(text) }];
      } catch (error) {
        ignored.push(ignoredFor({ name, text }, error));
        return [];
      }
    });
  }
  function once<A>(name: string, read: (text: string) => A): Given<A>[] {
    const [first, ...others] = all(name, read);
    ignored.push(...others.map((other) => ignoredFor(other, usedTwice)));
    return first ? [first] : [];
  }

  const capsule = capsuleIn(address);
  const shares = [
    ...all('mock', String),
    ...(capsule === null ? [] : [{ name: '#mock', text: capsule, value: capsule }]),
  ];
  const preset = once('mock.preset', (text) => ({ preset: presetCalled(mock, text) }));
  const dating = [
    ...once('mock.seed', (text) => ({ seed: wholeNumber(text, 0, 999_999_999) })),
    ...(size ? once(`mock.${size.name}`, (text) => ({ [size.name]: wholeNumber(text, 1, size.most) })) : []),
    ...once('mock.start', (text) => ({ start: requireTime(text) && text })),
  ];
  // The data that was asked for is unknown then, so what there is must not be replaced by some other.
  const isPresetWrong = preset.length === 0 && address.searchParams.has('mock.preset');
  if (isPresetWrong) {
    ignored.push(...dating.map((parameter) => ignoredFor(parameter, noPreset)));
  }
  const roles = mock.accounts.demo.map(({ role }) => role);
  const found = {
    shares,
    reset: isPresetWrong ? [] : [...preset, ...dating],
    as: once('mock.as', (text) => roleIn(roles, text)),
    stories: all('mock.story', String),
    steps: all('mock.step', String),
    fail: all('mock.fail', failureIn),
    set: all('mock.set', (text) => jsonIn(setOptions, text, setExample)),
    latency: once('mock.latency', (text) => jsonIn(latencyJson, text, latencyExample)),
  };
  for (const [name, text] of address.searchParams) {
    if (isParameter(name) && !known.has(name)) {
      const why = `there is no such parameter. There are: ${[...known].join(', ')}.`;
      ignored.push(ignoredFor({ name, text }, why));
    }
  }
  return { ...found, ignored };
}

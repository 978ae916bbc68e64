import type { ResetOptions } from '@/mocks/control';
import type { DemoRole } from '@/mocks/db/seeds/demo-accounts';

/** The mock parameters of a URL (MOCKS.md, "URL parameters"). */
export interface MockParameters {
  /** The code of a share link; null if there is none. */
  readonly share: string | null;
  /** Null to keep the data as it is. */
  readonly reset: ResetOptions | null;
  readonly as: DemoRole | null;
  readonly fail: readonly { readonly operation: string; readonly branch: string }[];
}

const names = [
  'mock',
  'mock.preset',
  'mock.seed',
  'mock.patients',
  'mock.start',
  'mock.as',
  'mock.fail',
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
  };
}

import { declarationOf, type OperationName, type Request } from '@/contract/contract';
import { type Operation, routeOf } from '@/contract/operation';
import * as z from '@/contract/zod';
import type { Unbranded } from '@/mocks/engine/sample';
import { deviationsOf, type Expected, type Received } from './check-answer';

/** The result of one case of one operation. */
export interface CaseResult {
  readonly operation: string;
  /** `ok`, or what was wrong with the request. */
  readonly path: string;
  readonly deviations: readonly string[];
  /** Why the case was skipped; null if it ran. */
  readonly skipped: string | null;
}

type Parts = { path?: Record<string, unknown>; query?: Record<string, string>; body?: unknown };

/** A case that cannot run, and why. */
export class NotTriedError extends Error {
  override readonly name = 'NotTriedError';
}

interface Attempt<K extends OperationName> {
  /** What is wrong with the request; `ok` if nothing is. */
  readonly path: string;
  /** Throws NotTriedError if a prerequisite is missing that the request does not use. */
  readonly after?: () => unknown;
  /** The stored token that the client would send. */
  readonly token?: () => string;
  /** May throw NotTriedError. A request meant to be rejected may violate the contract. */
  readonly request?: () => Request<K> extends void
    ? undefined
    : Unbranded<Request<K>> | Partial<Record<string, unknown>>;
  readonly expected: Expected;
  /** Checks a success response beyond the contract; every line is a deviation. */
  readonly and?: (body: unknown) => readonly string[];
}

interface TestRunOptions {
  readonly apiUrl: string;
  readonly chatUrl: string;
  /** Response timeout in milliseconds. */
  readonly patience: number;
}

/** The API does not respond at all. */
class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

async function fetchAnswer(
  declared: Operation,
  parts: Parts | undefined,
  token: string | undefined,
  { apiUrl, chatUrl, patience }: TestRunOptions,
): Promise<Received> {
  const { method, path } = routeOf(declared);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(parts?.path?.[part])),
  );
  const query = parts?.query ? `?${new URLSearchParams(parts.query)}` : '';
  const answer = await fetch(`${declared.host === 'chat' ? chatUrl : apiUrl}${filled}${query}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(parts?.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
    },
    ...(parts?.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    signal: AbortSignal.timeout(patience),
  });
  const text = await answer.text();
  try {
    return { status: answer.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: answer.status, body: undefined };
  }
}

/** Runs cases against one API and collects the results. */
export function createTestRun(options: TestRunOptions) {
  const results: CaseResult[] = [];
  let answered = false;

  /** Returns the body of a response with the success status, else undefined. */
  async function attempt<K extends OperationName>(name: K, path: Attempt<K>): Promise<unknown> {
    const declared = declarationOf(name);
    const keep = (deviations: readonly string[], skipped: string | null = null) =>
      void results.push({ operation: declared.operation, path: path.path, deviations, skipped });
    let token: string | undefined;
    let parts: Parts | undefined;
    try {
      path.after?.();
      token = path.token?.();
      parts = path.request?.() as Parts | undefined;
    } catch (error) {
      if (!(error instanceof NotTriedError)) throw error;
      keep([], error.message);
      return undefined;
    }
    let received: Received;
    try {
      received = await fetchAnswer(declared, parts, token, options);
      answered = true;
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      if (!answered) throw new UnreachableError(`${options.apiUrl} does not answer: ${cause}`);
      keep([`no answer: ${cause}`]);
      return undefined;
    }
    const deviations = deviationsOf(declared, path.expected, received);
    const more = deviations.length === 0 ? (path.and?.(received.body) ?? []) : [];
    keep([...deviations, ...more]);
    // A missing field is one finding; cases that depend on this one still run.
    return received.status === declared.ok.status ? received.body : undefined;
  }

  return {
    results: (): readonly CaseResult[] => results,
    attempt,
    /** The success case as the contract describes it. */
    ok: <K extends OperationName>(
      name: K,
      path: Omit<Attempt<K>, 'path' | 'expected'> & { path?: string } = {},
    ) => attempt(name, { path: 'ok', ...path, expected: { kind: 'ok' } }),
    /** A request that must be rejected: with 400 and a message, unless another status is expected. */
    rejected: <K extends OperationName>(
      name: K,
      path: Omit<Attempt<K>, 'expected'> & { status?: readonly number[]; message?: string | RegExp },
    ) => {
      const { status = [400], message, ...rest } = path;
      return attempt(name, { ...rest, expected: { kind: 'error', status, message } });
    },
    /** A valid request that is declined: the success status with `success: false` and a message. */
    declined: <K extends OperationName>(
      name: K,
      path: Omit<Attempt<K>, 'expected'> & { message?: string | RegExp },
    ) => attempt(name, { ...path, expected: { kind: 'soft-fail', message: path.message } }),
  };
}

export type TestRun = ReturnType<typeof createTestRun>;

const record = z.record(z.string(), z.unknown());

/** A string field of a response; undefined if it has none. */
export function textIn(body: unknown, field: string): string | undefined {
  const parsed = record.safeParse(body);
  const value = parsed.success ? parsed.data[field] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The item of a list whose field has this value. */
export function recordIn(body: unknown, field: string, value: unknown): Record<string, unknown> | undefined {
  const parsed = z.array(record).safeParse(body);
  return parsed.success ? parsed.data.find((held) => held[field] === value) : undefined;
}

import { routeOf } from '@kitwell/mock-engine/declaration';
import { declarationOf, type OperationName, type Request } from '@/contract/contract';
import { requiredFieldsOf } from '@/contract/fields';
import type { Operation } from '@/contract/operation';
import * as z from '@/contract/zod';
import type { Unbranded } from '@/mocks/conformance/samples';
import { deviationsOf, type Expected, isRecord, leaksIn, type Received } from './check-answer';

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
  /** Checks a success response beyond the contract; every line is a deviation. May throw NotTriedError. */
  readonly and?: (body: unknown) => readonly string[];
  /** The operation that the result is about; defaults to the one that is called. */
  readonly about?: OperationName;
}

/** The case of a call that is rejected or declined. */
type Denial<K extends OperationName> = Omit<Attempt<K>, 'expected' | 'about'> & {
  readonly status?: readonly number[];
  readonly message?: string | RegExp;
};

interface TestRunOptions {
  readonly apiUrl: string;
  readonly chatUrl: string;
  /** Response timeout in milliseconds. */
  readonly patience: number;
  /** The origin of the page that would call. */
  readonly origin: string;
  readonly fetch: typeof fetch;
}

/** The API does not respond at all. */
class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Statuses of a rejection whose status the specification leaves open. */
const denials = [400, 403, 404, 409, 422];

/** The URL of an operation with its parameters. */
export function addressOf(
  declared: Operation,
  parts: Parts | undefined,
  { apiUrl, chatUrl }: Pick<TestRunOptions, 'apiUrl' | 'chatUrl'>,
): string {
  const filled = routeOf(declared).path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(parts?.path?.[part])),
  );
  const query = parts?.query ? `?${new URLSearchParams(parts.query)}` : '';
  return `${declared.host === 'chat' ? chatUrl : apiUrl}${filled}${query}`;
}

async function fetchAnswer(
  declared: Operation,
  parts: Parts | undefined,
  token: string | undefined,
  options: TestRunOptions,
): Promise<Received> {
  const answer = await options.fetch(addressOf(declared, parts, options), {
    method: routeOf(declared).method,
    headers: {
      accept: 'application/json',
      origin: options.origin,
      ...(parts?.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
    },
    ...(parts?.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    signal: AbortSignal.timeout(options.patience),
  });
  const text = await answer.text();
  const received = { status: answer.status, text, headers: answer.headers };
  try {
    return { ...received, body: JSON.parse(text) as unknown };
  } catch {
    return { ...received, body: undefined };
  }
}

/** Runs cases against one API and collects the results. */
export function createTestRun(options: TestRunOptions) {
  const results: CaseResult[] = [];
  const responses = new Map<OperationName, Received[]>();
  const passwords = new Set<string>();
  let answered = false;

  const record = (
    name: OperationName,
    path: string,
    deviations: readonly string[],
    skipped: string | null = null,
  ) => void results.push({ operation: declarationOf(name).operation, path, deviations, skipped });

  /** The token and the request of a case; undefined, and recorded as skipped, without its prerequisites. */
  function prepare<K extends OperationName>(about: OperationName, path: Attempt<K>) {
    try {
      path.after?.();
      return { token: path.token?.(), parts: path.request?.() as Parts | undefined };
    } catch (error) {
      if (!(error instanceof NotTriedError)) throw error;
      record(about, path.path, [], error.message);
      return undefined;
    }
  }

  /** Compares a response with what the case expects; a case that lacks a value to compare with is skipped. */
  function judge<K extends OperationName>(
    name: K,
    { about = name, ...path }: Attempt<K>,
    received: Received,
  ) {
    const leaks = leaksIn(received, passwords);
    const deviations = deviationsOf(declarationOf(name), path.expected, received);
    try {
      const more = deviations.length === 0 ? (path.and?.(received.body) ?? []) : [];
      record(about, path.path, [...deviations, ...more, ...leaks]);
    } catch (error) {
      if (!(error instanceof NotTriedError)) throw error;
      // A leak is one whatever else could not be judged.
      record(about, path.path, leaks, leaks.length > 0 ? null : error.message);
    }
  }

  /** Returns the response; undefined if there is none or the case was skipped. */
  async function send<K extends OperationName>(name: K, path: Attempt<K>): Promise<Received | undefined> {
    const { about = name } = path;
    const prepared = prepare(about, path);
    if (!prepared) return undefined;
    let received: Received;
    try {
      received = await fetchAnswer(declarationOf(name), prepared.parts, prepared.token, options);
      answered = true;
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      if (!answered) throw new UnreachableError(`${options.apiUrl} does not answer: ${cause}`);
      record(about, path.path, [`no answer: ${cause}`]);
      return undefined;
    }
    const earlier = responses.get(name);
    if (earlier) earlier.push(received);
    else responses.set(name, [received]);
    judge(name, path, received);
    return received;
  }

  /** Returns the body of a response with the success status, else undefined. */
  async function attempt<K extends OperationName>(name: K, path: Attempt<K>): Promise<unknown> {
    const received = await send(name, path);
    // A missing field is one finding; cases that depend on this one still run.
    return received?.status === declarationOf(name).ok.status ? received.body : undefined;
  }

  return {
    results: (): readonly CaseResult[] => results,
    responses: (name: OperationName): readonly Received[] => responses.get(name) ?? [],
    options,
    record,
    attempt,
    /** From now on no response may contain this password. */
    hide: (password: string) => void passwords.add(password),
    /** The success case as the contract describes it. */
    ok: <K extends OperationName>(
      name: K,
      path: Omit<Attempt<K>, 'path' | 'expected' | 'about'> & { path?: string } = {},
    ) => attempt(name, { path: 'ok', ...path, expected: { kind: 'ok' } }),
    /** A request that must be rejected: with 400 and a message, unless another status is expected. */
    rejected: <K extends OperationName>(name: K, { status = [400], message, ...path }: Denial<K>) =>
      attempt(name, { ...path, expected: { kind: 'error', status, message } }),
    /** A valid request that is declined: the success status with `success: false` and a message. */
    declined: <K extends OperationName>(name: K, { message, ...path }: Denial<K>) =>
      attempt(name, { ...path, expected: { kind: 'soft-fail', message } }),
    /** A request that must not be done, however the API says so. */
    denied: <K extends OperationName>(name: K, { status = denials, message, ...path }: Denial<K>) =>
      attempt(name, { ...path, expected: { kind: 'denied', status, message } }),
    /** A request that may be done or rejected; what it must not change is read afterwards. Returns whether it was done. */
    async either<K extends OperationName>(
      name: K,
      { status = denials, ...path }: Omit<Denial<K>, 'message'>,
    ): Promise<boolean> {
      const { ok, softFails } = declarationOf(name);
      const received = await send(name, {
        ...path,
        expected: { kind: 'either', status: [ok.status, ...status] },
      });
      return (
        received?.status === ok.status &&
        !(softFails && isRecord(received.body) && received.body.success === false)
      );
    },
    /**
     * Whether a write did what it should: the result is about the write, and what another operation answers decides. That
     * is a success, unless something else is expected.
     */
    effect: <K extends OperationName>(
      write: OperationName,
      read: K,
      {
        path,
        expected = { kind: 'ok' },
        ...rest
      }: Omit<Attempt<K>, 'expected' | 'about'> & { expected?: Expected },
    ) =>
      attempt(read, {
        ...rest,
        path: `${path}, by ${declarationOf(read).operation}`,
        about: write,
        expected,
      }),
  };
}

export type TestRun = ReturnType<typeof createTestRun>;

const fields = z.record(z.string(), z.unknown());

/** A string field of a response; undefined if it has none. */
export function textIn(body: unknown, field: string): string | undefined {
  const parsed = fields.safeParse(body);
  const value = parsed.success ? parsed.data[field] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** An id in a response, as text; undefined if there is none. Some servers send ids as numbers. */
export function idIn(body: unknown, field: string): string | undefined {
  const parsed = fields.safeParse(body);
  const value = parsed.success ? parsed.data[field] : undefined;
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;
}

/** The item of a list whose field has this value. */
export function recordIn(body: unknown, field: string, value: unknown): Record<string, unknown> | undefined {
  const parsed = z.array(fields).safeParse(body);
  return parsed.success ? parsed.data.find((record) => record[field] === value) : undefined;
}

/** How a payload of an operation is sent, and how a rejected one is answered. */
interface BlankOptions {
  readonly after?: () => unknown;
  readonly token?: () => string;
  /** A valid request whose body has this change. */
  readonly request: (change: Record<string, string>) => { body: unknown; path?: unknown };
  readonly status?: readonly number[];
  /** Precedes the field in the name of the case; for operations with more than one payload. */
  readonly of?: string;
}

/** Sends the payload once without each field that §5 requires; none of these may be accepted. */
export async function blankFields(
  check: TestRun,
  name: OperationName,
  schema: Parameters<typeof requiredFieldsOf>[0] & {
    readonly shape: Readonly<Record<string, z.ZodMiniType>>;
  },
  { request, of = '', ...rest }: BlankOptions,
): Promise<void> {
  for (const field of requiredFieldsOf(schema) as readonly string[]) {
    await check.rejected(name, {
      ...rest,
      path: `${of}without ${field}`,
      request: () => request({ [field]: '' }) as never,
    });
  }
}

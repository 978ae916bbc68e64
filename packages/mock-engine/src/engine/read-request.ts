import { type Declaration, isBlankIssue } from '../declaration';
import { errorMessage } from '../error-message';
import type * as z from '../zod';

/** Nesting of the deepest body that is read. Exported data, the deepest that the product knows, has five levels. */
const MOST_LEVELS = 64;
/** Entries of the longest list that is read, such as the patients of one request. */
const MOST_ENTRIES = 100_000;

/** What is read of a request: a web `Request` has it, and an HTTP server needs none to be made. */
export type ReadableRequest = Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'text'>;

/** Position of the quote that ends the string starting at `start`. */
function endOfString(json: string, start: number): number {
  let end = start;
  for (;;) {
    end = json.indexOf('"', end + 1);
    if (end === -1) return json.length;
    let first = end;
    while (json[first - 1] === '\\') first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
}

/**
 * Checks the text before it is parsed: validating millions of invalid entries would exhaust memory, and deep nesting the
 * stack.
 *
 * @throws Error with a message for the caller
 */
export function requireLimits(json: string): void {
  const entries: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '[' || character === '{') {
      if (entries.push(1) > MOST_LEVELS) {
        throw new Error(`The body is nested more than ${MOST_LEVELS} levels deep`);
      }
    } else if (character === ']' || character === '}') entries.pop();
    else if (character === ',') {
      const count = (entries.pop() ?? 0) + 1;
      if (count > MOST_ENTRIES) throw new Error(`A list in the body has more than ${MOST_ENTRIES} entries`);
      entries.push(count);
    }
  }
}

/**
 * Reads a request's JSON, whatever its content type says; an empty body is `{}`.
 *
 * @throws Error with a message for the caller, if the body is not JSON, nested too deeply or has too long a list
 */
export async function readJson(request: Pick<ReadableRequest, 'text'>): Promise<unknown> {
  const sent = await request.text();
  if (sent === '') return {};
  requireLimits(sent);
  try {
    return JSON.parse(sent);
  } catch {
    throw new Error('The body is not JSON');
  }
}

export type RequestParts = { readonly path?: unknown; readonly query?: unknown; readonly body?: unknown };

type ReadRequest =
  | { readonly ok: true; readonly parts: RequestParts }
  /** `message` starts with the field, so that the client can distinguish an invalid phone from an invalid email. */
  | { readonly ok: false; readonly parts: RequestParts; readonly message: string };

type Issue = Parameters<typeof isBlankIssue>[0] & { readonly path: PropertyKey[]; readonly message: string };

/** The first issue as text: its path, then its message. */
export function describeIssue(issues: readonly Issue[]): string {
  const [issue] = issues;
  if (!issue) return 'does not fit the contract';
  const message = isBlankIssue(issue) ? 'must not be blank' : issue.message;
  return issue.path.length === 0 ? message : `${issue.path.map(String).join('.')}: ${message}`;
}

const isNumeric = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** The parameters of a path are strings, even where the contract declares numbers. */
function parsePath(schema: z.ZodMiniType, texts: Record<string, string>) {
  const asText = schema.safeParse(texts);
  if (asText.success) return asText;
  const unfit = new Set(asText.error.issues.map(({ path }) => path[0]));
  const coerced = Object.entries(texts).map(([name, text]) => [
    name,
    unfit.has(name) && isNumeric(text) ? Number(text) : text,
  ]);
  return schema.safeParse(Object.fromEntries(coerced));
}

/**
 * Reads and validates a request against its contract entry. Consumes the request's body.
 *
 * @param pathParams the path parameters, as strings
 */
export async function readRequest(
  declared: Declaration,
  request: ReadableRequest,
  pathParams: Record<string, string>,
): Promise<ReadRequest> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const parts: Record<string, unknown> = {
    ...(declared.path ? { path: pathParams } : {}),
    ...(declared.query ? { query } : {}),
  };
  if (declared.body) {
    try {
      parts.body = await readJson(request);
    } catch (error) {
      return { ok: false, parts, message: errorMessage(error) };
    }
  }
  const results = [
    ['path', declared.path && parsePath(declared.path, pathParams)] as const,
    ['query', declared.query?.safeParse(query)] as const,
    ['body', declared.body?.safeParse(parts.body)] as const,
  ];
  const parsed: Record<string, unknown> = {};
  for (const [part, result] of results) {
    if (!result) continue;
    if (!result.success) return { ok: false, parts, message: describeIssue(result.error.issues) };
    parsed[part] = result.data;
  }
  return { ok: true, parts: parsed };
}

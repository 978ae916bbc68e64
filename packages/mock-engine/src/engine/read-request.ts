import * as z from 'zod/mini';
import { type Declaration, isBlankIssue } from '../declaration';
import { errorMessage, inEnglish } from '../error-message';

/** Nesting of the deepest body that is read. Exported data, the deepest that the product knows, has five levels. */
const MOST_LEVELS = 64;
/** Entries of the longest list that is read, such as the patients of one request. */
const MOST_ENTRIES = 100_000;

/** What is read of a request: a web `Request` has it, and an HTTP server needs none to be made. */
export type ReadableRequest = Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'arrayBuffer'> &
  Partial<Pick<Request, 'credentials'>>;

/** A request as it came, for what its declared parts don't have. */
export interface HttpRequest extends Pick<Request, 'method' | 'url' | 'headers'> {
  readonly cookies: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The cookies in a `Cookie` header. */
export const cookiesIn = (header: string | null | undefined): Record<string, string> =>
  Object.fromEntries(
    (header ?? '').split(/;\s*/).flatMap((pair) => {
      const end = pair.indexOf('=');
      return end === -1 ? [] : [[pair.slice(0, end).trim(), pair.slice(end + 1)]];
    }),
  );

/**
 * Values of `Set-Cookie` that remove a cookie of this name from a client that sends it to this URL: it may have been set with
 * any path that the URL begins with.
 */
export function cookieRemovals(name: string, url: string): string[] {
  const { pathname } = new URL(url);
  const parents = [...pathname.matchAll(/\//g)].flatMap(({ index }) => [
    pathname.slice(0, index),
    pathname.slice(0, index + 1),
  ]);
  const paths = [...new Set([...parents, pathname])].filter(Boolean);
  // Browsers ignore these names without it.
  const secure = /^__(host|secure)-/i.test(name) ? '; Secure' : '';
  return paths.map((path) => `${name}=; Path=${path}; Max-Age=0${secure}`);
}

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
 * Reads a body as JSON; an empty one is `{}`.
 *
 * @throws Error with a message for the caller, if the body is not JSON, nested too deeply or has too long a list
 */
export function readJson(body: Uint8Array): unknown {
  if (body.length === 0) return {};
  const json = new TextDecoder().decode(body);
  requireLimits(json);
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('The body is not JSON');
  }
}

/** Texts by name, as paths, queries and forms have them; a repeated name has all of its values. */
type Fields = Readonly<Record<string, FormDataEntryValue | readonly FormDataEntryValue[]>>;

/** @throws Error with a message for the caller, if there are too many */
function fieldsOf(part: 'query' | 'body', entries: Iterable<[string, FormDataEntryValue]>): Fields {
  const fields: Record<string, FormDataEntryValue | FormDataEntryValue[]> = {};
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MOST_ENTRIES) throw new Error(`A list in the ${part} has more than ${MOST_ENTRIES} entries`);
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (Array.isArray(before)) before.push(value);
    else fields[name] = before === undefined ? value : [before, value];
  }
  return fields;
}

async function readForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<Fields> {
  const response = new Response(body, { headers: { 'content-type': type } });
  const form = await response.formData().catch(() => {
    throw new Error(`The body is not ${type.split(';')[0]}`);
  });
  return fieldsOf('body', form);
}

const isForm = (type: string) => /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
const isJsonOrNone = (type: string) => type === '' || /^(text\/plain|[^;]*\bjson)\b/i.test(type);

/**
 * Reads a body by its content type: a form's fields, a text, the bytes of anything else as a `File`. JSON is what has no
 * content type or `text/plain`, which is what browsers send with a text, unless the schema takes the text itself.
 */
async function readBody(schema: z.core.$ZodType, { headers, body }: HttpRequest): Promise<unknown> {
  const type = headers.get('content-type') ?? '';
  if (isForm(type)) return readForm(body, type);
  if (!isJsonOrNone(type)) {
    return /^text\//i.test(type) ? new TextDecoder().decode(body) : new File([body], '', { type });
  }
  const takesText = type !== '' && schema._zod.def.type === 'string';
  return takesText && /^text\//i.test(type) ? new TextDecoder().decode(body) : readJson(body);
}

export type RequestParts = { readonly path?: unknown; readonly query?: unknown; readonly body?: unknown };

type ReadRequest =
  | { readonly ok: true; readonly parts: RequestParts }
  /** `message` starts with the field, so that the client can distinguish an invalid phone from an invalid email. */
  | {
      readonly ok: false;
      readonly parts: RequestParts;
      readonly message: string;
      readonly issues: readonly RequestIssue[];
    };

/** What is wrong with one value of a request. */
export interface RequestIssue {
  readonly part: 'path' | 'query' | 'body';
  /** Names and positions that lead to the value within its part; empty for the whole part. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type Issue = Parameters<typeof isBlankIssue>[0] & { readonly path: PropertyKey[]; readonly message: string };

const messageOf = (issue: Issue): string => (isBlankIssue(issue) ? 'must not be blank' : issue.message);

/** The first issue as text: its path, then its message. */
export function describeIssue(issues: readonly Issue[]): string {
  const [issue] = issues;
  if (!issue) return 'does not fit the contract';
  const message = messageOf(issue);
  return issue.path.length === 0 ? message : `${issue.path.map(String).join('.')}: ${message}`;
}

const isNumeric = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** A text as the number or boolean that it spells. */
function literalIn(text: FormDataEntryValue): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return typeof text === 'string' && isNumeric(text) ? Number(text) : text;
}

/** What else texts may mean where the contract declares something else than a text: numbers, booleans, lists of one. */
const readings: readonly ((texts: Fields[string]) => unknown)[] = [
  (texts) => (Array.isArray(texts) ? texts.map(literalIn) : literalIn(texts as FormDataEntryValue)),
  (texts) => [texts].flat(),
  (texts) => [texts].flat().map((text) => literalIn(text as FormDataEntryValue)),
];

/** The codes of issues that another reading of the text can solve. */
const typeIssues: readonly (string | undefined)[] = ['invalid_type', 'invalid_value', 'invalid_union'];

/** Parses texts by what the contract declares for each of them. */
function parseFields(schema: z.core.$ZodType, fields: Fields) {
  const values: Record<string, unknown> = { ...fields };
  const results = [z.safeParse(schema, values, inEnglish)];
  for (const read of readings) {
    const { error } = results.at(-1) ?? {};
    if (!error) break;
    const names = error.issues
      .filter(({ code }) => typeIssues.includes(code))
      .map(({ path }) => String(path[0]));
    for (const name of new Set(names)) {
      const texts = fields[name];
      if (texts !== undefined) values[name] = read(texts);
    }
    results.push(z.safeParse(schema, values, inEnglish));
  }
  // Otherwise what is wrong with the number or boolean that a text spells.
  return results.find(({ success }) => success) ?? results[1] ?? z.safeParse(schema, values);
}

const texts = z.record(z.string(), z.string());

/**
 * Reads and validates a request against its contract entry.
 *
 * @param pathParams the path parameters, as strings
 */
export async function readRequest(
  declared: Declaration,
  request: HttpRequest,
  pathParams: Record<string, string>,
): Promise<ReadRequest> {
  const pathSchema = declared.path ?? (declared.operation.includes('{') ? texts : undefined);
  const parts: Record<string, unknown> = pathSchema ? { path: pathParams } : {};
  let part: 'query' | 'body' = 'query';
  try {
    if (declared.query) parts.query = fieldsOf(part, new URL(request.url).searchParams);
    part = 'body';
    if (declared.body) parts.body = await readBody(declared.body, request);
  } catch (error) {
    const message = errorMessage(error);
    return { ok: false, parts, message, issues: [{ part, path: [], message }] };
  }
  const hasForm = isForm(request.headers.get('content-type') ?? '');
  const results = [
    ['path', pathSchema && parseFields(pathSchema, pathParams)] as const,
    ['query', declared.query && parseFields(declared.query, parts.query as Fields)] as const,
    [
      'body',
      hasForm && declared.body
        ? parseFields(declared.body, parts.body as Fields)
        : declared.body && z.safeParse(declared.body, parts.body, inEnglish),
    ] as const,
  ];
  const parsed: Record<string, unknown> = {};
  const issues: RequestIssue[] = [];
  let message: string | undefined;
  for (const [part, result] of results) {
    if (!result) continue;
    if (result.success) {
      parsed[part] = result.data;
      continue;
    }
    message ??= describeIssue(result.error.issues);
    for (const issue of result.error.issues) {
      const path = issue.path.map((name) => (typeof name === 'number' ? name : String(name)));
      issues.push({ part, path, message: messageOf(issue) });
    }
  }
  return message === undefined ? { ok: true, parts: parsed } : { ok: false, parts, message, issues };
}

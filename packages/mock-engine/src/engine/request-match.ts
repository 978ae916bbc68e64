/** The signed-in account of a request: whatever the product's rules need. */
export interface AnyCaller {
  /** May select a branch, see `branchByMagic`. */
  readonly email?: string | undefined;
  /** With the email, names the caller in the log and in conditions, see `RequestWhere`. */
  readonly id?: string | number | undefined;
}

/** Which requests to match, as plain JSON. All conditions must hold. */
export interface RequestWhere {
  /**
   * Part of the request's body: each field given must have this value; others do not matter. In a text, `*` is any
   * characters. Each entry of a list must fit one of the request's list.
   */
  readonly body?: unknown;
  /** The path's parameters and the query, in the same way. */
  readonly path?: unknown;
  readonly query?: unknown;
  /** Email or id of the signed-in account; without one, an email address in the body, as in a login. */
  readonly caller?: string | undefined;
}

/** What of a request is compared. */
export interface SeenRequest {
  /** Its parts: path, query and body. */
  readonly parts: unknown;
  readonly caller?: AnyCaller | undefined;
}

/** Characters of a condition as JSON. */
const LONGEST_WHERE = 2000;
const parts = ['body', 'path', 'query'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldOf = (value: unknown, field: string): unknown =>
  isRecord(value) && Object.hasOwn(value, field) ? value[field] : undefined;

/** Whether the text fits the pattern, in which `*` is any characters. In linear time, so without a regular expression. */
function fitsText(pattern: string, text: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return pattern === text;
  const until = text.length - end.length;
  if (start.length > until || !text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  return rest.every((part) => {
    const position = text.indexOf(part, at);
    at = position + part.length;
    return position !== -1 && at <= until;
  });
}

function fits(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'string') {
    return (typeof actual === 'string' || typeof actual === 'number') && fitsText(expected, String(actual));
  }
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && expected.every((entry) => actual.some((item) => fits(entry, item)));
  }
  if (!isRecord(expected)) return expected === actual;
  return (
    isRecord(actual) &&
    Object.entries(expected).every(([field, value]) => fits(value, fieldOf(actual, field)))
  );
}

/** The email addresses in a request's body. */
export const addressesIn = (requestParts: unknown): string[] => {
  const body = fieldOf(requestParts, 'body');
  const values = isRecord(body) ? Object.values(body) : [];
  return values.filter((value): value is string => typeof value === 'string' && value.includes('@'));
};

const callersOf = ({ parts: requestParts, caller }: SeenRequest): string[] =>
  caller
    ? [caller.email, caller.id].filter((name) => name !== undefined).map(String)
    : addressesIn(requestParts);

const isBy = (caller: string, request: SeenRequest) =>
  callersOf(request).some((name) => fitsText(caller.toLowerCase(), name.toLowerCase()));

/** Whether all conditions hold. */
export const holds = ({ caller, ...where }: RequestWhere, request: SeenRequest): boolean =>
  (caller === undefined || isBy(caller, request)) &&
  parts.every((part) => where[part] === undefined || fits(where[part], fieldOf(request.parts, part)));

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

function differencesIn(place: string, expected: unknown, actual: unknown): string[] {
  if (fits(expected, actual)) return [];
  if (!isRecord(expected) || !isRecord(actual))
    return [`${place} is ${short(actual)}, not ${short(expected)}`];
  return Object.entries(expected).flatMap(([field, value]) =>
    differencesIn(`${place}.${field}`, value, fieldOf(actual, field)),
  );
}

/** Why a request does not match, such as `body.email is "a@example.com", not "b@example.com"`; empty if it is. */
export function differencesFrom({ caller, ...where }: RequestWhere, request: SeenRequest): string[] {
  const byOther =
    caller === undefined || isBy(caller, request)
      ? []
      : [`caller is ${callersOf(request)[0] ?? 'not signed in'}, not ${caller}`];
  return [
    ...byOther,
    ...parts.flatMap((part) =>
      where[part] === undefined ? [] : differencesIn(part, where[part], fieldOf(request.parts, part)),
    ),
  ];
}

/**
 * @throws Error for a condition that is no plain JSON, too long, or names an empty caller
 */
export function requireWhere(where: RequestWhere): void {
  if (where.caller !== undefined && (typeof where.caller !== 'string' || where.caller.trim() === '')) {
    throw new Error('where.caller must be an email address or the id of an account.');
  }
  if (JSON.stringify(where).length > LONGEST_WHERE) {
    throw new Error(`where must have at most ${LONGEST_WHERE} characters.`);
  }
}

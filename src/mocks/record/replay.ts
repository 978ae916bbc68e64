import type { ReadableRequest } from '@/mocks/engine/read-request';
import { asGet } from '@/mocks/hosts/http/http-server';
import { operationOf } from './classify';
import { type HarEntry, jsonOf } from './har';
import { type ServeOptions, serve } from './serve';

/** The same text for the same JSON, however it is written. */
function normalized(text: string): string {
  const sorted = (held: unknown): unknown => {
    if (Array.isArray(held)) return held.map(sorted);
    if (typeof held !== 'object' || held === null) return held;
    return Object.fromEntries(
      Object.entries(held)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([field, value]) => [field, sorted(value)]),
    );
  };
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return text;
  }
}

/** A recorded response, and whether it was given. */
interface Recorded {
  readonly entry: HarEntry;
  used: boolean;
}

const callerOf = ({ request }: HarEntry): string | null =>
  request.headers.find(({ name }) => name === 'authorization')?.value ?? null;

/**
 * The most exact description of a request first: with its body, without it, by its path alone, by its operation. Each
 * includes the caller, because a response of one is never another's.
 */
function keysOf(method: string, pathAndQuery: string, caller: string | null, body: string): Set<string> {
  const [path = ''] = pathAndQuery.split('?');
  const operation = operationOf(method, path)?.operation ?? path;
  const descriptions = [`${pathAndQuery} ${normalized(body)}`, pathAndQuery, path, operation];
  return new Set(descriptions.map((described) => JSON.stringify([method, caller, described])));
}

/** Names a caller without the token: by the email with which it was given in the recording, if that is known. */
function nameOf(caller: string | null, entries: readonly HarEntry[]): string {
  if (caller === null) return 'a caller without a token';
  const token = caller.replace(/^Bearer /, '');
  const given = entries.find(({ response }) => response.content.text?.includes(JSON.stringify(token)));
  const sent = jsonOf(given?.request.postData?.text);
  const email = typeof sent === 'object' && sent !== null ? Reflect.get(sent, 'email') : undefined;
  return typeof email === 'string' ? `the caller signed in as ${email}` : 'a caller with another token';
}

/** Why no recorded response may be given, and for whom there is one. */
function missingMessage(request: ReadableRequest, entries: readonly HarEntry[]): string {
  const { pathname } = new URL(request.url);
  const operation = operationOf(request.method, pathname);
  const others = entries.filter(
    ({ request: { method }, _path }) =>
      method === request.method &&
      (_path.split('?')[0] === pathname ||
        (operation !== undefined && operationOf(method, _path) === operation)),
  );
  if (others.length === 0) return `The recording has no ${request.method} ${pathname}.`;
  const callers = [...new Set(others.map(callerOf))].map((caller) => nameOf(caller, entries));
  const who = request.headers.has('authorization') ? 'with this token' : 'without a token';
  return `The recording has ${request.method} ${pathname} only for ${[...new Set(callers)].join(', ')}; a caller ${who} gets none of it.`;
}

/**
 * Answers from a recording. A request gets the recorded response of the same request (caller, path, query and body), or of
 * the one most like it by the same caller, at last any of the same operation; a repeated request gets the responses in the
 * recorded order, then the last one again. What was not recorded for this caller gets 501, with the callers it was
 * recorded for.
 *
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export function startReplay(entries: readonly HarEntry[], options: ServeOptions) {
  const recorded = new Map<string, Recorded[]>();
  for (const entry of entries) {
    const held: Recorded = { entry, used: false };
    const { method, postData } = entry.request;
    for (const key of keysOf(method, entry._path, callerOf(entry), postData?.text ?? '')) {
      const same = recorded.get(key);
      if (same) same.push(held);
      else recorded.set(key, [held]);
    }
  }
  return serve(async (asked) => {
    const request = asGet(asked);
    const { pathname, search } = new URL(request.url);
    const caller = request.headers.get('authorization');
    const keys = keysOf(request.method, pathname + search, caller, await request.text());
    const like = [...keys].map((key) => recorded.get(key)).find((found) => found !== undefined) ?? [];
    const next = like.find(({ used }) => !used) ?? like.at(-1);
    if (next === undefined) {
      return Response.json({ message: missingMessage(request, entries) }, { status: 501 });
    }
    // HEAD changes nothing, so the next GET gets the same response.
    if (asked.method !== 'HEAD') next.used = true;
    const { status, headers, content } = next.entry.response;
    if (status === 0) return Response.error();
    return new Response([204, 205, 304].includes(status) ? null : (content.text ?? ''), {
      status,
      // Recordings made by others may allow a browser to answer the next call itself.
      headers: headers
        .filter(({ name }) => name.toLowerCase() !== 'cache-control')
        .map(({ name, value }): [string, string] => [name, value]),
    });
  }, options);
}

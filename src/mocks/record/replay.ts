import { operationOf } from './classify';
import type { HarEntry } from './har';
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

/**
 * Answers from a recording. A request gets the recorded response of the same request (caller, path, query and body), or of
 * the one most like it by the same caller, at last any of the same operation; a repeated request gets the responses in the
 * recorded order, then the last one again. What was not recorded gets 501.
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
  return serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    const caller = request.headers.get('authorization');
    const keys = keysOf(request.method, pathname + search, caller, await request.text());
    const like = [...keys].map((key) => recorded.get(key)).find((found) => found !== undefined) ?? [];
    const next = like.find(({ used }) => !used) ?? like.at(-1);
    if (next === undefined) {
      return Response.json(
        { message: `The recording has no ${request.method} ${pathname}.` },
        { status: 501 },
      );
    }
    next.used = true;
    const { status, headers, content } = next.entry.response;
    if (status === 0) return Response.error();
    return new Response([204, 205, 304].includes(status) ? null : (content.text ?? ''), {
      status,
      headers: headers.map(({ name, value }): [string, string] => [name, value]),
    });
  }, options);
}

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

/** Recorded responses to the same request, in their order; the last one is repeated. */
class Responses {
  readonly #entries: HarEntry[] = [];
  #next = 0;

  add(entry: HarEntry): void {
    this.#entries.push(entry);
  }

  next(): HarEntry | undefined {
    const entry = this.#entries[Math.min(this.#next, this.#entries.length - 1)];
    this.#next += 1;
    return entry;
  }
}

/** The most exact description of a request first: with its caller and body, without them, by its operation alone. */
function keysOf(method: string, pathAndQuery: string, caller: string | null, body: string): string[] {
  const [path = ''] = pathAndQuery.split('?');
  return [
    `${method} ${pathAndQuery} ${caller} ${normalized(body)}`,
    `${method} ${pathAndQuery} ${caller}`,
    `${method} ${pathAndQuery}`,
    `${method} ${path}`,
  ];
}

/**
 * Answers from a recording. A request gets the recorded response of the same request (path, query, caller and body), or
 * of the one most like it; a repeated request gets the responses in the recorded order. What was not recorded gets 501.
 *
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export async function startReplay(entries: readonly HarEntry[], options: ServeOptions) {
  const recorded = new Map<string, Responses>();
  for (const entry of entries) {
    const { method, headers, postData } = entry.request;
    const caller = headers.find(({ name }) => name === 'authorization')?.value ?? null;
    for (const key of keysOf(method, entry._path, caller, postData?.text ?? '')) {
      const responses = recorded.get(key) ?? new Responses();
      responses.add(entry);
      recorded.set(key, responses);
    }
  }
  return serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    const caller = request.headers.get('authorization');
    const key = keysOf(request.method, pathname + search, caller, await request.text()).find((each) =>
      recorded.has(each),
    );
    const entry = key === undefined ? undefined : recorded.get(key)?.next();
    if (entry === undefined) {
      return Response.json(
        { message: `The recording has no ${request.method} ${pathname}.` },
        { status: 501 },
      );
    }
    const { status, headers, content } = entry.response;
    if (status === 0) return Response.error();
    return new Response([204, 205, 304].includes(status) ? null : (content.text ?? ''), {
      status,
      headers: headers.map(({ name, value }): [string, string] => [name, value]),
    });
  }, options);
}

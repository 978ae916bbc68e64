import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from '@/contract/zod';
import { type LatencyShape, longestDelay } from '@/mocks/engine/latency';

/** The parts of HAR 1.2 that a recording uses. Fields with an underscore are ours, as the format allows. */
const header = z.object({ name: z.string(), value: z.string() });
const harEntry = z.object({
  startedDateTime: z.string(),
  /** Milliseconds. */
  time: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(header),
    postData: z.optional(z.object({ mimeType: z.string(), text: z.string() })),
  }),
  response: z.object({
    /** 0: there was no response. */
    status: z.number(),
    headers: z.array(header),
    content: z.object({ mimeType: z.string(), text: z.optional(z.string()) }),
  }),
  /** Path and query below the base URL of the API or the chat service. */
  _path: z.string(),
  /** The operation of the contract, such as `POST /auth/login`; null if it has none. */
  _operation: z.nullable(z.string()),
  /** The branch of the contract; null if the response fits none. */
  _branch: z.nullable(z.string()),
});
export type HarEntry = z.output<typeof harEntry>;

const harFile = z.object({ log: z.object({ entries: z.array(harEntry) }) });

/** The JSON of a text; undefined if it is none. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Adds what HAR demands and a recording does not know. */
const completed = ({ request, response, ...entry }: HarEntry) => ({
  ...entry,
  request: {
    ...request,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: -1,
  },
  response: {
    ...response,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    content: { size: Buffer.byteLength(response.content.text ?? ''), ...response.content },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  },
  cache: {},
  timings: { send: 0, wait: entry.time, receive: 0 },
});

/** The JSON of entries, because a recording is written again and again. */
const texts = new WeakMap<HarEntry, string>();

function textOf(entry: HarEntry): string {
  const text = texts.get(entry) ?? JSON.stringify(completed(entry), null, 2);
  texts.set(entry, text);
  return text;
}

/** The bytes that an entry takes in the file. */
export const bytesOf = (entry: HarEntry): number => Buffer.byteLength(textOf(entry));

/** Writes a recording. A crash leaves the file as it was before. */
export async function writeHar(file: string, entries: readonly HarEntry[]): Promise<void> {
  const head = '{ "log": { "version": "1.2", "creator": { "name": "Kitwell mock backend", "version": "1" },';
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${head} "entries": [\n${entries.map(textOf).join(',\n')}\n] } }\n`);
  await rename(`${file}.new`, file);
}

/**
 * Reads a recording.
 *
 * @throws Error if the file is missing or is no recording of this product
 */
export async function readHar(file: string): Promise<readonly HarEntry[]> {
  let held: unknown;
  try {
    held = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as a HAR file.`, { cause: error });
  }
  const parsed = harFile.safeParse(held);
  if (parsed.success) return parsed.data.log.entries;
  const [first] = parsed.error.issues;
  throw new Error(`${file} is no recording: ${first?.path.join('.')}: ${first?.message}`);
}

const PERCENTILES = [0, 50, 90, 95, 99, 100];

/** How long the recorded responses took, as a latency of the mock backend; undefined if there are none. */
export function recordedLatency(
  entries: readonly HarEntry[],
): Extract<LatencyShape, { type: 'percentiles' }> | undefined {
  const durations = entries
    .filter(({ response }) => response.status !== 0)
    .map(({ time }) => Math.min(Math.max(Math.round(time), 0), longestDelay))
    .sort((one, other) => one - other);
  if (durations.length === 0) return undefined;
  const at = (percent: number) =>
    durations[Math.max(Math.ceil((percent / 100) * durations.length) - 1, 0)] ?? 0;
  return {
    type: 'percentiles',
    points: Object.fromEntries(PERCENTILES.map((percent) => [percent, at(percent)])),
  };
}

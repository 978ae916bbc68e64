import { randomUUID } from 'node:crypto';
import { withoutEndSlash } from '@/contract/declaration';
import { type Operation, routeOf } from '@/contract/operation';
import { asGet, type ReceivedRequest } from '@/mocks/hosts/http/http-server';
import { errorMessage } from '@/mocks/world/error-message';
import { classify, operationOf } from './classify';
import { bytesOf, type HarEntry, jsonOf, writeHar } from './har';
import { createRedactor, PATH, type Redactor } from './redact';
import { type ServeOptions, serve } from './serve';

interface RecordedApi {
  /** Base URL of the real API, without a trailing slash. */
  readonly api: string;
  /** Base URL of the real chat service; defaults to the API's. */
  readonly chat?: string;
}

interface Recording {
  /** Sends a request and records its response. HEAD, preflights, other hosts and the mock's control are not recorded. */
  readonly fetch: typeof fetch;
  /** What was recorded, redacted. */
  entries(): readonly HarEntry[];
  /** Ends the recording: from now on `fetch` only sends. */
  stop(): void;
}

interface RecorderOptions extends RecordedApi, ServeOptions {
  /** The HAR file to write. It is replaced. */
  readonly file: string;
  /** The most bytes of a recording: what comes later is only passed on. Defaults to 64 MB. */
  readonly mostBytes?: number;
  /** Milliseconds from a response to the write; defaults to 5,000. */
  readonly writeAfter?: number;
}

interface Recorder extends Pick<Recording, 'entries'> {
  /** Without a trailing slash. */
  readonly url: string;
  /**
   * Writes the recording and stops.
   *
   * @throws Error if the file cannot be written; nothing is lost then, and it may be called again
   */
  close(): Promise<void>;
}

/** A request and its response as they were, before redaction. Never kept. */
interface Exchange {
  readonly at: Date;
  readonly ms: number;
  readonly request: Request;
  readonly requestText: string;
  /** Path and query below the base URL. */
  readonly path: string;
  /** Undefined for a path that the contract does not have. */
  readonly declared: Operation | undefined;
  /** Null without a response. */
  readonly response: {
    readonly status: number;
    readonly headers: Headers;
    readonly bytes: ArrayBuffer;
    readonly text: string;
  } | null;
}

/** Headers that carry no secret, or whose value is replaced. */
const keptHeaders = ['accept', 'authorization', 'content-type', 'retry-after'];
/** Headers of one connection, of an encoding that `fetch` has already undone, or that would let a browser skip a call. */
const dropped =
  /^(cache-control|connection|keep-alive|proxy-.*|transfer-encoding|upgrade|te|trailer|expect|host|content-length|content-encoding|accept-encoding|access-control-.*)$/;
const WRITE_AFTER_MS = 5000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Without headers of one connection, among them those that `Connection` names. */
function withoutDropped(headers: Headers): Headers {
  const named = (headers.get('connection') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return new Headers([...headers].filter(([name]) => !dropped.test(name) && !named.includes(name)));
}

const normalUrl = (url: string): string => withoutEndSlash(new URL(url).href);

/** A part of a path that is not valid percent-encoding stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The branch of the contract; null if the response fits none. */
function branchOf({ declared, response }: Exchange): string | null {
  if (declared === undefined) return null;
  if (response === null) return 'network';
  const found = classify(declared, response.status, jsonOf(response.text));
  return 'branch' in found ? found.branch : null;
}

/** Sends a request, and reads the whole response. */
async function received(request: Request): Promise<NonNullable<Exchange['response']>> {
  const answer = await fetch(request);
  const bytes = await answer.arrayBuffer();
  return { status: answer.status, headers: answer.headers, bytes, text: new TextDecoder().decode(bytes) };
}

/** Replaces tokens, passwords and everything about persons in exchanges. */
function createEntries(redactor: Redactor) {
  const begun = Date.now();

  function redactedPath({ path, declared }: Exchange): string {
    const [pathname = '', query = ''] = path.split('?');
    const template = declared === undefined ? [] : routeOf(declared).path.split('/');
    const parts = pathname.split('/').map((part, index) => {
      if (part === (template[index] ?? '')) return part;
      const parameter = /^\{(\w+)\}$/.exec(template[index] ?? '')?.[1];
      return encodeURIComponent(redactor.value(parameter ?? PATH, decoded(part)));
    });
    const fields = [...new URLSearchParams(query)].map(([field, value]) => [
      redactor.field(field),
      redactor.value(field, value),
    ]);
    return parts.join('/') + (fields.length > 0 ? `?${new URLSearchParams(fields)}` : '');
  }

  const redactedHeaders = (headers: Headers): HarEntry['request']['headers'] =>
    [...headers]
      .filter(([name]) => keptHeaders.includes(name))
      .map(([name, value]) => ({
        name,
        value: name === 'authorization' ? redactor.value(name, value) : value,
      }));

  function redactedBody(text: string, from: 'client' | 'server'): string {
    const json = jsonOf(text);
    return json === undefined ? redactor.value('body', text) : JSON.stringify(redactor.body(json, from));
  }

  return (exchange: Exchange, base: string): HarEntry => {
    const { request, requestText, response, declared } = exchange;
    const path = redactedPath(exchange);
    const typeOf = (headers: Headers | undefined) => headers?.get('content-type') ?? 'text/plain';
    return {
      // Only the order and the distance of the calls: the real time would show by how much dates were moved.
      startedDateTime: new Date(exchange.at.getTime() - begun).toISOString(),
      time: exchange.ms,
      request: {
        method: request.method,
        url: base + path,
        headers: redactedHeaders(request.headers),
        ...(requestText === ''
          ? {}
          : { postData: { mimeType: typeOf(request.headers), text: redactedBody(requestText, 'client') } }),
      },
      response: {
        status: response?.status ?? 0,
        headers: response === null ? [] : redactedHeaders(response.headers),
        content: { mimeType: typeOf(response?.headers), text: redactedBody(response?.text ?? '', 'server') },
      },
      _path: path,
      _operation: declared?.operation ?? null,
      _branch: branchOf(exchange),
    };
  };
}

/**
 * Records the responses of a real API to what is sent by `fetch`.
 *
 * @param accept gets each new entry; one that it declines is not recorded
 * @param report gets a message for each response that could not be recorded, such as one nested too deeply
 */
export function createRecording(
  recorded: RecordedApi,
  accept: (entry: HarEntry) => boolean = () => true,
  report: (message: string) => void = () => undefined,
): Recording {
  // As `Request` writes them, so that they are found in its URL.
  const api = normalUrl(recorded.api);
  const chat = normalUrl(recorded.chat ?? recorded.api);
  const bases = [api, chat].sort((one, other) => other.length - one.length);
  const entryOf = createEntries(createRedactor(randomUUID()));
  const entries: HarEntry[] = [];
  let isStopped = false;

  function add(
    sent: Pick<Exchange, 'at' | 'request' | 'requestText' | 'path'>,
    response: Exchange['response'],
  ) {
    if (isStopped) return;
    const declared = operationOf(sent.request.method, sent.path);
    // Redacted once and at once, so that neither secrets nor work add up.
    try {
      const entry = entryOf(
        { ...sent, ms: Date.now() - sent.at.getTime(), declared, response },
        declared?.host === 'chat' ? chat : api,
      );
      if (accept(entry)) entries.push(entry);
    } catch (error) {
      const operation = declared?.operation ?? `${sent.request.method} at an unknown path`;
      report(`A response of ${operation} could not be recorded: ${errorMessage(error)}`);
    }
  }

  return {
    entries: () => entries,
    stop() {
      isStopped = true;
    },
    async fetch(input, init) {
      const request = new Request(input, init);
      const base = bases.find((each) => request.url.startsWith(`${each}/`));
      const path = request.url.slice(base?.length);
      // A response to HEAD has no body to replay. The mock's mailbox and checkouts are no part of the API.
      const isAside = /^(HEAD|OPTIONS)$/.test(request.method) || path.startsWith('/__mock/');
      if (base === undefined || isAside) return fetch(request);
      const requestText = await request.clone().text();
      const sent = { at: new Date(), request, requestText, path };
      const answer = await received(request).catch((error: unknown) => {
        // What the caller cancelled says nothing about the API.
        if (!request.signal.aborted) add(sent, null);
        throw error;
      });
      add(sent, answer);
      const { status, headers, bytes } = answer;
      return new Response([204, 205, 304].includes(status) ? null : bytes, { status, headers });
    },
  };
}

/**
 * A proxy before a real API that records what it answers as a HAR file.
 *
 * @returns resolves once it listens, and the file was written
 * @throws Error if the port is taken or the file cannot be written
 */
export async function startRecorder({ file, ...options }: RecorderOptions): Promise<Recorder> {
  const { mostBytes = MOST_BYTES, writeAfter = WRITE_AFTER_MS, report = () => undefined } = options;
  const api = normalUrl(options.api);
  const chat = normalUrl(options.chat ?? options.api);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  /** How many entries the file has. */
  let written = -1;
  let isFailing = false;

  const recording = createRecording(
    options,
    (entry) => {
      bytes += bytesOf(entry);
      if (bytes > mostBytes) {
        recording.stop();
        report(
          `The recording has reached ${mostBytes} bytes: what comes now is passed on, but not recorded.`,
        );
        return false;
      }
      timer ??= setTimeout(() => void writeUnasked(), writeAfter);
      return true;
    },
    report,
  );

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing
      .catch(() => undefined)
      .then(async () => {
        const entries = [...recording.entries()];
        if (entries.length === written) return;
        await writeHar(file, entries);
        written = entries.length;
        isFailing = false;
      });
    return writing;
  }

  /** Not awaited: the first of several failures is reported. The next one tries again. */
  async function writeUnasked() {
    await write().catch((error: unknown) => {
      if (!isFailing) report(`${file} could not be written: ${errorMessage(error)}`);
      isFailing = true;
    });
  }

  async function forward(request: ReceivedRequest): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const base = operationOf(asGet(request).method, pathname)?.host === 'chat' ? chat : api;
    const { body } = request;
    try {
      const answer = await recording.fetch(base + pathname + search, {
        method: request.method,
        headers: withoutDropped(request.headers),
        redirect: 'manual',
        signal: request.signal,
        ...(body.length > 0 && { body }),
      });
      return new Response(answer.body, { status: answer.status, headers: withoutDropped(answer.headers) });
    } catch {
      return Response.error();
    }
  }

  // The file is replaced only once the port is known to be free, and before anything is recorded.
  const server = await serve(forward, options);
  try {
    await write();
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    url: server.url,
    entries: recording.entries,
    async close() {
      // While the file cannot be written, it goes on recording. It may have been removed.
      written = -1;
      await write();
      await server.close();
      recording.stop();
      await write();
    },
  };
}

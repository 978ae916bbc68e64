import { randomUUID } from 'node:crypto';
import { declarationOf, operationNames } from '@/contract/contract';
import { withoutEndSlash } from '@/contract/declaration/declaration';
import { type Operation, routeOf } from '@/contract/operation';
import { classify } from './classify';
import { type HarEntry, jsonOf, writeHar } from './har';
import { createRedactor, PATH, type Redactor } from './redact';
import { type ServeOptions, serve } from './serve';

interface RecordedApi {
  /** Base URL of the real API, without a trailing slash. */
  readonly api: string;
  /** Base URL of the real chat service; defaults to the API's. */
  readonly chat?: string;
}

export interface Recording {
  /** Sends a request and records its response. Preflights, other hosts and the mock's control are not recorded. */
  readonly fetch: typeof fetch;
  /** What was recorded, redacted. */
  entries(): readonly HarEntry[];
}

interface RecorderOptions extends RecordedApi, ServeOptions {
  /** The HAR file to write. It is replaced. */
  readonly file: string;
}

interface Recorder extends Pick<Recording, 'entries'> {
  /** Without a trailing slash. */
  readonly url: string;
  /** Stops, and writes the recording. */
  close(): Promise<void>;
}

/** A request and its response as they were, before redaction. Never written. */
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
  readonly response: { readonly status: number; readonly headers: Headers; readonly text: string } | null;
}

/** Headers that carry no secret, or whose value is replaced. */
const keptHeaders = ['accept', 'authorization', 'content-type', 'retry-after'];
/** Headers of one connection, or of an encoding that `fetch` has already undone. */
const dropped =
  /^(connection|keep-alive|transfer-encoding|upgrade|te|trailer|host|content-length|content-encoding|accept-encoding|access-control-.*)$/;
const WRITE_AFTER_MS = 5000;

const withoutDropped = (headers: Headers): Headers =>
  new Headers([...headers].filter(([name]) => !dropped.test(name)));

const normalUrl = (url: string): string => withoutEndSlash(new URL(url).href);

/** A part of a path that is not valid percent-encoding stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function operationOf(method: string, path: string): Operation | undefined {
  const [pathname = ''] = path.split('?');
  return operationNames.map(declarationOf).find((declared) => {
    const route = routeOf(declared);
    const pattern = route.path.replaceAll(/\{\w+\}/g, '[^/]+');
    return route.method === method && new RegExp(`^${pattern}/?$`).test(pathname);
  });
}

/** The branch of the contract; null if the response fits none. */
function branchOf({ declared, response }: Exchange): string | null {
  if (declared === undefined) return null;
  if (response === null) return 'network';
  const found = classify(declared, response.status, jsonOf(response.text));
  return 'branch' in found ? found.branch : null;
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
      // Only the order and the distance of the calls: the real time would tell by how much dates were moved.
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

/** Records the responses of a real API to what is sent by `fetch`. */
export function createRecording(recorded: RecordedApi, onRecorded = () => undefined): Recording {
  // As `Request` writes them, so that they are found in its URL.
  const api = normalUrl(recorded.api);
  const chat = normalUrl(recorded.chat ?? recorded.api);
  const bases = [api, chat].sort((one, other) => other.length - one.length);
  const redactor = createRedactor(randomUUID());
  const entryOf = createEntries(redactor);
  const exchanges: Exchange[] = [];

  function add(
    sent: Pick<Exchange, 'at' | 'request' | 'requestText' | 'path'>,
    response: Exchange['response'],
  ) {
    const declared = operationOf(sent.request.method, sent.path);
    exchanges.push({ ...sent, ms: Date.now() - sent.at.getTime(), declared, response });
    onRecorded();
  }

  return {
    entries: () => exchanges.map((each) => entryOf(each, each.declared?.host === 'chat' ? chat : api)),
    async fetch(input, init) {
      const request = new Request(input, init);
      const base = bases.find((each) => request.url.startsWith(`${each}/`));
      const path = request.url.slice(base?.length);
      // The mock's mailbox and checkouts are no part of the API.
      if (base === undefined || request.method === 'OPTIONS' || path.startsWith('/__mock/'))
        return fetch(request);
      const requestText = await request.clone().text();
      const sent = { at: new Date(), request, requestText, path };
      const answer = await fetch(request).catch((error: unknown) => {
        // What the caller cancelled says nothing about the API.
        if (!request.signal.aborted) add(sent, null);
        throw error;
      });
      const text = await answer.text();
      const { status, headers } = answer;
      add(sent, { status, headers, text });
      return new Response([204, 205, 304].includes(status) ? null : text, { status, headers });
    },
  };
}

/**
 * A proxy before a real API that records what it answers as a HAR file.
 *
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export async function startRecorder({ file, ...options }: RecorderOptions): Promise<Recorder> {
  const api = normalUrl(options.api);
  const chat = normalUrl(options.chat ?? options.api);
  let timer: ReturnType<typeof setTimeout> | null = null;
  let written: Promise<void> = Promise.resolve();
  const recording = createRecording(options, () => {
    // A failure shows again on closing, which writes as well.
    timer ??= setTimeout(() => void write().catch(() => undefined), WRITE_AFTER_MS);
  });

  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    written = written.catch(() => undefined).then(() => writeHar(file, recording.entries()));
    return written;
  }

  async function forward(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const base = operationOf(request.method, pathname)?.host === 'chat' ? chat : api;
    const text = await request.text();
    try {
      const answer = await recording.fetch(base + pathname + search, {
        method: request.method,
        headers: withoutDropped(request.headers),
        redirect: 'manual',
        signal: request.signal,
        ...(text === '' ? {} : { body: text }),
      });
      return new Response(answer.body, { status: answer.status, headers: withoutDropped(answer.headers) });
    } catch {
      return Response.error();
    }
  }

  // A file that can't be written must be known before anything is recorded.
  await write();
  const server = await serve(forward, options);
  return {
    url: server.url,
    entries: recording.entries,
    async close() {
      await server.close();
      await write();
    },
  };
}

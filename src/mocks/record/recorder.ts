import { randomUUID } from 'node:crypto';
import { declarationOf, operationNames } from '@/contract/contract';
import { type Operation, routeOf } from '@/contract/operation';
import { classify } from './classify';
import { type HarEntry, jsonOf, writeHar } from './har';
import { createRedactor, PATH } from './redact';
import { type ServeOptions, serve } from './serve';

export interface RecorderOptions extends ServeOptions {
  /** Base URL of the real API, without a trailing slash. */
  readonly api: string;
  /** Base URL of the real chat service; defaults to the API's. */
  readonly chat?: string;
  /** The HAR file to write. It is replaced. Nothing is written without one. */
  readonly file?: string;
}

export interface Recorder {
  /** Without a trailing slash. */
  readonly url: string;
  /** The recording so far, redacted. */
  entries(): readonly HarEntry[];
  /** Stops, and writes the recording. */
  close(): Promise<void>;
}

/** A request and its response as they were, before redaction. Never written. */
interface Exchange {
  readonly at: Date;
  readonly ms: number;
  readonly request: Request;
  readonly requestText: string;
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
const WRITE_AFTER_MS = 1000;

const withoutDropped = (headers: Headers): Headers =>
  new Headers([...headers].filter(([name]) => !dropped.test(name)));

/** A part of a path that is not valid percent-encoding stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function operationOf({ method, url }: Request): Operation | undefined {
  const { pathname } = new URL(url);
  return operationNames.map(declarationOf).find((declared) => {
    const route = routeOf(declared);
    const pattern = route.path.replaceAll(/\{\w+\}/g, '[^/]+');
    return route.method === method && new RegExp(`^${pattern}/?$`).test(pathname);
  });
}

/** The branch of the contract; null if the response fits none. */
function branchOf(declared: Operation | undefined, response: Exchange['response']): string | null {
  if (declared === undefined) return null;
  if (response === null) return 'network';
  const found = classify(declared, response.status, jsonOf(response.text));
  return 'branch' in found ? found.branch : null;
}

/**
 * A proxy before a real API that records what it answers as a HAR file. Tokens, passwords and everything about persons
 * are replaced before it is written.
 *
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { file, api } = options;
  const chat = options.chat ?? api;
  const redactor = createRedactor(randomUUID());
  const exchanges: Exchange[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let written: Promise<void> = Promise.resolve();

  const baseOf = (declared: Operation | undefined) => (declared?.host === 'chat' ? chat : api);

  function redactedPath({ request, declared }: Exchange): string {
    const { pathname, searchParams } = new URL(request.url);
    const template = declared === undefined ? [] : routeOf(declared).path.split('/');
    const path = pathname.split('/').map((part, index) => {
      if (part === (template[index] ?? '')) return part;
      const parameter = /^\{(\w+)\}$/.exec(template[index] ?? '')?.[1];
      return encodeURIComponent(redactor.value(parameter ?? PATH, decoded(part)));
    });
    const query = new URLSearchParams(
      [...searchParams].map(([field, value]) => [field, redactor.value(field, value)]),
    );
    return `${path.join('/')}${query.size > 0 ? `?${query}` : ''}`;
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

  function entryOf(exchange: Exchange): HarEntry {
    const { request, requestText, response, declared } = exchange;
    const path = redactedPath(exchange);
    const typeOf = (headers: Headers | undefined) => headers?.get('content-type') ?? 'text/plain';
    return {
      startedDateTime: exchange.at.toISOString(),
      time: exchange.ms,
      request: {
        method: request.method,
        url: baseOf(declared) + path,
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
      _branch: branchOf(declared, response),
    };
  }

  /** Redacts from the beginning: what a later response tells about a person is also replaced in earlier ones. */
  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (file !== undefined) written = written.then(() => writeHar(file, exchanges.map(entryOf)));
    return written;
  }

  function add(request: Request, requestText: string, at: Date, response: Exchange['response']): void {
    const declared = operationOf(request);
    const ms = Date.now() - at.getTime();
    exchanges.push({ at, ms, request, requestText, declared, response });
    redactor.learn(jsonOf(requestText));
    redactor.learn(jsonOf(response?.text ?? ''));
    // A failure shows again on closing, which writes as well.
    timer ??= setTimeout(() => void write().catch(() => undefined), WRITE_AFTER_MS);
  }

  async function forward(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const at = new Date();
    const requestText = await request.text();
    try {
      const answer = await fetch(baseOf(operationOf(request)) + pathname + search, {
        method: request.method,
        headers: withoutDropped(request.headers),
        redirect: 'manual',
        signal: request.signal,
        ...(requestText === '' ? {} : { body: requestText }),
      });
      const { status } = answer;
      const text = await answer.text();
      add(request, requestText, at, { status, headers: answer.headers, text });
      const body = [204, 205, 304].includes(status) ? null : text;
      return new Response(body, { status, headers: withoutDropped(answer.headers) });
    } catch {
      add(request, requestText, at, null);
      return Response.error();
    }
  }

  const server = await serve(forward, options);
  return {
    url: server.url,
    entries: () => exchanges.map(entryOf),
    async close() {
      await server.close();
      await write();
    },
  };
}

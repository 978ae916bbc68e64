import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import compression from 'compression';
import sirv from 'sirv';
import { FALLBACK_FILE } from './manifest';
import { HEADERS_FILE, NGINX_HEADERS_FILE, readHeaders } from './security-headers';

export interface ServedBuild {
  readonly url: string;
  close(): Promise<void>;
}

const wantsPage = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (request.headers.accept ?? '').includes('text/html');

/** The path as nginx reads it: decoded, with single slashes, without the query. */
function tidyPath(target: string): string {
  const path = (target.split('?')[0] ?? '').replaceAll(/\/{2,}/g, '/');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Configuration of the host; not served. */
const hidden = new Set([HEADERS_FILE, NGINX_HEADERS_FILE].map((file) => `/${file}`));

/**
 * Serves a build folder as a static host does: compressed, with the headers of the build, the application's page for a
 * deep link, and 404 for everything else (an API path must not be answered with a page).
 *
 * @param options.base the base path of the build, with slashes at both ends
 * @param options.port 0 takes any free port
 * @param options.compressed false: for tests, where every new browser context would have all files compressed again
 * @throws Error if the folder contains no build, or the port is taken
 */
export async function serveBuild(options: {
  dir: string;
  base?: string;
  port?: number;
  compressed?: boolean;
}): Promise<ServedBuild> {
  const { base = '/', port = 0, compressed = true } = options;
  const dir = resolve(options.dir);
  if (!existsSync(join(dir, HEADERS_FILE)))
    throw new Error(`${options.dir}/ holds no build: run the build first`);

  // Reads each file when it is asked for: a new build may replace the folder.
  const files = sirv(dir, { dev: true, etag: true, ignores: false });
  const compress: ReturnType<typeof compression> = compressed ? compression() : (_, __, next) => next();

  function notFound(request: IncomingMessage, response: ServerResponse): void {
    if (wantsPage(request) && !request.url?.startsWith('/assets/')) {
      const page = readFileSync(join(dir, FALLBACK_FILE));
      response.writeHead(200, { 'content-type': 'text/html;charset=utf-8' }).end(page);
      return;
    }
    // The next release may add the file, so the 404 must not be cached.
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
    response.writeHead(404, headers).end('{"message":"Not found"}');
  }

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = tidyPath(request.url ?? '/');
    for (const { prefix, set } of readHeaders(dir)) {
      if (path.startsWith(prefix)) response.setHeaders(new Map(set));
    }
    if (`${path}/` === base) {
      response.writeHead(301, { location: base }).end();
      return;
    }
    compress(request, response, () => {
      if (!path.startsWith(base)) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end(`This build lives at ${base}`);
        return;
      }
      request.url = path.slice(base.length - 1);
      if (hidden.has(request.url)) notFound(request, response);
      else files(request, response, () => notFound(request, response));
    });
  };
  const server = createServer((request, response) => {
    try {
      answer(request, response);
    } catch {
      response.writeHead(503, { 'retry-after': '5' }).end('The build is being replaced');
    }
  });

  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  const address = server.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://localhost:${actualPort}${base}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

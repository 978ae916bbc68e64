import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'vite';
import { startMockProcess } from '../../tests/mocks/http/mock-process';
import { FALLBACK_FILE } from '../build/manifest';
import { HEADERS_FILE } from '../build/security-headers';
import { serveBuild } from '../build/serve-build';
import { ROOT } from '../lib/run';
import { type Figure, inPairs, median, ratio } from './support/bench';
import { demoPage } from './support/bench-browser';

/** The cost of one small response of the mock backend, without its simulated latency. */

const CALLS = 40;

/** Runs in Node and, serialized, in the page. Returns the milliseconds of each of `calls` calls. */
async function timeCalls(url: string, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const asked = performance.now();
    await (await fetch(url)).text();
    times.push(performance.now() - asked);
  }
  return times;
}

/** A server without a framework. */
async function bareServer(body: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://localhost:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Serves a page on which MSW has a single handler, which only responds with `body`. */
async function serveMswAlone(body: string): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = join(ROOT, '.cache/msw-alone');
  const dir = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const page = '<!doctype html><title>MSW alone</title><script type="module" src="./main.js"></script>';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(
    join(folder, 'main.js'),
    `import { http, HttpResponse } from 'msw';
    import { setupWorker } from 'msw/browser';
    const headers = { 'content-type': 'application/json' };
    const answer = http.get('/api', () => new HttpResponse(${JSON.stringify(body)}, { headers }));
    setupWorker(answer).start({ quiet: true }).then(() => document.body.append('ready'));`,
  );
  await build({ configFile: false, root: folder, logLevel: 'error', build: { outDir: dir } });
  copyFileSync(join(ROOT, 'node_modules/msw/lib/mockServiceWorker.js'), join(dir, 'mockServiceWorker.js'));
  copyFileSync(join(dir, 'index.html'), join(dir, FALLBACK_FILE));
  writeFileSync(join(dir, HEADERS_FILE), '');
  return serveBuild({ dir });
}

const inBrowser = (): Promise<Figure> =>
  demoPage(async (browser, url) => {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(() => window.__mock !== undefined);
    const body = await page.evaluate(async () => {
      await window.__mock?.ready;
      window.__mock?.latency(0, 0);
      return (await fetch('/api/clinic/fetch-clinics')).text();
    });
    const served = await serveMswAlone(body);
    const msw = await browser.newPage();
    await msw.goto(served.url);
    await msw.getByText('ready').waitFor();
    const timed = (path: string) => `(${timeCalls.toString()})('${path}', ${CALLS})`;
    const pairs = await inPairs(
      async () => median(await page.evaluate<number[]>(timed('/api/clinic/fetch-clinics'))),
      async () => median(await msw.evaluate<number[]>(timed('/api'))),
    );
    await served.close();
    return ratio('mocked fetch in the browser, by MSW with one handler', 1.6, pairs);
  });

async function overHttp(): Promise<Figure> {
  const mock = await startMockProcess();
  const call = `${mock.url}/clinic/fetch-clinics`;
  const server = await bareServer(await (await fetch(call)).text());
  try {
    const pairs = await inPairs(
      async () => median(await timeCalls(call, CALLS)),
      async () => median(await timeCalls(server.url, CALLS)),
    );
    return ratio('mocked fetch over HTTP, by a server that only answers', 4, pairs);
  } finally {
    server.close();
    await mock.stop();
  }
}

export const run = async (): Promise<Figure[]> => [await inBrowser(), await overHttp()];

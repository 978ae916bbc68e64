import { createServer } from 'node:http';
import { startMockProcess } from '../../tests/mocks/http/mock-process';
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

/** A server without a framework, and a page whose service worker only responds. */
async function bareServer(body: string): Promise<{ url: string; close: () => void }> {
  const answer = JSON.stringify(body);
  const files: Readonly<Record<string, readonly [type: string, content: string]>> = {
    '/': ['text/html', '<!doctype html><title>bare</title>'],
    '/worker.js': [
      'text/javascript',
      `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => {
        if (new URL(event.request.url).pathname !== '/api') return;
        event.respondWith(new Response(${answer}, { headers: { 'content-type': 'application/json' } }));
      });`,
    ],
    '/api': ['application/json', body],
  };
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(content === '' ? 404 : 200, { 'content-type': type }).end(content);
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
    const server = await bareServer(body);
    const bare = await browser.newPage();
    await bare.goto(server.url);
    await bare.evaluate(async () => {
      const controlled = new Promise((done) => {
        navigator.serviceWorker.oncontrollerchange = done;
      });
      await navigator.serviceWorker.register('/worker.js');
      await controlled;
    });
    const timed = (path: string) => `(${timeCalls.toString()})('${path}', ${CALLS})`;
    const pairs = await inPairs(
      async () => median(await page.evaluate<number[]>(timed('/api/clinic/fetch-clinics'))),
      async () => median(await bare.evaluate<number[]>(timed('/api'))),
    );
    server.close();
    return ratio('mocked fetch in the browser, by a worker that only answers', 1.6, pairs);
  });

async function overHttp(): Promise<Figure> {
  const mock = await startMockProcess();
  const call = `${mock.url}/clinic/fetch-clinics`;
  const server = await bareServer(await (await fetch(call)).text());
  try {
    const pairs = await inPairs(
      async () => median(await timeCalls(call, CALLS)),
      async () => median(await timeCalls(`${server.url}api`, CALLS)),
    );
    return ratio('mocked fetch over HTTP, by a server that only answers', 4, pairs);
  } finally {
    server.close();
    await mock.stop();
  }
}

export const run = async (): Promise<Figure[]> => [await inBrowser(), await overHttp()];

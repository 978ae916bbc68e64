import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { startMockProcess } from '../../tests/mocks/http/mock-process';
import { FALLBACK_FILE } from '../build/manifest';
import { HEADERS_FILE } from '../build/security-headers';
import { ROOT, run as runTool } from '../lib/run';
import { type Figure, inPairs, median, ratio, rounded } from './support/bench';
import { freshBuild, inBuilds, largestPaint, withoutScripts } from './support/bench-browser';
import { installAside } from './support/install-aside';

/**
 * Compares the product with common alternatives. The mock backend over HTTP against two other mock servers, each in its
 * own process, with the same 10,000 patients and login (json-server has none): calls per second over ten connections.
 * Kitwell's validates every body, and each row of a list once; the others don't. Then `/` against the same markup
 * rendered by React in the browser.
 */

export const onlyByName = true;

const PACKAGES = { '@mockoon/cli': '9.9.0', 'json-server': '0.17.4', autocannon: '8.0.0' };
const ROWS = 10_000;
const CREDENTIALS = { email: 'provider@kitwell.test', password: 'Provider1!' };
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 10;
/** The required ratio to the calls per second of the faster alternative. */
const BUDGET = 1.5;

type Row = Readonly<Record<string, unknown>>;

interface Call {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Peer {
  readonly url: string;
  readonly list: Call;
  /** Absent where the server has no login. */
  readonly login?: Call;
  stop(): Promise<unknown>;
}

const freePort = () =>
  new Promise<number>((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Waits up to 30 seconds for a server's first response. */
async function whenUp(server: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`The server for ${url} ended with ${server.exitCode ?? server.signalCode}.`);
    if (await answers(url)) return;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`Nothing answers at ${url}.`);
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function startKitwell(): Promise<Peer> {
  const { url, stop } = await startMockProcess();
  await post(`${url}/__mock/latency`, { min: 0, max: 0 });
  await post(`${url}/__mock/reset`, { preset: 'large', patients: ROWS });
  const { token } = Object(await post(`${url}/auth/login`, CREDENTIALS));
  return {
    url,
    list: { path: '/patient/fetch-patients', headers: { authorization: String(token) } },
    login: { path: '/auth/login', body: CREDENTIALS },
    stop,
  };
}

async function startProcess(command: readonly string[], url: string): Promise<() => Promise<unknown>> {
  const server = spawn(process.execPath, command, { stdio: 'ignore' });
  const ended = new Promise((end) => server.once('close', end));
  const stop = () => {
    server.kill('SIGKILL');
    return ended;
  };
  try {
    await whenUp(server, `${url}/patients?_limit=1`);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function startJsonServer(modules: string, folder: string, rows: readonly Row[]): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const data = join(folder, 'json-server.json');
  writeFileSync(data, JSON.stringify({ patients: rows }));
  const bin = join(modules, 'json-server/lib/cli/bin.js');
  const command = [bin, data, '--port', `${port}`, '--host', '127.0.0.1', '--quiet'];
  const stop = await startProcess(command, url);
  return { url, list: { path: '/patients' }, stop };
}

const mockoonResponse = (rest: Row) => ({
  uuid: randomUUID(),
  body: '{}',
  latency: 0,
  statusCode: 200,
  label: '',
  headers: [],
  bodyType: 'INLINE',
  filePath: '',
  databucketID: '',
  sendFileAsBody: false,
  rules: [],
  rulesOperator: 'AND',
  disableTemplating: true,
  fallbackTo404: false,
  default: true,
  crudKey: 'id',
  callbacks: [],
  ...rest,
});

const mockoonRoute = (rest: Row) => ({
  uuid: randomUUID(),
  documentation: '',
  responseMode: null,
  streamingMode: null,
  streamingInterval: 0,
  ...rest,
});

const bodyHas = (modifier: string, value: string) => ({
  target: 'body',
  modifier,
  value,
  invert: false,
  operator: 'equals',
});

async function startMockoon(modules: string, folder: string, rows: readonly Row[]): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const routes = [
    mockoonRoute({
      type: 'crud',
      method: '',
      endpoint: 'patients',
      responses: [mockoonResponse({ bodyType: 'DATABUCKET', databucketID: 'rows' })],
    }),
    mockoonRoute({
      type: 'http',
      method: 'post',
      endpoint: 'login',
      responses: [
        mockoonResponse({
          body: JSON.stringify({ token: 'a'.repeat(40) }),
          default: false,
          rules: Object.entries(CREDENTIALS).map(([name, value]) => bodyHas(name, value)),
        }),
        mockoonResponse({ body: JSON.stringify({ message: 'Invalid credentials' }), statusCode: 400 }),
      ],
    }),
  ];
  const environment = {
    uuid: randomUUID(),
    lastMigration: 33,
    name: 'peer',
    port,
    hostname: '127.0.0.1',
    endpointPrefix: '',
    latency: 0,
    folders: [],
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: true,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [{ uuid: randomUUID(), id: 'rows', name: 'rows', documentation: '', value: JSON.stringify(rows) }],
    callbacks: [],
  };
  const file = join(folder, 'mockoon.json');
  writeFileSync(file, JSON.stringify(environment));
  const bin = join(modules, '@mockoon/cli/bin/run.js');
  const command = [bin, 'start', '--data', file, '--disable-log-to-file', '--repair'];
  const stop = await startProcess(command, url);
  return {
    url,
    list: { path: '/patients' },
    login: { path: '/login', body: CREDENTIALS },
    stop,
  };
}

/** Answered calls per second. */
async function callsPerSecond(autocannon: string, { url }: Peer, call: Call): Promise<number> {
  const headers = {
    ...call.headers,
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const { ok, output } = await runTool('node', [
    autocannon,
    '--json',
    '--connections',
    `${CONNECTIONS}`,
    '--duration',
    `${SECONDS}`,
    ...(call.body === undefined ? [] : ['--method', 'POST', '--body', JSON.stringify(call.body)]),
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    url + call.path,
  ]);
  const result = ok ? JSON.parse(output.slice(output.indexOf('{'))) : null;
  if (result === null || result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${url}${call.path} could not be measured: ${output.slice(0, 2000)}`);
  return Number(result['2xx']) / Number(result.duration);
}

/** Measures the servers in turn; returns no figures if the packages can't be installed. */
async function httpMocks(): Promise<Figure[]> {
  const modules = await installAside('peers', PACKAGES);
  if (modules === null) return [];
  const folder = join(modules, '../data');
  mkdirSync(folder, { recursive: true });
  const kitwell = await startKitwell();
  const started: Peer[] = [kitwell];
  try {
    const answer = await fetch(kitwell.url + kitwell.list.path, { headers: kitwell.list.headers ?? {} });
    const rows: Row[] = await answer.json();
    const mockoon = await startMockoon(modules, folder, rows);
    started.push(mockoon);
    const jsonServer = await startJsonServer(modules, folder, rows);
    started.push(jsonServer);
    const autocannon = join(modules, 'autocannon/autocannon.js');
    const figures: Figure[] = [];
    for (const call of ['list', 'login'] as const) {
      const measured = new Map<string, number[]>();
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [name, peer] of Object.entries({ kitwell, mockoon, 'json-server': jsonServer })) {
          const asked = peer[call];
          if (asked === undefined) continue;
          measured.set(name, [...(measured.get(name) ?? []), await callsPerSecond(autocannon, peer, asked)]);
        }
      const [ours = [], ...theirs] = measured.values();
      const ratios = ours.map((own, round) => own / Math.max(...theirs.map((peer) => peer[round] ?? 0)));
      const perSecond = [...measured].map(([name, values]) => `${name} ${rounded(median(values))}`);
      figures.push({
        what: `mock over HTTP: ${call === 'list' ? 'list of 10,000' : 'login'}, calls per second by the better peer`,
        value: median(ratios),
        unit: '×',
        budget: BUDGET,
        atLeast: true,
        measured: `${perSecond.join(', ')}; ${rounded(Math.min(...ratios))} to ${rounded(Math.max(...ratios))}`,
      });
    }
    return figures;
  } finally {
    await Promise.all(started.map((peer) => peer.stop()));
  }
}

/**
 * Builds a page that renders the markup of `/` with React in the browser, as most React products do.
 *
 * @param markup the content of the prerendered page
 * @returns the folder of the build
 */
async function plainReactPage(markup: string): Promise<string> {
  const production = await freshBuild('production');
  const page = readFileSync(join(production, 'index.html'), 'utf8');
  const styles = new Set(
    [...page.matchAll(/href="[^"]*assets\/([^"]+\.css)"/g)].map(([, file]) => file ?? ''),
  );
  const folder = join(ROOT, '.cache/plain-react');
  const outDir = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const links = [...styles].map((file) => `<link rel="stylesheet" href="./${file}">`).join('');
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kitwell</title>${links}</head><body><div id="root"></div><script type="module" src="./main.js"></script></body></html>`,
  );
  writeFileSync(
    join(folder, 'main.js'),
    `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    const __html = ${JSON.stringify(markup)};
    createRoot(document.getElementById('root')).render(createElement('div', { dangerouslySetInnerHTML: { __html } }));`,
  );
  for (const file of styles) copyFileSync(join(production, 'assets', file), join(folder, file));
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir },
  });
  const isFont = (file: string) => file.endsWith('.woff2');
  for (const file of readdirSync(join(production, 'assets')).filter(isFont))
    copyFileSync(join(production, 'assets', file), join(outDir, 'assets', file));
  copyFileSync(join(outDir, 'index.html'), join(outDir, FALLBACK_FILE));
  writeFileSync(join(outDir, HEADERS_FILE), '');
  return outDir;
}

/** The rendered markup of `/`. */
const landing = async (): Promise<string> =>
  inBuilds([await withoutScripts()], async (browser, url = '') => {
    const page = await browser.newPage();
    await page.goto(url);
    const markup = await page.locator('#root').innerHTML();
    await page.close();
    return markup;
  });

async function plainReact(): Promise<Figure> {
  const dirs = [await freshBuild('production'), await plainReactPage(await landing())];
  return inBuilds(dirs, async (browser, ours = '', plain = '') => {
    await largestPaint(browser, ours);
    const pairs = await inPairs(
      () => largestPaint(browser, ours),
      () => largestPaint(browser, plain),
    );
    return ratio('LCP of /, by the same markup rendered by React in the browser', 1, pairs);
  });
}

export const run = async (): Promise<Figure[]> => [...(await httpMocks()), await plainReact()];

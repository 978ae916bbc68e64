import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Resolves with a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/** Starts a virtual display; resolves with its name, such as `:1`. */
export async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb did not start.')));
    server.stdout?.once('data', (chunk: Buffer) => resolve(String(chunk).trim()));
  });
  return { display: `:${number}`, server };
}

/** An error response of the driver, such as `stale element reference`. */
export class WebDriverError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

interface ErrorValue {
  readonly error: string;
  readonly message: string;
}

/** A session of a W3C WebDriver: one browser process with empty storage. Commands run one after the other. */
export class WebDriverSession {
  #last: Promise<unknown> = Promise.resolve();
  #window = '';

  constructor(private readonly url: string) {}

  /** Sends a command to the session, first switching to the window if it is given. */
  send<Value>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    window?: string,
  ): Promise<Value> {
    const sent = this.#last.then(async () => {
      if (window !== undefined && window !== this.#window) {
        await request('POST', `${this.url}/window`, { handle: window });
        this.#window = window;
      }
      return request<Value>(method, `${this.url}${path}`, body);
    });
    this.#last = sent.catch(() => undefined);
    return sent;
  }
}

/** Longer than the driver's own limits. Once it did not answer at all, and the run never ended. */
const COMMAND_MS = 60_000;

async function request<Value>(method: string, url: string, body: object = {}): Promise<Value> {
  const command = { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) };
  const response = await fetch(url, { ...command, signal: AbortSignal.timeout(COMMAND_MS) }).catch(
    (cause) => {
      throw cause instanceof DOMException && cause.name === 'TimeoutError'
        ? new WebDriverError(
            'timeout',
            `no answer to ${method} ${url} in ${COMMAND_MS} ms, ${command.body ?? ''}`,
          )
        : cause;
    },
  );
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value as Value;
  const { error, message } = value as ErrorValue;
  throw new WebDriverError(error, message);
}

interface WebKitOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives what the browser writes to its standard error. */
  readonly onLog?: (line: string) => void;
}

/**
 * Opens a session of WebKitGTK on a virtual display. Each has a driver of its own, because opening a second session in
 * one may hang.
 *
 * @param browser the path of its MiniBrowser
 */
export async function openWebKit(
  browser: string,
  display: string,
  { args = [], environment, onLog }: WebKitOptions = {},
): Promise<{ session: WebDriverSession; close(): Promise<void> }> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, ...environment },
    stdio: ['ignore', 'ignore', onLog ? 'pipe' : 'ignore'],
  });
  if (onLog && driver.stderr) createInterface({ input: driver.stderr }).on('line', onLog);
  const url = `http://127.0.0.1:${port}`;
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation', ...args] } },
  };
  for (let tries = 0; tries < 100; tries += 1) {
    if (await request('GET', `${url}/status`).then(Boolean, () => false)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { sessionId } = await request<{ sessionId: string }>('POST', `${url}/session`, { capabilities });
  const session = new WebDriverSession(`${url}/session/${sessionId}`);
  return {
    session,
    async close() {
      await session.send('DELETE', '').catch(() => undefined);
      driver.kill();
    },
  };
}

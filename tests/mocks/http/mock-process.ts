import { spawn } from 'node:child_process';
import { ROOT } from '../../../scripts/lib/run';

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export interface MockProcess {
  readonly url: string;
  /** Stops the process as Ctrl+C does, or kills it. */
  stop(signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<Ended>;
  /** What the terminal shows so far. */
  output(): string;
}

// Not through npm or tsx's command, so that signals reach the server itself.
const direct = (script: string) => [process.execPath, '--import', 'tsx', `scripts/${script}.ts`] as const;

function launch(
  [command, ...before]: readonly [string, ...string[]],
  env: Record<string, string>,
  args: readonly string[],
) {
  const child = spawn(command, [...before, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, output })));
  return { child, ended, output: () => output, onOutput: (listener: () => void) => listeners.add(listener) };
}

/** Runs a command such as `npm run mock` until it exits, to test what it rejects. */
export const runScript = (
  script: 'mock' | 'mock-pack' | 'conformance',
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<Ended> => launch(direct(script), env, args).ended;

/** Runs `npm run mock` in its own process, on a free port unless `env` sets one. */
export const startMockProcess = (
  env: Record<string, string> = {},
  ...args: readonly string[]
): Promise<MockProcess> => startProcess(direct('mock'), env, args);

/** The same through npm: a signal reaches npm alone. */
export const startMockByNpm = (): Promise<MockProcess> => startProcess(['npm', 'run', 'mock'], {}, []);

async function startProcess(
  command: readonly [string, ...string[]],
  env: Record<string, string>,
  args: readonly string[],
): Promise<MockProcess> {
  const { child, ended, output, onOutput } = launch(command, { PORT: '0', ...env }, args);
  const url = await new Promise<string>((resolve, reject) => {
    onOutput(() => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
      if (found) resolve(found);
    });
    void ended.then((end) => reject(new Error(`npm run mock ended with ${end.code}: ${end.output}`)));
  });
  return {
    url,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
    output,
  };
}

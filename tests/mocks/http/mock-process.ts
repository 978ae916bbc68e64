import { spawn } from 'node:child_process';
import { ROOT } from '../../../scripts/lib/run';

interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly output: string;
}

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

export interface MockProcess {
  readonly url: string;
  /** Stops the process as Ctrl+C does, or kills it. Resolves once all that hold its output have ended. */
  stop(signal?: Signal): Promise<Ended>;
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
  script: string,
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<Ended> => launch(direct(script), env, args).ended;

/** Runs `npm run mock` in its own process, on a free port unless `env` sets one. */
export const startMockProcess = (
  env: Record<string, string> = {},
  ...args: readonly string[]
): Promise<MockProcess> => startProcess(direct('mock'), env, args);

/** Runs a script of package.json through npm: a signal reaches npm alone. */
export const startByNpm = (script: string, ...args: readonly string[]): Promise<MockProcess> =>
  startProcess(['npm', 'run', script, '--'], {}, args);

/** Runs `npm run mock`, and kills npm as soon as the server begins to load. Resolves once the server has ended. */
export async function killNpmAtStart(): Promise<Ended> {
  const whenLoading = `if (process.argv[1]?.endsWith('mock.ts')) console.log('loading')`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(whenLoading)}`;
  const { child, ended, output, onOutput } = launch(['npm', 'run', 'mock'], { PORT: '0', NODE_OPTIONS }, []);
  onOutput(() => {
    if (output().includes('loading')) child.kill('SIGKILL');
  });
  return ended;
}

async function startProcess(
  command: readonly [string, ...string[]],
  env: Record<string, string>,
  args: readonly string[],
): Promise<MockProcess> {
  const { child, ended, output, onOutput } = launch(command, { PORT: '0', ...env }, args);
  const url = await new Promise<string>((resolve, reject) => {
    onOutput(() => {
      // npm shows the command first.
      const urls = output().match(/http:\/\/(127\.0\.0\.1|localhost):\d+/g) ?? [];
      const url = urls.find((each) => !args.includes(each));
      if (url) resolve(url);
    });
    void ended.then((end) => reject(new Error(`it ended with ${end.code}: ${end.output}`)));
  });
  return {
    url,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

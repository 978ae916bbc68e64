import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** JSON reports of the last run, read by the commands that summarize them. */
export const REPORTS = join(ROOT, '.cache/reports');

// Captured output is printed to this process's stdout later, so colour it only if that is a terminal.
const PLAIN_OR_COLOR = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

interface Outcome {
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

const environment = (extra: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  ...extra,
});

/**
 * Runs one of the project's tools.
 *
 * @param options.cwd the folder to run it in; defaults to the project folder
 * @param options.live true: its output goes straight to the terminal; otherwise it is captured and returned
 */
export function run(
  command: string,
  args: readonly string[],
  options: { live?: boolean; env?: Record<string, string>; cwd?: string } = {},
): Promise<Outcome> {
  const started = performance.now();
  // On Windows the tools are .cmd files, which only a shell starts; it splits what is not quoted.
  const shell = process.platform === 'win32';
  const child = spawn(command, shell ? args.map((arg) => `"${arg}"`) : args, {
    cwd: options.cwd ?? ROOT,
    env: environment({ ...(options.live ? {} : PLAIN_OR_COLOR), ...options.env }),
    stdio: options.live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell,
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((resolve) => {
    const finish = (ok: boolean) => resolve({ ok, output, seconds: (performance.now() - started) / 1000 });
    child.on('error', (error) => {
      output += `${command} could not be started: ${error.message}\n`;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Runs steps in parallel; prints a line per finished step and a failed one's output. Returns whether all passed. */
export async function runTogether(steps: readonly Step[], cwd = ROOT): Promise<boolean> {
  const width = Math.max(...steps.map((step) => step.name.length));
  const outcomes = await Promise.all(
    steps.map(async ({ name, command, args }) => {
      const outcome = await run(command, args, { cwd });
      console.log(
        `${outcome.ok ? '✓' : '✗'} ${name.padEnd(width)} ${outcome.seconds.toFixed(1).padStart(6)} s`,
      );
      if (!outcome.ok) console.log(`\n${outcome.output.trimEnd()}\n`);
      return outcome.ok;
    }),
  );
  return outcomes.every(Boolean);
}

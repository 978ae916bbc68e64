import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

interface RunningProcess {
  readonly parent: number;
  readonly command: string;
}

/** Undefined if it has ended, or where the system does not show it. */
function processOf(pid: number): RunningProcess | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // Behind the name, which may contain spaces and parentheses: state, parent.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
    }
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, command = ''] = /^\s*(\d+)\s+(.*)/.exec(line) ?? [];
    return parent === undefined ? undefined : { parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process cannot be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Read early: npm may end before the server listens. */
const parent = process.ppid;

/** The process that runs the script; null if it has ended already, undefined where that can't be known. */
function npmAbove(): number | null | undefined {
  if (processOf(parent) === undefined || !process.env.npm_config_user_agent?.startsWith('npm/')) {
    return undefined;
  }
  for (let pid = parent; pid > 0; ) {
    const ancestor = processOf(pid);
    if (ancestor === undefined) break;
    // npm's own title, or its command before it sets one. Only there: a shell's arguments may contain "npm", too.
    if (/^npm\b|[\\/]npm(-cli\.js)?([\s\0]|$)/.test(ancestor.command)) return pid;
    pid = ancestor.parent;
  }
  return null;
}

/** Milliseconds between two checks. */
const INTERVAL = 500;

/**
 * Calls back once npm has ended without ending this process: npm passes a signal only to the shell in between, which
 * outlives a killed npm. Does nothing for a process that npm did not start itself.
 */
export function onNpmEnd(end: () => void): void {
  if (!process.env.npm_lifecycle_script?.includes(basename(process.argv[1] ?? ''))) return;
  const npm = npmAbove();
  const timer = setInterval(() => {
    const isHere = npm === undefined || (npm !== null && isRunning(npm));
    if (isHere && process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, INTERVAL);
  timer.unref();
}

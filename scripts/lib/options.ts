import { UsageError } from '@/mocks/hosts/http/http-server';

/** @throws UsageError if the option is no URL of the web */
export function requireUrl(option: string, text: string): void {
  if (URL.canParse(text) && /^https?:/i.test(text)) return;
  throw new UsageError(`${option} must be a URL, not "${text}".`);
}

/** Milliseconds between two looks at the parent process. */
const PARENT_INTERVAL = 500;

/**
 * Calls back once npm has ended without passing its signal on, as it does when it is killed: the shell between npm and
 * this process then ends alone.
 */
export function onNpmEnd(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_INTERVAL);
  timer.unref();
}

import { UsageError } from '@/mocks/hosts/http/usage-error';

/** @throws UsageError if the option is no URL of the web */
export function requireUrl(option: string, text: string): void {
  if (URL.canParse(text) && /^https?:/i.test(text)) return;
  throw new UsageError(`${option} must be a URL, not "${text}".`);
}

/** Milliseconds between two checks of the parent process. */
const PARENT_INTERVAL = 500;
/** Read early: npm may end before the server listens. */
const parent = process.ppid;

/**
 * Calls back once npm has ended without passing its signal on, as it does when it is killed: the shell between npm and
 * this process then ends alone.
 */
export function onNpmEnd(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_INTERVAL);
  timer.unref();
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { configure, getConfig } from '@testing-library/react';

const testOf = new AsyncLocalStorage<object>();
let running: object | undefined;
let loading: Promise<unknown> = Promise.resolve();

/** Runs a test, which is then the running one, also after a test that ran into its time limit and still goes on. */
export function runTest(test: () => Promise<void>): Promise<void> {
  running = {};
  return testOf.run(running, test);
}

/** No query's time limit begins before this has ended. */
export function waitForCode(code: Promise<unknown>): void {
  loading = code;
}

/** Whether the calling test has run into its time limit: its next step would be taken on the page of another one. */
function isOver(): boolean {
  const test = testOf.getStore();
  return test !== undefined && test !== running;
}

const never = new Promise<never>(() => undefined);

const { asyncWrapper } = getConfig();
configure({
  asyncWrapper(step) {
    if (isOver()) return never;
    const taken = asyncWrapper(async () => {
      await loading;
      return step();
    });
    return taken.finally(() => (isOver() ? never : undefined));
  },
});

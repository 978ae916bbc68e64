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

/** Never resolves for a test that has run into its limit: its next step would be taken on the page of the running test. */
async function whileItRuns(): Promise<void> {
  const test = testOf.getStore();
  if (test !== undefined && test !== running) await new Promise(() => undefined);
}

const { asyncWrapper } = getConfig();
configure({
  async asyncWrapper(step) {
    await loading;
    await whileItRuns();
    try {
      return await asyncWrapper(step);
    } finally {
      await whileItRuns();
    }
  },
});

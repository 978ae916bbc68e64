import { act, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { callTimeout } from '@/app/client';

/** The collapse animation of a closed toast, in milliseconds. */
const toastFolds = 300;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: unknown;
  readonly body: unknown;
}

/** Tracks the calls of one test and replaces its long timers. */
export interface PendingCalls {
  /** Triggers the client's timeout for every pending call. */
  runOut(): void;
  /** Waits until no call is pending and its result is rendered. */
  atRest(): Promise<void>;
  /** What the product has sent so far. */
  requests(): Sent[];
}

/** Call it after the mock server listens; `restoreMocks` removes it after the test. */
export function watchPendingCalls(): PendingCalls {
  const { setTimeout: start } = globalThis;
  let limits: (() => void)[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    then: (...values: unknown[]) => void,
    wait?: number,
    ...values: unknown[]
  ) => {
    if (wait === callTimeout) {
      limits.push(() => then(...values));
      return start(() => undefined, 0);
    }
    return start(then, wait === toastFolds ? 0 : wait, ...values);
  }) as typeof setTimeout);
  const calls = vi.spyOn(globalThis, 'fetch');
  return {
    runOut() {
      const reached = limits;
      limits = [];
      for (const reach of reached) reach();
    },
    async atRest() {
      await waitFor(() => {
        expect(calls.mock.settledResults.filter(({ type }) => type === 'incomplete')).toHaveLength(0);
      });
      // Lets the last response body be read and its result rendered.
      await act(() => new Promise((resolve) => start(resolve, 0)));
    },
    requests: () =>
      calls.mock.calls.map(([address, { method = 'GET', body = 'null' } = {}]) => {
        const { pathname, searchParams } = new URL(String(address), location.href);
        return {
          method,
          path: pathname,
          query: Object.fromEntries(searchParams),
          body: JSON.parse(String(body)),
        };
      }),
  };
}

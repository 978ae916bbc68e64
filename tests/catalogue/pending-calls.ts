import { act, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { callTimeout } from '@/features/api/client';

/** How long a closed toast takes to fold up, in milliseconds. */
const toastFolds = 300;

/** Watches the calls of one test, and holds its clock where only waiting would help. */
export interface PendingCalls {
  /** Lets every call that is under way reach the client's limit. */
  runOut(): void;
  /** Waits until no call is under way and what it changed is on screen. */
  atRest(): Promise<void>;
}

/** Call it after the mock server listens; `restoreMocks` takes it away after the test. */
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
      // The last answer's body is read, and what it changes is drawn.
      await act(() => new Promise((resolve) => start(resolve, 0)));
    },
  };
}

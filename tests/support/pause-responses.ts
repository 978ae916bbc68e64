import { vi } from 'vitest';
import type { OperationName } from '@/contract';
import type { MockServer } from '@/mocks/node';

interface PausedResponses {
  /** Resolves once a response is paused: the mock has decided it, regardless of later changes to its data. */
  readonly decided: () => Promise<void>;
  /** Releases the oldest paused response. */
  readonly releaseNext: () => Promise<void>;
  /** Releases all responses, now and later. */
  readonly releaseAll: () => void;
}

/**
 * Makes the mock use the given branches for an operation, one per call (its rules after the last), and holds each
 * response until the test releases it, so that a test can act while a call is pending. With the branch `lost` the mock
 * processes the call, and its response is lost.
 */
export function pauseResponses(
  server: MockServer,
  { name, operation }: { readonly name: OperationName; readonly operation: string },
  branches: readonly string[],
): PausedResponses {
  const answer = server.engine.answer.bind(server.engine);
  const due = [...branches];
  const queue: (() => void)[] = [];
  let holding = true;
  vi.spyOn(server.engine, 'answer').mockImplementation(async (called, request, pathParams) => {
    if (called !== name || !holding) return answer(called, request, pathParams);
    const branch = due.shift() ?? 'ok';
    server.set(operation, branch === 'lost' ? 'ok' : branch, { times: 1 });
    const result = await answer(called, request, pathParams);
    if (holding) await new Promise<void>((resolve) => queue.push(resolve));
    return branch === 'lost' ? { kind: 'network' } : result;
  });
  const decided = async () => {
    await vi.waitUntil(() => queue.length > 0);
  };
  return {
    decided,
    releaseNext: async () => {
      await decided();
      queue.shift()?.();
    },
    releaseAll: () => {
      holding = false;
      for (const resolve of queue.splice(0)) resolve();
    },
  };
}

/** The mock processes the next call of this operation, and its response is lost. */
export function loseResponse(server: MockServer, name: OperationName): void {
  const answer = server.engine.answer.bind(server.engine);
  let due = true;
  vi.spyOn(server.engine, 'answer').mockImplementation(async (called, request, pathParams) => {
    const result = await answer(called, request, pathParams);
    if (called !== name || !due) return result;
    due = false;
    return { kind: 'network' };
  });
}

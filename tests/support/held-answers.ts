import { vi } from 'vitest';
import type { OperationName } from '@/contract';
import type { MockServer } from '@/mocks/node';

interface HeldAnswers {
  /** Resolves once an answer is kept back: the mock has decided by then, whatever changes in its data afterwards. */
  readonly decided: () => Promise<void>;
  /** Lets the answer that has waited longest through to the page. */
  readonly letThrough: () => Promise<void>;
  /** Lets everything through, now and from here on. */
  readonly letAllThrough: () => void;
}

/**
 * Lets the mock answer an operation by the given branches, one per call (by its rules after the last), and keeps each
 * answer back until the test lets it through: a path says what the user does while a call is under way.
 */
export function holdAnswers(
  server: MockServer,
  { name, operation }: { readonly name: OperationName; readonly operation: string },
  branches: readonly string[],
): HeldAnswers {
  const answer = server.engine.answer.bind(server.engine);
  const due = [...branches];
  const held: (() => void)[] = [];
  let holding = true;
  vi.spyOn(server.engine, 'answer').mockImplementation(async (called, request, pathParams) => {
    if (called !== name || !holding) return answer(called, request, pathParams);
    server.set(operation, due.shift() ?? 'ok', { times: 1 });
    const result = await answer(called, request, pathParams);
    if (holding) await new Promise<void>((resolve) => held.push(resolve));
    return result;
  });
  const decided = async () => {
    await vi.waitUntil(() => held.length > 0);
  };
  return {
    decided,
    letThrough: async () => {
      await decided();
      held.shift()?.();
    },
    letAllThrough: () => {
      holding = false;
      for (const resolve of held.splice(0)) resolve();
    },
  };
}

/** Lets the mock do what it is asked for once by this operation, and loses its answer on the way. */
export function loseAnswer(server: MockServer, name: OperationName): void {
  const answer = server.engine.answer.bind(server.engine);
  let due = true;
  vi.spyOn(server.engine, 'answer').mockImplementation(async (called, request, pathParams) => {
    const result = await answer(called, request, pathParams);
    if (called !== name || !due) return result;
    due = false;
    return { kind: 'network' };
  });
}

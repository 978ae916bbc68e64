import type { Page } from '@playwright/test';
import { declarationOf, operationNames } from '@/contract';

/** The answers that the mock backend gives after a moment, by operation. */
export interface Answers {
  /**
   * Waits for how an operation was answered: `ok`, `500`, `network` … A page that leaves for `elsewhere` was answered
   * well, and takes its log along. Throws where the call was made twice, or not answered.
   */
  next(operation: string, elsewhere?: RegExp): Promise<string>;
  /** Throws where a call was made once more after its answer. */
  expectEachOnce(): Promise<void>;
}

interface Answered {
  readonly id: number;
  readonly operation: string;
  readonly branch: string;
}

/** What the page's log holds; nothing while the page is on its way to another. */
const logged = (page: Page): Promise<Answered[]> =>
  page
    .evaluate(() =>
      (window.__mock?.log.list() ?? []).map(({ id, operation, branch }) => ({ id, operation, branch })),
    )
    .catch(() => []);

/** Begins to listen for answers: those there are already do not count. */
export async function answersFrom(page: Page): Promise<Answers> {
  const before = (await logged(page)).at(-1)?.id ?? 0;
  const asked = new Set<string>();
  const since = async (operation: string) =>
    (await logged(page)).filter((entry) => entry.id > before && entry.operation === operation);
  const expectOnce = (operation: string, answers: readonly Answered[]) => {
    if (answers.length > 1)
      throw new Error(
        `${operation} was sent ${answers.length} times: ${answers.map(({ branch }) => branch)}`,
      );
  };
  return {
    async next(operation, elsewhere) {
      asked.add(operation);
      for (let waited = 0; waited < 30_000; waited += 50) {
        if (elsewhere?.test(page.url())) return 'ok';
        const answers = await since(operation);
        expectOnce(operation, answers);
        const [answer] = answers;
        if (answer !== undefined) return answer.branch;
        await page.waitForTimeout(50);
      }
      throw new Error(`${operation} was not answered within 30 s`);
    },
    async expectEachOnce() {
      for (const operation of asked) expectOnce(operation, await since(operation));
    },
  };
}

export const isGood = (branch: string): boolean => /^ok(?!\.lost)/.test(branch);

/** What a call throws that was answered by this branch, as the client would. */
export function failureOf(route: string, branch: string): object {
  const operation = operationNames.find((name) => declarationOf(name).operation === route);
  const status = /^\d{3}/.exec(branch)?.[0];
  if (status !== undefined) return { operation, kind: 'status', status: Number(status), message: null };
  return {
    operation,
    kind: branch === 'network' || branch === 'ok.lost' ? 'no-response' : 'unsuccessful',
    status: null,
    message: null,
  };
}

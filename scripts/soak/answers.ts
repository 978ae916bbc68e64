import type { Page } from '@playwright/test';
import { declarationOf, operationNames } from '@/contract';
import { addressOf } from './on-screen';

/** Waits for the mock backend's responses, by operation. */
export interface Answers {
  /**
   * Waits for an operation's response and returns its branch: `ok`, `500`, `network` … Reaching a URL that matches
   * `elsewhere` counts as `ok`, because the log is lost then. Throws if the call was made twice, or not answered.
   */
  next(operation: string, elsewhere?: RegExp): Promise<string>;
  /** Waits for an operation's first response and returns its branch. Further calls are allowed. */
  first(operation: string): Promise<string>;
  /** Whether an operation has had a response. */
  has(operation: string): Promise<boolean>;
  /** @throws Error if a call was repeated after its response */
  expectEachOnce(): Promise<void>;
}

interface Answered {
  readonly id: number;
  readonly operation: string;
  readonly branch: string;
}

/** The entries of the page's log; empty while the page navigates. */
const logged = (page: Page): Promise<Answered[]> =>
  page
    .evaluate(() =>
      (window.__mock?.log.list() ?? []).map(({ id, operation, branch }) => ({ id, operation, branch })),
    )
    .catch(() => []);

/** Starts to listen for responses; earlier ones are ignored. */
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
  async function first(operation: string, check = expectOnce, elsewhere?: RegExp): Promise<string> {
    for (let waited = 0; waited < 30_000; waited += 50) {
      if (elsewhere?.test(await addressOf(page))) return 'ok';
      const answers = await since(operation);
      check(operation, answers);
      const [answer] = answers;
      if (answer !== undefined) return answer.branch;
      await page.waitForTimeout(50);
    }
    throw new Error(`${operation} was not answered within 30 s`);
  }
  return {
    next(operation, elsewhere) {
      asked.add(operation);
      return first(operation, expectOnce, elsewhere);
    },
    first: (operation) => first(operation, () => undefined),
    has: async (operation) => (await since(operation)).length > 0,
    async expectEachOnce() {
      for (const operation of asked) expectOnce(operation, await since(operation));
    },
  };
}

export const isGood = (branch: string): boolean => /^ok(?!\.lost)/.test(branch);

/** The error that the client throws for a call with this branch. */
export function failureOf(route: string, branch: string): object {
  const operation = operationNames.find((name) => declarationOf(name).operation === route);
  const failure = (kind: string, status: number | null) => ({ operation, kind, status, message: null });
  const error = /^\d{3}/.exec(branch)?.[0];
  if (error !== undefined) return failure('status', Number(error));
  if (branch === 'network' || branch === 'ok.lost' || operation === undefined)
    return failure('no-response', null);
  const good = declarationOf(operation).ok.status;
  if (branch === 'malformed') return failure('malformed', good);
  // An unexpected status leaves it open what the server did; `success: false` does not.
  return failure('unsuccessful', branch === 'wrong-2xx' ? null : good);
}

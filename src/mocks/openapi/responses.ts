import type { OperationName } from '@/contract/contract';
import { wordsOf } from '@/contract/notice';
import { branchesOf, ignoredBody, type Operation } from '@/contract/operation';
import { answerOfBranch, asksRule } from '@/mocks/engine/branch-answer';
import { type JsonSchema, nameOfAnswer, refTo } from '@/mocks/openapi/schemas';

/** One way in which an operation can answer, by the name that the mock backend knows it by. */
interface BranchEntry {
  readonly branch: string;
  /** Null where there is no answer. */
  readonly status: number | null;
  /** What the branch answers; absent where the data decides, and where there is no answer. */
  readonly body?: unknown;
}

/** Every branch of an operation with what it answers. */
export const branchEntries = (declared: Operation): BranchEntry[] =>
  branchesOf(declared).map((branch) => {
    if (branch === 'ok') return { branch, status: declared.ok.status };
    if (asksRule(branch)) return { branch, status: null };
    const result = answerOfBranch(declared, branch);
    if (result.kind !== 'answer') return { branch, status: null };
    return { branch, status: result.status, body: result.body };
  });

const isDefect = (branch: string) => branch === 'malformed' || branch === 'wrong-2xx';

function meaningOf(declared: Operation, status: number, branches: readonly BranchEntry[]): string {
  if (status === declared.ok.status) return 'Done.';
  if (declared.ok.alsoGood?.includes(status)) return 'Counts as done.';
  if (branches.some(({ branch }) => branch === 'wrong-2xx'))
    return 'Never sent by a sound server; the client takes it as not done.';
  const notice = declared.refusals?.[status]?.notice ?? declared.notices.otherStatus;
  const words = wordsOf(notice, null);
  if (words === null) return 'Refused; the user is told nothing.';
  if (notice.kind === 'server') return `Refused; the user reads the message, or "${words}".`;
  return `Refused; the user reads "${words}".`;
}

/** What an answer without a body of its own may hold. */
const plainAnswer: JsonSchema = { description: 'Not read by the product.' };

function schemaOf(
  name: OperationName,
  declared: Operation,
  status: number,
  branches: readonly BranchEntry[],
) {
  if (status !== declared.ok.status) return refTo('Message');
  const answer = declared.ok.body === ignoredBody ? plainAnswer : refTo(nameOfAnswer(name));
  const fails = branches.some(({ branch }) => branch.startsWith('soft-fail'));
  return fails ? { oneOf: [answer, refTo('SoftFailure')] } : answer;
}

/** The `responses` of an operation: a status each, with an example of each branch that ends in it. */
export function responsesOf(name: OperationName, declared: Operation): Record<string, unknown> {
  const byStatus = new Map<number, BranchEntry[]>();
  for (const entry of branchEntries(declared)) {
    if (entry.status === null || entry.branch === 'malformed') continue;
    byStatus.set(entry.status, [...(byStatus.get(entry.status) ?? []), entry]);
  }
  const statuses = [...byStatus].sort(([left], [right]) => left - right);
  return Object.fromEntries(
    statuses.map(([status, branches]) => {
      const examples = branches
        .filter((entry) => 'body' in entry && !isDefect(entry.branch))
        .map(({ branch, body }) => [branch, { value: body }] as const);
      const json = {
        schema: schemaOf(name, declared, status, branches),
        ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
      };
      return [
        String(status),
        { description: meaningOf(declared, status, branches), content: { 'application/json': json } },
      ];
    }),
  );
}

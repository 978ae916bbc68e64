import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { branchesOf, type Operation } from '@/contract/operation';

const byDeclaredName = new Map<string, OperationName>(
  operationNames.map((name) => [declarationOf(name).operation, name]),
);

/** Branches that every operation has, declared or not: a gateway sends them, with `Retry-After`. */
export const gatewayBranches: readonly string[] = ['429', '503'];

/** Every branch that can be chosen for an operation: the declared ones, and those of a gateway. */
export const settableBranchesOf = (declared: Operation): string[] => [
  ...new Set([...branchesOf(declared), ...gatewayBranches]),
];

/** Every operation by its public name (`POST /auth/login`), with the branches that can be chosen for it. */
export const listOperations = (): { operation: string; branches: string[] }[] =>
  operationNames.map(declarationOf).map((declared) => ({
    operation: declared.operation,
    branches: settableBranchesOf(declared),
  }));

/**
 * Returns the operation with this public name, such as `POST /auth/login`.
 *
 * @throws Error for another name, listing the valid ones
 */
export function operationCalled(operation: string): OperationName {
  const name = byDeclaredName.get(operation);
  if (name) return name;
  const valid = [...byDeclaredName.keys()].join(', ');
  throw new Error(`There is no operation "${operation}". Operations: ${valid}.`);
}

/**
 * Validates the name of a branch.
 *
 * @throws Error for another name, listing the operation's branches
 */
export function requireBranch(name: OperationName, branch: string): void {
  const declared = declarationOf(name);
  const valid = settableBranchesOf(declared);
  if (valid.includes(branch)) return;
  throw new Error(`${declared.operation} has no branch "${branch}". Branches: ${valid.join(', ')}.`);
}

import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { branchesOf } from '@/contract/operation';

const byDeclaredName = new Map<string, OperationName>(
  operationNames.map((name) => [declarationOf(name).operation, name]),
);

/** Every operation by its public name (`POST /auth/login`), with its branches. */
export const listOperations = (): { operation: string; branches: string[] }[] =>
  operationNames.map((name) => ({
    operation: declarationOf(name).operation,
    branches: branchesOf(declarationOf(name)),
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

/** Branches that every operation has, declared or not: a gateway sends them, with `Retry-After`. */
export const gatewayBranches: readonly string[] = ['429', '503'];

/**
 * Validates the name of a branch.
 *
 * @throws Error for another name, listing the operation's branches
 */
export function requireBranch(name: OperationName, branch: string): void {
  const declared = declarationOf(name);
  const valid = branchesOf(declared);
  if (valid.includes(branch) || gatewayBranches.includes(branch)) return;
  const everywhere = `Every operation also has ${gatewayBranches.join(' and ')}.`;
  throw new Error(
    `${declared.operation} has no branch "${branch}". Branches: ${valid.join(', ')}. ${everywhere}`,
  );
}

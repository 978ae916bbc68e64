import { branchesOf, type Declaration } from '../declaration';

/** All calls of a product, by the name that its code uses. */
export type Contract = Readonly<Record<string, Declaration>>;

/** A contract's operations, by their names in code (`login`) and in public (`POST /auth/login`). */
export interface Operations {
  readonly operationNames: readonly string[];
  /** Throws for an unknown name. */
  declarationOf(name: string): Declaration;
  /** Every operation by its public name, with the branches that can be chosen for it. */
  listOperations(): { operation: string; branches: string[] }[];
  /** Returns the operation with this public name. Throws for another name, listing the valid ones. */
  operationCalled(operation: string): string;
  /** Throws for the name of a branch that the operation does not have, listing those it has. */
  requireBranch(name: string, branch: string): void;
}

/** Branches that every operation has, declared or not: a gateway sends them, with `Retry-After`. */
export const gatewayBranches: readonly string[] = ['429', '503'];

/** Every branch that can be chosen for an operation: the declared ones, and those of a gateway. */
export const settableBranchesOf = (declared: Declaration): string[] => [
  ...new Set([...branchesOf(declared), ...gatewayBranches]),
];

/** @throws Error for a branch that is not among the valid ones, with their list */
export function requireListed(operation: string, branch: string, valid: readonly string[]): void {
  if (valid.includes(branch)) return;
  throw new Error(`${operation} has no branch "${branch}". Branches: ${valid.join(', ')}.`);
}

/** @throws Error if two calls are the same operation */
export function createOperations(contract: Contract): Operations {
  const operationNames = Object.keys(contract);
  const byDeclaredName = new Map<string, string>();
  for (const [name, { operation }] of Object.entries(contract)) {
    const other = byDeclaredName.get(operation);
    if (other !== undefined) throw new Error(`"${other}" and "${name}" are both ${operation}.`);
    byDeclaredName.set(operation, name);
  }

  function declarationOf(name: string): Declaration {
    const declared = contract[name];
    if (declared) return declared;
    throw new Error(`The contract has no operation "${name}".`);
  }

  return {
    operationNames,
    declarationOf,
    listOperations: () =>
      Object.values(contract).map((declared) => ({
        operation: declared.operation,
        branches: settableBranchesOf(declared),
      })),
    operationCalled(operation) {
      const name = byDeclaredName.get(operation);
      if (name) return name;
      const valid = [...byDeclaredName.keys()].join(', ');
      throw new Error(`There is no operation "${operation}". Operations: ${valid}.`);
    },
    requireBranch(name, branch) {
      const declared = declarationOf(name);
      requireListed(declared.operation, branch, settableBranchesOf(declared));
    },
  };
}

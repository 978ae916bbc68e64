import { declarationOf, type OperationName } from '@/contract/contract';
import { branchesOf } from '@/contract/operation';
import { operationCalled } from '@/mocks/engine/operation-lookup';
import { createRandom } from '@/mocks/engine/random';
import { createSignal, type Signal } from '@/mocks/world/signal';

export interface ChaosOptions {
  /** Share of the calls that fail, 0 to 1. */
  readonly rate: number;
  /** Which calls fail and how; 1 where absent. */
  readonly seed?: number | undefined;
  /** Only these, as `POST /auth/login`; all where absent. */
  readonly operations?: readonly string[] | undefined;
}

export interface Chaos {
  /** Starts it anew, or ends it. Throws for a rate outside 0 to 1, a seed that is no whole number, an unknown operation. */
  set(options: ChaosOptions | null): void;
  current(): ChaosOptions | null;
  /** How the next call of this operation fails; undefined where it does not. */
  take(name: OperationName): string | undefined;
  restart(): void;
  readonly onChange: Signal['onChange'];
}

/**
 * How a call may fail by chance; a write also by `ok.lost`. Not 401: it signs the user out, and nothing else would be
 * seen of the chaos. Not `timeout`, `wrong-2xx` and `malformed`: those are defects of a server.
 */
export const failureBranchesOf = (name: OperationName): string[] =>
  branchesOf(declarationOf(name)).filter((branch) =>
    /^([45]\d\d(?<!401)|soft-fail|ok\.lost|network)\b/.test(branch),
  );

function checked({ rate, seed, operations }: ChaosOptions): ChaosOptions {
  if (!(rate >= 0 && rate <= 1)) throw new Error(`The rate of chaos must lie within 0 and 1, not ${rate}.`);
  if (seed !== undefined && !Number.isSafeInteger(seed)) {
    throw new Error(`The seed of chaos must be a whole number, not ${seed}.`);
  }
  for (const operation of operations ?? []) operationCalled(operation);
  return {
    rate,
    seed: seed ?? 1,
    ...(operations && { operations: [...new Set(operations)] }),
  };
}

/** Failures by chance, the same for the same seed: the nth call of an operation always ends in the same way. */
export function createChaos(): Chaos {
  let current: ChaosOptions | null = null;
  const draws = createRandom(() => current?.seed ?? 1);
  const { tell, onChange } = createSignal();

  return {
    set(options) {
      current = options && checked(options);
      draws.restart();
      tell();
    },
    current: () => current,
    take(name) {
      const { operation } = declarationOf(name);
      if (!current || (current.operations && !current.operations.includes(operation))) return undefined;
      const fails = draws.next(`fails:${name}`) < current.rate;
      const choice = draws.next(`how:${name}`);
      const branches = failureBranchesOf(name);
      return fails ? branches[Math.floor(choice * branches.length)] : undefined;
    },
    restart: () => draws.restart(),
    onChange,
  };
}

import type { OperationName } from '@/contract/contract';
import { operationCalled, requireBranch } from '@/mocks/engine/operation-lookup';

export interface OverrideOptions {
  /** Milliseconds that the answer takes, instead of the usual latency. */
  readonly delay?: number | undefined;
  /** How often it is served before the operation is itself again; for ever where absent. */
  readonly times?: number | undefined;
}

/** A branch chosen for an operation by the panel, the URL or a test. */
export interface Override {
  readonly operation: string;
  readonly branch: string;
  readonly delay: number | undefined;
  /** Servings left; `Infinity` for one that stays. */
  readonly left: number;
}

export interface Overrides {
  /** Throws for an unknown operation or branch, listing the valid ones. */
  set(operation: string, branch: string, options?: OverrideOptions): void;
  /** Drops the override of one operation, or all. Throws for an unknown operation. */
  clear(operation?: string): void;
  /** The override to serve now; one with `times` is used up by it. One-shots go before those that stay. */
  take(name: OperationName): Override | undefined;
  list(): Override[];
}

/** Chosen branches per operation: at most one that stays and one that is served a few times. */
export function createOverrides(): Overrides {
  const staying = new Map<OperationName, Override>();
  const counted = new Map<OperationName, Override>();

  return {
    set(operation, branch, { delay, times } = {}) {
      const name = operationCalled(operation);
      requireBranch(name, branch);
      if (times !== undefined && (!Number.isInteger(times) || times < 1)) {
        throw new Error(`times must be a whole number from 1, not ${times}.`);
      }
      const override = { operation, branch, delay, left: times ?? Number.POSITIVE_INFINITY };
      (times === undefined ? staying : counted).set(name, override);
    },
    clear(operation) {
      if (operation === undefined) {
        staying.clear();
        counted.clear();
        return;
      }
      const name = operationCalled(operation);
      staying.delete(name);
      counted.delete(name);
    },
    take(name) {
      const once = counted.get(name);
      if (!once) return staying.get(name);
      if (once.left === 1) counted.delete(name);
      else counted.set(name, { ...once, left: once.left - 1 });
      return once;
    },
    list: () => [...counted.values(), ...staying.values()],
  };
}

import type { OperationName } from '@/contract/contract';
import { longestDelay } from '@/mocks/engine/latency';
import { operationCalled, requireBranch } from '@/mocks/engine/operation-lookup';
import { createSignal, type Signal } from '@/mocks/world/signal';

export interface OverrideOptions {
  /** Delay in milliseconds instead of the usual latency; at most 60,000. */
  readonly delay?: number | undefined;
  /** How many calls it applies to; without it, until it is cleared. */
  readonly times?: number | undefined;
}

/** A branch chosen for an operation by the panel, the URL or a test. */
export interface Override extends OverrideOptions {
  readonly operation: string;
  readonly branch: string;
}

export interface Overrides {
  /** Throws for an unknown operation or branch, listing the valid ones. */
  set(operation: string, branch: string, options?: OverrideOptions): void;
  /** Clears the override of one operation, or all. Throws for an unknown operation. */
  clear(operation?: string): void;
  /** Returns the override for the next call and counts down its `times`. Counted overrides precede permanent ones. */
  take(name: OperationName): Override | undefined;
  /** The remaining overrides: counted ones first, then permanent ones. */
  list(): Override[];
  readonly onChange: Signal['onChange'];
}

function requireOptions({ delay, times }: OverrideOptions): void {
  if (times !== undefined && (!Number.isInteger(times) || times < 1)) {
    throw new Error(`times must be a whole number from 1, not ${times}.`);
  }
  if (delay !== undefined && !(delay >= 0 && delay <= longestDelay)) {
    throw new Error(`delay must lie within 0 and ${longestDelay} ms, not ${delay}.`);
  }
}

/** Overrides per operation: at most one permanent and one counted. */
export function createOverrides(): Overrides {
  const staying = new Map<OperationName, Override>();
  const counted = new Map<OperationName, Override & { readonly times: number }>();
  const { notify, onChange } = createSignal();

  return {
    set(operation, branch, options = {}) {
      const name = operationCalled(operation);
      requireBranch(name, branch);
      requireOptions(options);
      const { delay, times } = options;
      const override = { operation, branch, ...(delay === undefined ? {} : { delay }) };
      if (times === undefined) staying.set(name, override);
      else counted.set(name, { ...override, times });
      notify();
    },
    clear(operation) {
      for (const name of operation === undefined
        ? [...staying.keys(), ...counted.keys()]
        : [operationCalled(operation)]) {
        staying.delete(name);
        counted.delete(name);
      }
      notify();
    },
    take(name) {
      const once = counted.get(name);
      if (!once) return staying.get(name);
      if (once.times === 1) counted.delete(name);
      else counted.set(name, { ...once, times: once.times - 1 });
      notify();
      return once;
    },
    list: () => [...counted.values(), ...staying.values()],
    onChange,
  };
}

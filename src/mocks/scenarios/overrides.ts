import type { OperationName } from '@/contract/contract';
import { longestDelay } from '@/mocks/engine/latency';
import { operationCalled, requireBranch } from '@/mocks/engine/operation-lookup';
import { createSignal, type Signal } from '@/mocks/world/signal';

export interface OverrideOptions {
  /** Milliseconds that the answer takes, instead of the usual latency; 60,000 at most. */
  readonly delay?: number | undefined;
  /** How often it is served before the operation is itself again; for ever where absent. */
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
  /** Drops the override of one operation, or all. Throws for an unknown operation. */
  clear(operation?: string): void;
  /** The override to serve now; one with `times` is used up by it. One-shots go before those that stay. */
  take(name: OperationName): Override | undefined;
  /** What is left to serve: those that are served a few times first, then those that stay. */
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

/** Chosen branches per operation: at most one that stays and one that is served a few times. */
export function createOverrides(): Overrides {
  const staying = new Map<OperationName, Override>();
  const counted = new Map<OperationName, Override & { readonly times: number }>();
  const { tell, onChange } = createSignal();

  return {
    set(operation, branch, options = {}) {
      const name = operationCalled(operation);
      requireBranch(name, branch);
      requireOptions(options);
      const { delay, times } = options;
      const override = { operation, branch, ...(delay === undefined ? {} : { delay }) };
      if (times === undefined) staying.set(name, override);
      else counted.set(name, { ...override, times });
      tell();
    },
    clear(operation) {
      for (const name of operation === undefined
        ? [...staying.keys(), ...counted.keys()]
        : [operationCalled(operation)]) {
        staying.delete(name);
        counted.delete(name);
      }
      tell();
    },
    take(name) {
      const once = counted.get(name);
      if (!once) return staying.get(name);
      if (once.times === 1) counted.delete(name);
      else counted.set(name, { ...once, times: once.times - 1 });
      tell();
      return once;
    },
    list: () => [...counted.values(), ...staying.values()],
    onChange,
  };
}

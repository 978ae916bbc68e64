import { branchesOf, type Declaration } from '../declaration';
import { createSignal, type Signal } from '../world/signal';
import { type Latency, requireLatency } from './latency';
import type { Operations } from './operation-lookup';
import { createOverrides, type Override, type Overrides } from './overrides';
import { createRandom } from './random';

export interface ChaosOptions<Operation extends string = string> {
  /** Share of calls that fail, from 0 to 1. */
  readonly rate: number;
  /** Determines which calls fail and how; defaults to 1. */
  readonly seed?: number | undefined;
  /** Only these operations, such as `POST /auth/login`; defaults to all. */
  readonly operations?: readonly Operation[] | undefined;
}

export interface Chaos {
  /** Starts chaos; null stops it. Throws for a rate outside 0 to 1, a non-integer seed or an unknown operation. */
  set(options: ChaosOptions | null): void;
  current(): ChaosOptions | null;
  /** The branch by which the next call of this operation fails; undefined if it does not. */
  take(name: string): string | undefined;
  restart(): void;
  readonly onChange: Signal['onChange'];
}

/**
 * The branches of random failures; for writes also `ok.lost`. Not 401, which signs the user out and would end the test.
 * Not `timeout`, `wrong-2xx` and `malformed`, which are server defects.
 */
export const failureBranchesOf = (declared: Declaration): string[] =>
  branchesOf(declared).filter((branch) => /^([45]\d\d(?<!401)|soft-fail|ok\.lost|network)\b/.test(branch));

function checked({ operationCalled }: Operations, { rate, seed, operations }: ChaosOptions): ChaosOptions {
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

/** Random failures, reproducible by seed: the nth call of an operation always has the same result. */
export function createChaos(operations: Operations): Chaos {
  let current: ChaosOptions | null = null;
  const random = createRandom(() => current?.seed ?? 1);
  const { notify, onChange } = createSignal();

  return {
    set(options) {
      current = options && checked(operations, options);
      random.restart();
      notify();
    },
    current: () => current,
    take(name) {
      const declared = operations.declarationOf(name);
      if (!current || (current.operations && !current.operations.includes(declared.operation)))
        return undefined;
      const fails = random.next(`fails:${name}`) < current.rate;
      const choice = random.next(`how:${name}`);
      const branches = failureBranchesOf(declared);
      return fails ? branches[Math.floor(choice * branches.length)] : undefined;
    },
    restart: () => random.restart(),
    onChange,
  };
}

/** Overrides, chaos and latency as plain JSON. */
export interface ScenarioState {
  readonly overrides: readonly Override[];
  readonly chaos: ChaosOptions | null;
  /** Response times in milliseconds: a range or a shape. */
  readonly latency: Latency;
}

export interface Scenario {
  readonly overrides: Overrides;
  readonly chaos: Chaos;
  readonly latency: {
    current(): Latency;
    /** Throws for durations outside 0 to 60,000 ms and for an unknown shape. */
    set(latency: Latency): void;
  };
  state(): ScenarioState;
  /** Replaces the current state. */
  apply(state: ScenarioState): void;
  /** Resets to no overrides, no chaos and the host's latency. */
  clear(): void;
  readonly onChange: Signal['onChange'];
}

/** @param usual the host's latency */
export function createScenario(usual: Latency, operations: Operations): Scenario {
  const overrides = createOverrides(operations);
  const chaos = createChaos(operations);
  const { notify, onChange } = createSignal();
  let currentLatency = usual;
  overrides.onChange(notify);
  chaos.onChange(notify);

  const latency: Scenario['latency'] = {
    current: () => currentLatency,
    set(next) {
      requireLatency(next);
      currentLatency = next;
      notify();
    },
  };
  function apply(state: ScenarioState) {
    overrides.replace(state.overrides);
    chaos.set(state.chaos);
    latency.set(state.latency);
  }
  return {
    overrides,
    chaos,
    latency,
    state: () => ({ overrides: overrides.list(), chaos: chaos.current(), latency: currentLatency }),
    apply,
    clear: () => apply({ overrides: [], chaos: null, latency: usual }),
    onChange,
  };
}

import { type Latency, requireLatency } from '../engine/latency';
import type { Operations } from '../engine/operation-lookup';
import { createSignal, type Signal } from '../world/signal';
import { type Chaos, type ChaosOptions, createChaos } from './chaos';
import { createOverrides, type Override, type Overrides } from './overrides';

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
  let held = usual;
  overrides.onChange(notify);
  chaos.onChange(notify);

  const latency: Scenario['latency'] = {
    current: () => held,
    set(next) {
      requireLatency(next);
      held = next;
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
    state: () => ({ overrides: overrides.list(), chaos: chaos.current(), latency: held }),
    apply,
    clear: () => apply({ overrides: [], chaos: null, latency: usual }),
    onChange,
  };
}

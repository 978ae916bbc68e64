import { type LatencyRange, requireLatency } from '../engine/latency';
import type { Operations } from '../engine/operation-lookup';
import { createSignal, type Signal } from '../world/signal';
import { type Chaos, type ChaosOptions, createChaos } from './chaos';
import { createOverrides, type Override, type Overrides } from './overrides';

/** Overrides, chaos and latency as plain JSON. */
export interface ScenarioState {
  readonly overrides: readonly Override[];
  readonly chaos: ChaosOptions | null;
  /** Range of response times in milliseconds. */
  readonly latency: LatencyRange;
}

export interface Scenario {
  readonly overrides: Overrides;
  readonly chaos: Chaos;
  readonly latency: {
    current(): LatencyRange;
    /** Throws unless 0 ≤ min ≤ max ≤ 60,000. */
    set(range: LatencyRange): void;
  };
  state(): ScenarioState;
  /** Replaces the current state. */
  apply(state: ScenarioState): void;
  /** Resets to no overrides, no chaos and the host's latency. */
  clear(): void;
  readonly onChange: Signal['onChange'];
}

/** @param usual the host's latency */
export function createScenario(usual: LatencyRange, operations: Operations): Scenario {
  const overrides = createOverrides(operations);
  const chaos = createChaos(operations);
  const { notify, onChange } = createSignal();
  let range = usual;
  overrides.onChange(notify);
  chaos.onChange(notify);

  const latency: Scenario['latency'] = {
    current: () => range,
    set(next) {
      requireLatency(next);
      range = [next[0], next[1]];
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
    state: () => ({ overrides: overrides.list(), chaos: chaos.current(), latency: range }),
    apply,
    clear: () => apply({ overrides: [], chaos: null, latency: usual }),
    onChange,
  };
}

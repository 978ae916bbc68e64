import type { Storage } from 'unstorage';
import type { Scenario, ScenarioState } from '../../scenarios/scenario';

const KEY = 'scenario';

interface ScenarioStore {
  /** Applies the state last stored by another server, or by this one before its restart. */
  load(): Promise<void>;
  /** Stores local changes since then. Resolves to whether there were any. */
  save(): Promise<boolean>;
  /** Undoes local changes that were not stored. */
  undo(): void;
}

/**
 * Stores a tenant's overrides, chaos and latency with its data. Two servers responding at the same time may both use a
 * one-shot override: the data is locked, the scenario is not.
 */
export function createScenarioStore(storage: Storage, scenario: Scenario): ScenarioStore {
  const text = () => JSON.stringify(scenario.state());
  const initial = text();
  let known = initial;

  function apply(state: ScenarioState) {
    try {
      scenario.apply(state);
    } catch {
      // Stored by a build with other operations; none of it applies.
      scenario.clear();
    }
  }

  return {
    async load() {
      const stored = await storage.getItem<ScenarioState>(KEY);
      // A storage that lost its data gets the state again.
      if (stored === null) known = initial;
      if (stored === null || JSON.stringify(stored) === known) return;
      apply(stored);
      known = JSON.stringify(stored);
    },
    async save() {
      const now = text();
      if (now === known) return false;
      await storage.setItem(KEY, scenario.state());
      known = now;
      return true;
    },
    undo() {
      if (text() !== known) apply(JSON.parse(known) as ScenarioState);
    },
  };
}

import type { Storage } from 'unstorage';
import type { Scenario, ScenarioState } from '@/mocks/scenarios/scenario';

const KEY = 'scenario';

interface ScenarioStore {
  /** Takes over what another server, or this one before its restart, was told last. */
  load(): Promise<void>;
  /** Stores what changed here since. */
  save(): Promise<void>;
}

/**
 * Keeps a tenant's failures, chaos and latency with its data. Two servers that answer at the very same time may both
 * serve an override that was meant for one call: the data itself is locked, the choice of failures is not.
 */
export function createScenarioStore(storage: Storage, scenario: Scenario): ScenarioStore {
  const text = () => JSON.stringify(scenario.state());
  let known = text();
  return {
    async load() {
      const stored = await storage.getItem<ScenarioState>(KEY);
      if (stored === null || JSON.stringify(stored) === known) return;
      try {
        scenario.apply(stored);
      } catch {
        // Stored by a build with other operations: there is nothing to take over.
        scenario.clear();
      }
      known = JSON.stringify(stored);
    },
    async save() {
      const now = text();
      if (now === known) return;
      known = now;
      await storage.setItem(KEY, scenario.state());
    },
  };
}

import type { Storage } from 'unstorage';
import type { Scenario, ScenarioState } from '../../scenarios/scenario';

const KEY = 'scenario';

interface ScenarioStore {
  /** Applies the state last stored by another server, or by this one before its restart. */
  load(): Promise<void>;
  /** Stores local changes since then. Resolves to whether there were any. */
  save(): Promise<boolean>;
  /** Undoes local changes that were not stored. */
  undo(): Promise<void>;
  /** How often local changes were undone, which may have been those of several requests. */
  undone(): number;
}

/**
 * Stores a tenant's overrides, chaos and latency with its data. Two servers responding at the same time may both use a
 * one-shot override: the data is locked, the scenario is not.
 */
export function createScenarioStore(storage: Storage, scenario: Scenario): ScenarioStore {
  const text = () => JSON.stringify(scenario.state());
  const initial = text();
  let known = initial;
  let undone = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** One after another: what one request could not store must not undo what another one is storing. */
  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  function apply(state: ScenarioState) {
    if (text() !== known) undone += 1;
    try {
      scenario.apply(state);
    } catch {
      // Stored by a build with other operations; none of it applies.
      scenario.clear();
    }
  }
  function undo() {
    if (text() !== known) apply(JSON.parse(known) as ScenarioState);
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
    save: () =>
      inTurn(async () => {
        const now = text();
        if (now === known) return false;
        try {
          await storage.setItem(KEY, JSON.parse(now));
        } catch (error) {
          undo();
          throw error;
        }
        known = now;
        return true;
      }),
    undo: () => inTurn(undo),
    undone: () => undone,
  };
}

import type { Scenario, ScenarioState } from '../scenarios/scenario';
import { tabStorage } from './frame';
import type { Ignored } from './url-parameters';

/** Session storage: it survives a reload, and login, which only clears local storage. */
type Place = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const ignoredKey = (name: string) => `${name}-mock-ignored`;

/** Storage may be denied (blocked site data); the scenario then lasts until the reload. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * Applies the scenario that this tab had before the reload, and stores every later one. Frames of a tab share it.
 *
 * @param name the mock's, which others of the same origin don't have
 */
export function rememberScenario(
  scenario: Scenario,
  name: string,
  place: Place | undefined = attempt(tabStorage),
): void {
  const key = `${name}-mock-scenario`;
  const stored = attempt(() => place?.getItem(key));
  try {
    if (stored) scenario.apply(JSON.parse(stored) as ScenarioState);
  } catch {
    // Stored by another build; none of it applies.
    scenario.clear();
  }
  scenario.onChange(() => attempt(() => place?.setItem(key, JSON.stringify(scenario.state()))));
}

/** Keeps what was ignored in the URL of a page that is being left, for the page that follows. */
export function storeIgnored(name: string, ignored: readonly Ignored[]): void {
  if (ignored.length === 0) return;
  attempt(() => tabStorage().setItem(ignoredKey(name), JSON.stringify(ignored)));
}

/** What the page before has kept, once. */
export function takeIgnored(name: string): readonly Ignored[] {
  const stored = attempt(() => tabStorage().getItem(ignoredKey(name)));
  attempt(() => tabStorage().removeItem(ignoredKey(name)));
  return stored ? (JSON.parse(stored) as readonly Ignored[]) : [];
}

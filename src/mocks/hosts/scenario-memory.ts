import type { MockControl } from '../control';
import type { Mock } from '../engine/mock';
import type { Scenario } from '../scenarios/scenario';
import { decodeShare } from '../scenarios/share-code';

/** Session storage: it survives a reload, and login, which only clears local storage. */
type Place = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Storage may be denied (blocked site data); the scenario then lasts until the reload. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Applies the scenario that this tab had before the reload, and stores every later one. */
export function rememberScenario(
  mock: Mock,
  scenario: Scenario,
  control: Pick<MockControl, 'share'>,
  place: Place | undefined = attempt(() => sessionStorage),
): void {
  const key = `${mock.name}-mock-scenario`;
  const code = attempt(() => place?.getItem(key));
  const kept = code ? attempt(() => decodeShare(mock, code)) : undefined;
  if (kept) attempt(() => scenario.apply(kept.scenario));
  scenario.onChange(() => {
    attempt(() => {
      const shared = new URL(control.share()).searchParams.get('mock');
      if (shared !== null) place?.setItem(key, shared);
    });
  });
}

import { accountOf, appOf } from './app';
import type { Store } from './store';

/**
 * Keeps something for as long as the same account is signed in, so that it outlives the screen that shows it; while no
 * account is, for as long as the application runs.
 *
 * @param end is called with what is no longer kept
 */
export function sessionScoped<Kept extends object>(
  create: (store: Store) => Kept,
  end: (kept: Kept) => void = () => undefined,
): (store: Store) => Kept {
  const known = new WeakMap<object, Kept>();
  return (store) => {
    const app = appOf(store);
    const account = accountOf(app);
    const owner = account ?? app.actor;
    const found = known.get(owner);
    if (found !== undefined) return found;
    const kept = create(store);
    known.set(owner, kept);
    const release = { complete: () => end(kept) };
    if (account === undefined) app.actor.subscribe(release);
    else account.subscribe(release);
    return kept;
  };
}

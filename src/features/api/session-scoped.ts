import { accountOf, appOf } from './app';
import type { Store } from './store';

/**
 * Keeps an object while the same account is signed in, so that it outlives the screen that uses it. While no one is
 * signed in, it is kept as long as the application runs.
 *
 * @param end called with the object when it is dropped
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

import type { Store } from '@/features/api/store';
import { readStored } from '@/shared/storage';

interface Stoppable {
  stop(): void;
}

/**
 * Keeps something per store for as long as the same person is signed in, so that work outlives the screen that shows it.
 * With another token it is stopped and made anew: another clinic's patients are nobody's business.
 */
export function perSignIn<Kept extends Stoppable>(create: (store: Store) => Kept): (store: Store) => Kept {
  const known = new WeakMap<Store, { readonly token: string | null; readonly kept: Kept }>();
  return (store) => {
    const token = readStored('token');
    const found = known.get(store);
    if (found?.token === token) return found.kept;
    found?.kept.stop();
    const kept = create(store);
    known.set(store, { token, kept });
    return kept;
  };
}

import { readStored } from '@/shared/storage';
import type { Store } from './store';

/**
 * Keeps something per store for as long as the same person is signed in, so that it outlives the screen that shows it.
 * With another token it is made anew: another person's work is nobody's business.
 *
 * @param end is called with what is no longer kept
 */
export function perSignIn<Kept extends object>(
  create: (store: Store) => Kept,
  end: (kept: Kept) => void = () => undefined,
): (store: Store) => Kept {
  const known = new WeakMap<Store, { readonly token: string | null; readonly kept: Kept }>();
  return (store) => {
    const token = readStored('token');
    const found = known.get(store);
    if (found?.token === token) return found.kept;
    if (found !== undefined) end(found.kept);
    const kept = create(store);
    known.set(store, { token, kept });
    return kept;
  };
}

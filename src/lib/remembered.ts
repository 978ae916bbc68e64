import { createStore, get, set, type UseStore } from 'idb-keyval';

/** Milliseconds. A database that does not answer must not hold up the page. */
const patience = 1000;

/**
 * A text as a SHA-256 hash, so that the browser stores no secret and no text of a file.
 *
 * @throws TypeError on insecure origins: then nothing is remembered
 */
export async function hashOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Values by key that outlive login and logout, which clear local storage (§4): they are in IndexedDB. A browser that
 * denies that remembers nothing.
 */
export function rememberedIn(database: string, table: string) {
  // Opened on first use: some browsers deny a page any database.
  let opened: UseStore | undefined;
  const store = () => {
    opened ??= createStore(database, table);
    return opened;
  };
  return {
    /** Returns the value as stored; undefined if there is none. */
    async recall(key: string): Promise<unknown> {
      const read = async () => get<unknown>(await hashOf(key), store());
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience, undefined));
      return Promise.race([read(), late]).catch(() => undefined);
    },
    async remember(key: string, value: unknown): Promise<void> {
      try {
        await set(await hashOf(key), value, store());
      } catch {
        // Nothing is lost.
      }
    },
  };
}

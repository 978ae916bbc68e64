import { type StorageKey, type Stored, storageKeys } from '@/contract/storage-keys';
import { report } from './report';

/**
 * The only way to browser storage. Every key stands in `storageKeys`; what was stored by hand, by another version or by
 * another product on the same origin reads as the fallback. Blocked storage (private mode) behaves like an empty one
 * that lasts as long as the page.
 */

/** `full`: the browser's quota is used up. `blocked`: the browser gives this page no storage. */
export type WriteResult = 'written' | 'full' | 'blocked';

/** Where a change came from: this page, or another tab on the same storage. */
type ChangeOrigin = 'here' | 'elsewhere';
type Listener = (origin: ChangeOrigin) => void;

const listeners = new Map<StorageKey, Set<Listener>>();
/** Values as of their last reading, so that subscribers get a stable reference. */
const cache = new Map<StorageKey, { raw: string | null; value: unknown }>();
/** Stands in for storage that the browser refuses. */
const unsaved = new Map<StorageKey, string>();

function areaOf(key: StorageKey): Storage | null {
  try {
    return storageKeys[key].area === 'local' ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
}

function readRaw(key: StorageKey): string | null {
  return unsaved.get(key) ?? areaOf(key)?.getItem(key) ?? null;
}

function parse<K extends StorageKey>(key: K, raw: string | null): Stored<K> {
  const { schema, fallback } = storageKeys[key];
  const known =
    raw === null
      ? undefined
      : candidates(raw)
          .map((value) => schema.safeParse(value))
          .find(({ success }) => success);
  return (known?.success ? known.data : fallback()) as Stored<K>;
}

/** Texts stand as they are, so that `token` holds the token itself (SPEC §3); everything else is JSON. */
const encode = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a stored text may mean. */
function candidates(raw: string): unknown[] {
  try {
    return [JSON.parse(raw), raw];
  } catch {
    return [raw];
  }
}

/** Reads a value; a missing, corrupt or foreign one is the key's fallback. The result is stable until it changes. */
export function readStored<K extends StorageKey>(key: K): Stored<K> {
  const raw = readRaw(key);
  const known = cache.get(key);
  if (known !== undefined && known.raw === raw) return known.value as Stored<K>;
  const value = parse(key, raw);
  cache.set(key, { raw, value });
  return value;
}

/** Writes a value. Nothing is thrown: a refused write is kept in memory and said in the result. */
export function writeStored<K extends StorageKey>(key: K, value: Stored<K>): WriteResult {
  const raw = encode(value);
  const result = tryWrite(key, raw);
  if (result === 'written') unsaved.delete(key);
  else unsaved.set(key, raw);
  notify(key);
  return result;
}

function tryWrite(key: StorageKey, raw: string): WriteResult {
  const area = areaOf(key);
  if (area === null) return 'blocked';
  try {
    area.setItem(key, raw);
    return 'written';
  } catch (error) {
    const full = error instanceof DOMException && error.name === 'QuotaExceededError';
    report('storage refused a write', { key, full });
    return full ? 'full' : 'blocked';
  }
}

/** Forgets a value. */
export function removeStored(key: StorageKey): void {
  unsaved.delete(key);
  areaOf(key)?.removeItem(key);
  notify(key);
}

/**
 * Clears local storage and the product's keys in session storage: login and logout do this (SPEC §4). What an older
 * version left behind goes, too.
 */
export function clearStored(): void {
  for (const key of Object.keys(storageKeys) as StorageKey[]) removeStored(key);
  try {
    window.localStorage.clear();
  } catch {
    // Blocked storage holds nothing.
  }
}

/** Calls back when a key changes, in this tab or, for local keys, in another. Returns the way to stop. */
export function subscribeStored(key: StorageKey, listener: Listener): () => void {
  const all = listeners.get(key) ?? new Set();
  listeners.set(key, all.add(listener));
  return () => all.delete(listener);
}

function notify(key: StorageKey, origin: ChangeOrigin = 'here'): void {
  for (const listener of listeners.get(key) ?? []) listener(origin);
}

// Pages are also drawn at build time, where there is no window.
globalThis.window?.addEventListener('storage', ({ key }) => {
  // `null` means that another tab cleared the whole area.
  for (const changed of listeners.keys()) if (key === null || key === changed) notify(changed, 'elsewhere');
});

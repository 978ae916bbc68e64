import { useCallback, useSyncExternalStore } from 'react';
import type * as z from '@/contract/zod';
import { type StorageEntry, type StorageKey, type Stored, storageKeys } from '@/domain/storage-keys';
import { report } from './report';
import { createSignal, type Signal } from './signal';

/**
 * The only access to local and session storage; `storageKeys` lists every key. A value of another version or another product on
 * the same origin, or one that a user has edited, reads as the fallback. If storage is blocked (private mode), values last as long
 * as the page.
 */

/** `full`: the storage quota is exceeded. `blocked`: the browser denies this page storage. */
export type WriteResult = 'written' | 'full' | 'blocked';

/** The origin of a change: this page, or another tab that shares the storage. */
type ChangeOrigin = 'thisTab' | 'otherTab';

const signals = new Map<StorageKey, Signal<ChangeOrigin>>();
/** The last values read, so that subscribers get a stable reference. */
const cache = new Map<StorageKey, { raw: string | null; value: unknown }>();
/** Values that the browser could not store. */
const unwritten = new Map<StorageKey, string>();

function areaOf(key: StorageKey): Storage | null {
  try {
    return storageKeys[key].area === 'local' ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
}

function readRaw(key: StorageKey): string | null {
  return unwritten.get(key) ?? areaOf(key)?.getItem(key) ?? null;
}

function parse<K extends StorageKey>(key: K, raw: string | null): Stored<K> {
  const { schema, fallback } = storageKeys[key];
  const valid =
    raw === null
      ? undefined
      : candidates(key, raw)
          .map((value) => schema.safeParse(value))
          .find(({ success }) => success);
  return (valid?.success ? valid.data : fallback()) as Stored<K>;
}

interface Versioned {
  readonly version: number;
  readonly value: unknown;
}

/** Strings are stored as they are (`token` holds the token itself, §3), other values with their version. */
function encode(key: StorageKey, value: unknown): string {
  if (typeof value === 'string') return value;
  const { version } = storageKeys[key];
  return JSON.stringify(typeof value === 'object' && value !== null ? { version, value } : value);
}

/** Parses a stored text; undefined if it is not JSON. Values from before versioning count as version 1. */
function decode(raw: string): Versioned | undefined {
  try {
    const stored: unknown = JSON.parse(raw);
    return isVersioned(stored) ? stored : { version: 1, value: stored };
  } catch {
    return undefined;
  }
}

const isVersioned = (stored: unknown): stored is Versioned =>
  typeof stored === 'object' &&
  stored !== null &&
  Object.keys(stored).length === 2 &&
  'value' in stored &&
  'version' in stored &&
  Number.isSafeInteger(stored.version);

/** Migrates the value to this release; undefined if a newer release wrote it. */
function migrated(key: StorageKey, { version, value }: Versioned): unknown {
  const { version: current, migrate }: StorageEntry<z.ZodMiniType> = storageKeys[key];
  if (version > current) return undefined;
  return version < current && migrate !== undefined ? migrate(value, version) : value;
}

/** The possible values of a stored text. */
function candidates(key: StorageKey, raw: string): unknown[] {
  const stored = decode(raw);
  return stored === undefined ? [raw] : [migrated(key, stored), raw];
}

/** Whether a key has any stored value, valid or not. */
export const isStored = (key: StorageKey): boolean => readRaw(key) !== null;

/** Reads a value; a missing, corrupt or foreign one is the key's fallback. Stable until it changes. */
export function readStored<K extends StorageKey>(key: K): Stored<K> {
  const raw = readRaw(key);
  const cached = cache.get(key);
  if (cached !== undefined && cached.raw === raw) return cached.value as Stored<K>;
  const value = parse(key, raw);
  cache.set(key, { raw, value });
  return value;
}

/** Writes a value. Never throws: a failed write is kept in memory and reported in the result. */
export function writeStored<K extends StorageKey>(key: K, value: Stored<K>): WriteResult {
  const raw = encode(key, value);
  // Avoids parsing a long value again after it was written.
  cache.set(key, { raw, value });
  const result = tryWrite(key, raw);
  if (result === 'written') unwritten.delete(key);
  else unwritten.set(key, raw);
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
    return reportRejection(key, error);
  }
}

/** Reports why a value could not be stored. */
export function reportRejection(key: StorageKey, error: unknown): WriteResult {
  const full = error instanceof DOMException && error.name === 'QuotaExceededError';
  report('storage rejected a write', { key, full });
  return full ? 'full' : 'blocked';
}

/** Removes a value. */
export function removeStored(key: StorageKey): void {
  unwritten.delete(key);
  areaOf(key)?.removeItem(key);
  notify(key);
}

/** Clears local storage, including old keys, and our session storage: on login and logout (§4). */
export function clearStored({ except }: { except?: StorageKey } = {}): void {
  for (const key of Object.keys(storageKeys) as StorageKey[]) if (key !== except) removeStored(key);
  try {
    for (const key of Object.keys(window.localStorage))
      if (key !== except) window.localStorage.removeItem(key);
  } catch {
    // Blocked storage has nothing to clear.
  }
}

/** Drops values that could not be stored and are only kept in memory. */
export function dropUnwritten(): void {
  for (const key of [...unwritten.keys()]) {
    unwritten.delete(key);
    notify(key);
  }
}

/** Calls `listener` when a key changes, in this tab or, for local keys, in another. Returns an unsubscribe function. */
export function subscribeStored(key: StorageKey, listener: (origin: ChangeOrigin) => void): () => void {
  const signal = signals.get(key) ?? createSignal();
  signals.set(key, signal);
  return signal.subscribe(listener);
}

const notify = (key: StorageKey, origin: ChangeOrigin = 'thisTab'): void => signals.get(key)?.notify(origin);

// Pages are also prerendered in Node, where there is no window.
globalThis.window?.addEventListener('storage', ({ key }) => {
  // `null` means that another tab cleared the whole area.
  for (const changed of signals.keys()) if (key === null || key === changed) notify(changed, 'otherTab');
});

/** A stored value as React state, synchronized with other tabs. */
export function useStored<K extends StorageKey>(key: K): [Stored<K>, (value: Stored<K>) => WriteResult] {
  const subscribe = useCallback((listener: () => void) => subscribeStored(key, listener), [key]);
  const read = () => readStored(key);
  // The same while a prerendered page is hydrated, whose content does not depend on stored values.
  const value = useSyncExternalStore(subscribe, read, read);
  const write = useCallback((next: Stored<K>) => writeStored(key, next), [key]);
  return [value, write];
}

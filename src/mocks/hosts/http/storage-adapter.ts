import type { Storage } from 'unstorage';
import { memoryStorage } from '@/mocks/db/storage';
import { singleTab, type Tabs } from '@/mocks/db/tabs';

/** One visitor's storage, and the lock under which it is read and written. */
interface TenantStorage {
  readonly storage: Storage;
  readonly tabs: Tabs;
}

/** Stores the data of all tenants of the mock server. */
export interface StorageAdapter {
  /** Returns the same data and the same lock for the same tenant every time. */
  open(tenant: string): TenantStorage;
  close(): Promise<void>;
}

/** Named locks shared by everyone who opens the same tenant. */
export function sharedLocks(): (tenant: string) => Tabs {
  const held = new Map<string, Tabs['withLock']>();
  return (tenant) => {
    const withLock = held.get(tenant) ?? singleTab().withLock;
    held.set(tenant, withLock);
    return { ...singleTab(), withLock };
  };
}

/** Data that lasts as long as the process. Servers given the same adapter share it. */
export function memoryAdapter(): StorageAdapter {
  const storages = new Map<string, Storage>();
  const tabsOf = sharedLocks();
  return {
    open(tenant) {
      const storage = storages.get(tenant) ?? memoryStorage();
      storages.set(tenant, storage);
      return { storage, tabs: tabsOf(tenant) };
    },
    close: async () => undefined,
  };
}

import type { Storage } from 'unstorage';
import { memoryStorage } from '@/mocks/db/storage';
import { singleTab, type Tabs } from '@/mocks/db/tabs';

/** One visitor's data: where it is stored, and the lock under which it is read and written. */
interface TenantPlace {
  readonly storage: Storage;
  readonly tabs: Tabs;
}

/** Where the mock server keeps the data of all its tenants. */
export interface StorageAdapter {
  /** The same data and the same lock for the same tenant, however often it is opened. */
  open(tenant: string): TenantPlace;
  close(): Promise<void>;
}

/** Locks by name that everybody who opens the same tenant of this place shares. */
export function sharedLocks(): (tenant: string) => Tabs {
  const held = new Map<string, Tabs['withLock']>();
  return (tenant) => {
    const withLock = held.get(tenant) ?? singleTab().withLock;
    held.set(tenant, withLock);
    return { ...singleTab(), withLock };
  };
}

/** Data that ends with the process. Servers that are given the same place share it. */
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

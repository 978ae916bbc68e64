import type { Storage } from 'unstorage';
import { memoryStorage } from '../../db/storage';
import { singleTab, type Tabs } from '../../db/tabs';

/** One visitor's storage, and the lock under which it is read and written. */
interface TenantStorage {
  readonly storage: Storage;
  readonly tabs: Tabs;
}

/** Stores the data of all tenants of the mock server. */
export interface StorageAdapter {
  /** Returns the same data and the same lock for the same tenant every time. */
  open(tenant: string): TenantStorage;
  /** Frees what is left of a tenant whose data was removed. Called under the tenant's lock. */
  forget?(tenant: string): Promise<void>;
  close(): Promise<void>;
}

const SAFE = 't-';
/** The name of a tenant as a file or folder: Windows has reserved some names, such as `con`. */
export const safeName = (tenant: string): string => SAFE + tenant;
/** The tenant of such a name; undefined for another name. */
export const tenantNamed = (name: string): string | undefined =>
  name.startsWith(SAFE) ? name.slice(SAFE.length) : undefined;

/** Named locks shared by everyone who opens the same tenant. */
export function sharedLocks(): (tenant: string) => Tabs {
  const held = new Map<string, { readonly withLock: Tabs['withLock']; users: number }>();
  return (tenant) => ({
    ...singleTab(),
    async withLock(name, mode, work) {
      const lock = held.get(tenant) ?? { withLock: singleTab().withLock, users: 0 };
      held.set(tenant, lock);
      lock.users += 1;
      try {
        return await lock.withLock(name, mode, work);
      } finally {
        lock.users -= 1;
        if (lock.users === 0) held.delete(tenant);
      }
    },
  });
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
    forget: async (tenant) => void storages.delete(tenant),
    close: async () => undefined,
  };
}

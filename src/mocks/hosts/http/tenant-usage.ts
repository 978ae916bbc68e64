import { type StorageAdapter, safeName, tenantNamed } from './storage-adapter';

/** Used by all requests that name no tenant. */
export const COMMON_TENANT = 'default';
/** No tenant can have this name. */
const USAGE = '.tenants';
const HOUR = 60 * 60 * 1000;

interface TenantUsage {
  /** Milliseconds between two checks for unused tenants. */
  readonly interval: number;
  /** Whether a tenant last used at this time is unused for too long. */
  isOver(usedAt: number): boolean;
  /** Stores that the tenant is in use. */
  record(tenant: string): Promise<void>;
  /** All recorded tenants. */
  list(): Promise<string[]>;
  /** Removes the tenant's data if no server has used it for too long. It must not be open in this process. */
  removeIfOver(tenant: string): Promise<void>;
  /** Removes the tenant's data. It must not be open in this process. */
  remove(tenant: string): Promise<void>;
}

/**
 * Stores when each tenant was last used, next to the data, so that a tenant expires also if its server was restarted and
 * stays while another server uses it. Does not include the common tenant, which a developer may return to after weeks.
 */
export function createTenantUsage(options: {
  readonly adapter: StorageAdapter;
  readonly lifetime: number;
  readonly now: () => number;
}): TenantUsage {
  const { adapter, lifetime, now } = options;
  const { storage, tabs } = adapter.open(USAGE);
  /** A time is stored only if the last one is older than this, and counts as later by it. */
  const precision = lifetime / 24;
  const recorded = new Map<string, number>();
  const removals = new Map<string, Promise<void>>();

  const write = (work: () => Promise<void>) => tabs.withLock('data', 'exclusive', work);
  const isStoredOver = async (tenant: string) => {
    const usedAt = await storage.getItem<number>(safeName(tenant));
    return usedAt !== null && now() - usedAt > lifetime + precision;
  };

  async function removeKeys(tenant: string, mayRemove: (tenant: string) => Promise<boolean>) {
    const data = adapter.open(tenant);
    await data.tabs.withLock('data', 'exclusive', async () => {
      // Asked under the lock: another server may have used or removed it.
      if (!(await mayRemove(tenant))) return;
      const keys = await data.storage.getKeys();
      // Without the head, the other keys are ignored.
      if (keys.includes('head')) await data.storage.removeItem('head');
      for (const key of keys) await data.storage.removeItem(key);
      await adapter.forget?.(tenant);
      recorded.delete(tenant);
      await write(() => storage.removeItem(safeName(tenant)));
    });
  }
  function remove(tenant: string, mayRemove = async (_: string) => true): Promise<void> {
    const removal =
      removals.get(tenant) ?? removeKeys(tenant, mayRemove).finally(() => removals.delete(tenant));
    removals.set(tenant, removal);
    return removal;
  }

  return {
    interval: Math.min(lifetime / 4, HOUR),
    isOver: (usedAt) => now() - usedAt > lifetime,
    async record(tenant) {
      if (tenant === COMMON_TENANT) return;
      const time = now();
      if (time - (recorded.get(tenant) ?? Number.NEGATIVE_INFINITY) < precision) return;
      await write(() => storage.setItem(safeName(tenant), time));
      recorded.set(tenant, time);
    },
    list: async () => (await storage.getKeys()).flatMap((key) => tenantNamed(key) ?? []),
    async removeIfOver(tenant) {
      if (removals.has(tenant) || (await isStoredOver(tenant))) await remove(tenant, isStoredOver);
    },
    remove: (tenant) => remove(tenant),
  };
}

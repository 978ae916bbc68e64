import { randomUUID } from 'node:crypto';
import type { HttpHandler } from 'msw';
import type { DatabaseReport } from '@/mocks/db/database-types';
import { orStorageFailed, StorageFailedError } from '@/mocks/db/storage';
import { type Hosts, toHandlers } from '@/mocks/engine/handlers';
import { noLatency } from '@/mocks/engine/latency';
import { createMockBackend, type DataOptions, type MockBackend } from '@/mocks/hosts/mock-backend';
import { createScenarioStore } from './scenario-store';
import type { StorageAdapter } from './storage-adapter';

export const TENANT_COOKIE = 'kitwell-tenant';
export const TENANT_HEADER = 'x-mock-tenant';
/** Used by all requests that name no tenant. */
export const COMMON_TENANT = 'default';

/** One visitor's backend in this process. */
export interface Tenant {
  readonly id: string;
  readonly mocks: MockBackend;
  readonly handlers: HttpHandler[];
}

interface TenantsOptions {
  readonly adapter: StorageAdapter;
  readonly hosts: Hosts;
  readonly data: Pick<DataOptions, 'world' | 'choice'>;
  /** Maximum number of backends in memory; the least recently used is closed first. Its data stays stored. */
  readonly most: number;
  /** Shows a message to the person who runs the server. */
  readonly report: (message: string) => void;
}

interface Tenants {
  /**
   * Runs `work` on the tenant's newest data.
   *
   * @throws StorageFailedError if the storage failed while it ran
   */
  use<T>(id: string, work: (tenant: Tenant) => Promise<T>): Promise<T>;
  /** Writes everything to snapshots and closes every backend. */
  close(): Promise<void>;
}

interface Open extends Tenant {
  readonly load: () => Promise<void>;
  readonly save: () => Promise<void>;
  /** When this server last had the newest data. */
  caughtUpAt: Date;
  busy: number;
  failure: string | null;
}

/** What the person who runs the server reads, where that is more than a page would say. */
const serverTexts: { readonly [K in DatabaseReport['kind']]?: (caughtUpAt: Date) => string } = {
  deleted: (caughtUpAt) =>
    `The storage has lost data. This server stores its own copy again, of ${caughtUpAt.toISOString()}. What other servers stored later is lost.`,
  replaced: () => 'Another server has replaced all data; what was stored before is lost.',
};

/** A name for a new visitor that is hard to guess. */
export const newTenantId = (): string => randomUUID();

/** At most 64 letters, digits, hyphens and underscores: it is used in keys and folder names. */
export const isTenantId = (id: string): boolean => /^[A-Za-z0-9][\w-]{0,63}$/.test(id);

/** The backends of all visitors of one server. */
export function createTenants({ adapter, hosts, data, most, report }: TenantsOptions): Tenants {
  /** Least recently used first. */
  const open = new Map<string, Open>();

  function make(id: string): Open {
    const { storage, tabs } = adapter.open(id);
    const mocks = createMockBackend({
      ...data,
      storage,
      tabs,
      onStorageFailure: 'reject',
      report({ kind, message, cause }) {
        const text = serverTexts[kind]?.(opened.caughtUpAt) ?? message;
        report(cause === undefined ? `${id}: ${text}` : `${id}: ${text} (${String(cause)})`);
        if (kind === 'memory-only') opened.failure = message;
      },
      latency: noLatency,
      onDefect: 'answer',
      storeToken: () => undefined,
      openDashboard: () => undefined,
    });
    const scenario = createScenarioStore(storage, mocks.engine.scenario);
    const opened: Open = {
      id,
      mocks,
      handlers: toHandlers(mocks.engine, hosts),
      ...scenario,
      caughtUpAt: new Date(),
      busy: 0,
      failure: null,
    };
    return opened;
  }

  async function closeOne(tenant: Open) {
    open.delete(tenant.id);
    if (tenant.failure === null) await tenant.mocks.db.flush().catch(() => undefined);
    tenant.mocks.db.close();
  }

  function makeRoom() {
    for (const tenant of open.values()) {
      if (open.size <= most) return;
      if (tenant.busy === 0) void closeOne(tenant);
    }
  }

  return {
    async use(id, work) {
      const tenant = open.get(id) ?? make(id);
      open.delete(id);
      open.set(id, tenant);
      tenant.busy += 1;
      try {
        await orStorageFailed(() => tenant.mocks.db.hydrate());
        await orStorageFailed(tenant.load);
        const answer = await work(tenant);
        await orStorageFailed(tenant.save);
        if (tenant.failure !== null) throw new StorageFailedError(tenant.failure);
        tenant.caughtUpAt = new Date();
        return answer;
      } finally {
        tenant.busy -= 1;
        // The next request then reads again what is really stored.
        if (tenant.failure !== null && open.get(id) === tenant) await closeOne(tenant);
        makeRoom();
      }
    },
    async close() {
      await Promise.all([...open.values()].map(closeOne));
    },
  };
}

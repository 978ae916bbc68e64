import { randomUUID } from 'node:crypto';
import type { DatabaseReport } from '../../db/database-types';
import { type DataStorage, orStorageFailed, StorageFailedError } from '../../db/storage';
import { createRespond, type Hosts, type Respond } from '../../engine/handlers';
import { noLatency } from '../../engine/latency';
import type { Mock } from '../../engine/mock';
import type { Scenario, ScenarioState } from '../../engine/scenario';
import { errorMessage } from '../../error-message';
import { createMockBackend, type DataOptions, type MockBackend } from '../mock-backend';
import { memoryAdapter, type StorageAdapter } from './storage-adapter';

/** Used by all requests that name no tenant. Only its data is stored. */
export const COMMON_TENANT = 'default';
export const TENANT_HEADER = 'x-mock-tenant';

/** A name for a new visitor that is hard to guess. */
export const newTenantId = (): string => randomUUID();

/** At most 64 letters in lower case, digits, hyphens and underscores. */
export const isTenantId = (id: string): boolean => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id);

/** One visitor's backend in this process. */
export interface Tenant {
  readonly id: string;
  readonly mock: Mock;
  readonly mocks: MockBackend;
  readonly respond: Respond;
  /** Aborts when its data is closed. */
  readonly closed: AbortSignal;
}

const SCENARIO = 'scenario';

/**
 * Stores overrides, chaos and latency beside the data. Two servers responding at the same time may both use a one-shot
 * override: the data is locked, the scenario is not.
 */
function storedScenario(storage: DataStorage, scenario: Scenario) {
  const text = () => JSON.stringify(scenario.state());
  let stored: string | undefined = text();
  return {
    /** Applies the state last stored by another server, or by this one before its restart. */
    async load() {
      const state = await storage.getItem(SCENARIO);
      const before = stored;
      // A storage that lost its data gets the state again.
      stored = state ?? undefined;
      if (state === null || stored === before) return;
      try {
        scenario.apply(JSON.parse(state) as ScenarioState);
      } catch {
        // Stored by a build with other operations; none of it applies.
        scenario.clear();
      }
    },
    async save() {
      const state = text();
      if (state === stored) return;
      await storage.setItem(SCENARIO, state);
      stored = state;
    },
  };
}

/** What the person who runs the server reads, where a page would speak of tabs. */
const serverTexts: { readonly [K in DatabaseReport['kind']]?: string } = {
  deleted: 'The storage has lost data. This server stores its own copy again.',
  replaced: 'Another server has replaced all data.',
};

interface TenantsOptions {
  readonly mock: Mock;
  /** Stores the data of the common tenant. The other ones last as long as the process. */
  readonly adapter: StorageAdapter;
  readonly hosts: Hosts;
  readonly data: Pick<DataOptions, 'world' | 'choice'>;
  /** Maximum number of other tenants; the least recently used is dropped first. */
  readonly most: number;
  /** Milliseconds without a request after which another tenant is dropped. */
  readonly lifetime: number;
  /** Shows a message to the person who runs the server. */
  readonly report: (message: string) => void;
}

interface Tenants {
  /**
   * Runs `work` on the tenant's newest data.
   *
   * @throws StorageFailedError if the storage failed while it ran
   */
  use(id: string, work: (tenant: Tenant) => Promise<Response>): Promise<Response>;
  /** Closes every backend. */
  close(): void;
}

/** The backends of all visitors of one server. */
export function createTenants(options: TenantsOptions): Tenants {
  const { mock, adapter, hosts, data, most, lifetime, report } = options;

  function open(id: string, { storage, tabs }: StorageAdapter) {
    const closing = new AbortController();
    const entry = { usedAt: 0, requests: 0, failure: undefined as string | undefined, closing };
    const mocks = createMockBackend(mock, {
      ...data,
      storage,
      tabs,
      onStorageFailure: 'reject',
      report({ kind, message, cause }) {
        report((serverTexts[kind] ?? message) + (cause === undefined ? '' : ` (${String(cause)})`));
        if (kind === 'memory-only') entry.failure = message;
      },
      latency: noLatency,
      onDefect: 'answer',
      reportDefect: (defect) => report(errorMessage(defect)),
    });
    return Object.assign(entry, {
      tenant: { id, mock, mocks, respond: createRespond(mocks.engine, hosts), closed: closing.signal },
      scenario: storedScenario(storage, mocks.engine.scenario),
    });
  }

  /** Least recently used first. */
  const tenants = new Map<string, ReturnType<typeof open>>();
  const now = () => data.world.now().getTime();

  function drop(id: string) {
    const entry = tenants.get(id);
    entry?.closing.abort();
    entry?.tenant.mocks.db.close();
    tenants.delete(id);
  }
  function dropUnused() {
    const others = [...tenants].filter(([id]) => id !== COMMON_TENANT);
    for (const [at, [id, { usedAt, requests }]] of others.entries()) {
      const isExpired = now() - usedAt > lifetime || at < others.length - most;
      if (isExpired && requests === 0) drop(id);
    }
  }

  return {
    async use(id, work) {
      dropUnused();
      const entry = tenants.get(id) ?? open(id, id === COMMON_TENANT ? adapter : memoryAdapter());
      tenants.delete(id);
      tenants.set(id, entry);
      entry.usedAt = now();
      entry.requests += 1;
      try {
        await orStorageFailed(() => entry.tenant.mocks.db.hydrate());
        await orStorageFailed(entry.scenario.load);
        const answer = await work(entry.tenant);
        await orStorageFailed(entry.scenario.save);
        if (entry.failure !== undefined) throw new StorageFailedError(entry.failure);
        return answer;
      } finally {
        entry.requests -= 1;
        // The next request then reads again what is really stored.
        if (entry.failure !== undefined && tenants.get(id) === entry) drop(id);
        dropUnused();
      }
    },
    close() {
      for (const id of tenants.keys()) drop(id);
    },
  };
}

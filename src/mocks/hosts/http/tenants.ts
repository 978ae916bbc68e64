import { randomUUID } from 'node:crypto';
import type { Storage } from 'unstorage';
import type { DatabaseReport } from '../../db/database-types';
import { orStorageFailed, StorageFailedError } from '../../db/storage';
import { createRespond, type Hosts, type Respond } from '../../engine/handlers';
import { noLatency } from '../../engine/latency';
import { createLogSpace } from '../../engine/log';
import type { Mock } from '../../engine/mock';
import type { Scenario, ScenarioState } from '../../scenarios/scenario';
import { errorMessage } from '../../world/error-message';
import { createMockBackend, type DataOptions, type MockBackend } from '../mock-backend';
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
function createTenantUsage(options: {
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

const KEY = 'scenario';

interface ScenarioStore {
  /** Applies the state last stored by another server, or by this one before its restart. */
  load(): Promise<void>;
  /** Stores local changes since then. Resolves to whether there were any. */
  save(): Promise<boolean>;
  /** Undoes local changes that were not stored. */
  undo(): Promise<void>;
  /** How often local changes were undone, which may have been those of several requests. */
  undone(): number;
}

/**
 * Stores a tenant's overrides, chaos and latency with its data. Two servers responding at the same time may both use a
 * one-shot override: the data is locked, the scenario is not.
 */
function createScenarioStore(storage: Storage, scenario: Scenario): ScenarioStore {
  const text = () => JSON.stringify(scenario.state());
  const initial = text();
  let known = initial;
  let undone = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** One after another: what one request could not store must not undo what another one is storing. */
  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  function apply(state: ScenarioState) {
    if (text() !== known) undone += 1;
    try {
      scenario.apply(state);
    } catch {
      // Stored by a build with other operations; none of it applies.
      scenario.clear();
    }
  }
  function undo() {
    if (text() !== known) apply(JSON.parse(known) as ScenarioState);
  }

  return {
    async load() {
      const stored = await storage.getItem<ScenarioState>(KEY);
      // A storage that lost its data gets the state again.
      if (stored === null) known = initial;
      if (stored === null || JSON.stringify(stored) === known) return;
      apply(stored);
      known = JSON.stringify(stored);
    },
    save: () =>
      inTurn(async () => {
        const now = text();
        if (now === known) return false;
        try {
          await storage.setItem(KEY, JSON.parse(now));
        } catch (error) {
          undo();
          throw error;
        }
        known = now;
        return true;
      }),
    undo: () => inTurn(undo),
    undone: () => undone,
  };
}

export const TENANT_HEADER = 'x-mock-tenant';

/** One visitor's backend in this process. */
export interface Tenant {
  readonly id: string;
  readonly mock: Mock;
  readonly mocks: MockBackend;
  readonly respond: Respond;
}

/** The tenant's data takes more than the server keeps for one visitor. */
export class TenantFullError extends Error {
  override readonly name = 'TenantFullError';
}

/** What a request brings: its body's bytes, and whether it replaces all data, as a reset does. */
interface Brought {
  readonly bytes: number;
  readonly replaces: boolean;
}

interface TenantsOptions {
  readonly mock: Mock;
  readonly adapter: StorageAdapter;
  readonly hosts: Hosts;
  readonly data: Pick<DataOptions, 'world' | 'choice'>;
  /** Maximum number of backends in memory; the least recently used is closed first. Its data stays stored. */
  readonly most: number;
  /** Milliseconds after which an unused tenant's data is removed; the common tenant's never is. */
  readonly lifetime: number;
  /**
   * Maximum bytes of requests that changed one tenant's data since its reset. Beyond four times that for all tenants, the
   * data of the least recently used is removed. Its size in memory is several times that.
   */
  readonly mostBytes: number;
  /** Shows a message to the person who runs the server. */
  readonly report: (message: string) => void;
}

interface Tenants {
  /**
   * Runs `work` on the tenant's newest data.
   *
   * @throws StorageFailedError if the storage failed while it ran
   * @throws TenantFullError if the request brings more than the tenant may store
   */
  use(id: string, brought: Brought, work: (tenant: Tenant) => Promise<Response>): Promise<Response>;
  /** Writes everything to snapshots and closes every backend. */
  close(): Promise<void>;
}

interface Open extends Tenant {
  readonly load: () => Promise<void>;
  /** Resolves to whether there was anything to save. */
  readonly save: () => Promise<boolean>;
  /** Undoes what `save` could not. */
  readonly undo: () => Promise<void>;
  readonly undone: () => number;
  /** When it was last used, in milliseconds. */
  usedAt: number;
  /** When this server last had the newest data. */
  caughtUpAt: Date;
  busy: number;
  /** Increases with each change of the data by this process. */
  changes: number;
  failure: string | null;
}

/** What the person who runs the server reads, where that is more than a page would say. */
const serverTexts: { readonly [K in DatabaseReport['kind']]?: (caughtUpAt: Date) => string } = {
  deleted: (caughtUpAt) =>
    `The storage has lost data. This server stores its own copy again, of ${caughtUpAt.toISOString()}. What other servers stored later is lost.`,
  undone: (caughtUpAt) =>
    `The storage has lost data, and another server went on without it. What this server stored before ${caughtUpAt.toISOString()} may be lost.`,
  replaced: () => 'Another server has replaced all data; what was stored before is lost.',
};

/** Characters of the request logs of all tenants. */
const MOST_LOGGED = 32_000_000;
/** Characters of the histories of all tenants. */
const MOST_IN_HISTORIES = 32_000_000;

/** What the data of a new tenant counts for. */
const FRESH_BYTES = 50_000;

/** A name for a new visitor that is hard to guess. */
export const newTenantId = (): string => randomUUID();

/** At most 64 letters in lower case, digits, hyphens and underscores: it is used in keys and folder names. */
export const isTenantId = (id: string): boolean => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id);

/** The backends of all visitors of one server. */
export function createTenants(options: TenantsOptions): Tenants {
  const { mock, adapter, hosts, data, most, lifetime, mostBytes, report } = options;
  const logSpace = createLogSpace(MOST_LOGGED);
  const historySpace = createLogSpace(MOST_IN_HISTORIES);
  const now = () => data.world.now().getTime();
  const usage = createTenantUsage({ adapter, lifetime, now });
  /** Least recently used first. */
  const open = new Map<string, Open>();
  /** Bytes that each tenant has stored since its reset; least recently used first. */
  const stored = new Map<string, number>();

  function make(id: string): Open {
    const { storage, tabs } = adapter.open(id);
    const mocks = createMockBackend(mock, {
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
      logSpace,
      historySpace,
      onDefect: 'answer',
    });
    const scenario = createScenarioStore(storage, mocks.engine.scenario);
    const opened: Open = {
      id,
      mock,
      mocks,
      respond: createRespond(mocks.engine, hosts),
      ...scenario,
      usedAt: now(),
      caughtUpAt: new Date(),
      busy: 0,
      changes: 0,
      failure: null,
    };
    mocks.db.onChange(({ origin }) => {
      if (origin === 'thisTab') opened.changes += 1;
    });
    return opened;
  }

  async function closeOne(tenant: Open) {
    open.delete(tenant.id);
    if (tenant.failure === null) await tenant.mocks.db.flush().catch(() => undefined);
    tenant.mocks.db.close();
    tenant.mocks.engine.log.clear();
    tenant.mocks.history.clear();
  }

  function makeRoom() {
    for (const tenant of open.values()) {
      if (open.size <= most) return;
      if (tenant.busy === 0) void closeOne(tenant);
    }
  }

  const isUnused = (tenant: Open) => tenant.busy === 0 && usage.isOver(tenant.usedAt);

  /** Opens the tenant's backend, with new data if it was unused for too long, and keeps it open while `busy`. */
  async function enter(id: string): Promise<Open> {
    const held = open.get(id);
    if (!held || isUnused(held)) {
      if (held) await closeOne(held);
      await orStorageFailed(() => usage.removeIfOver(id));
    }
    // Another request may have opened it meanwhile.
    const tenant = open.get(id) ?? make(id);
    open.delete(id);
    open.set(id, tenant);
    tenant.busy += 1;
    tenant.usedAt = now();
    return tenant;
  }

  async function removeUnused() {
    for (const id of await usage.list()) {
      const held = open.get(id);
      if (held && !isUnused(held)) continue;
      if (held) await closeOne(held);
      stored.delete(id);
      await usage.removeIfOver(id);
    }
  }

  function requireSpace(id: string, { bytes, replaces }: Brought) {
    if (replaces || bytes === 0 || (stored.get(id) ?? FRESH_BYTES) + bytes <= mostBytes) return;
    throw new TenantFullError(
      `This tenant would have stored more than ${mostBytes} bytes since its last reset (POST /__mock/reset).`,
    );
  }

  async function countStored(id: string, { bytes, replaces }: Brought) {
    const before = replaces ? undefined : stored.get(id);
    const size = bytes + (before ?? FRESH_BYTES);
    stored.delete(id);
    stored.set(id, size);
    if (size === before) return;
    let total = [...stored.values()].reduce((sum, held) => sum + held, 0);
    for (const [oldest, held] of stored) {
      if (total <= 4 * mostBytes) return;
      const opened = open.get(oldest);
      if (oldest === COMMON_TENANT || (opened && opened.busy > 0)) continue;
      stored.delete(oldest);
      total -= held;
      if (opened) await closeOne(opened);
      await usage.remove(oldest);
    }
  }
  let removal = Promise.resolve();
  const timer = setInterval(() => {
    removal = removal.then(removeUnused).catch((error: unknown) => {
      report(`Unused tenants could not be removed: ${errorMessage(error)}`);
    });
  }, usage.interval);
  timer.unref();

  return {
    async use(id, brought, work) {
      requireSpace(id, brought);
      const tenant = await enter(id);
      try {
        await orStorageFailed(() => usage.record(id));
        await orStorageFailed(() => tenant.mocks.db.hydrate());
        await orStorageFailed(tenant.load);
        const { changes } = tenant;
        const undone = tenant.undone();
        const answer = await work(tenant);
        const isSaved = await orStorageFailed(tenant.save);
        if (!isSaved && tenant.undone() !== undone) {
          throw new StorageFailedError(
            'What was chosen was undone with what another request could not store.',
          );
        }
        if (isSaved || tenant.changes > changes) await orStorageFailed(() => countStored(id, brought));
        if (tenant.failure !== null) throw new StorageFailedError(tenant.failure);
        tenant.caughtUpAt = new Date();
        return answer;
      } catch (error) {
        // What is answered 503 was not done.
        if (error instanceof StorageFailedError) await tenant.undo();
        throw error;
      } finally {
        tenant.busy -= 1;
        // The next request then reads again what is really stored.
        if (tenant.failure !== null && open.get(id) === tenant) await closeOne(tenant);
        makeRoom();
      }
    },
    async close() {
      clearInterval(timer);
      await removal;
      await Promise.all([...open.values()].map(closeOne));
    },
  };
}

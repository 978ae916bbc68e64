import type { Storage } from 'unstorage';
import { backend } from '@/mocks/backends/backend';
import { findCaller, openSession } from '@/mocks/backends/session.backend';
import type { MockControl } from '@/mocks/control';
import { createDatabase } from '@/mocks/db/database';
import type { DatabaseReport } from '@/mocks/db/database-types';
import { type DemoRole, demoAccounts } from '@/mocks/db/seeds/demo-accounts';
import { makeSeed, presetCalled } from '@/mocks/db/seeds/presets';
import type { SeedChoice } from '@/mocks/db/seeds/seed-choice';
import { createTables, dataVersion, type MockDatabase } from '@/mocks/db/tables';
import type { Tabs } from '@/mocks/db/tabs';
import { createEngine, type Engine } from '@/mocks/engine/engine';
import type { LatencyRange } from '@/mocks/engine/latency';
import { listOperations } from '@/mocks/engine/operation-lookup';
import { createMailbox } from '@/mocks/world/mailbox';
import type { World } from '@/mocks/world/world';

export interface DataOptions {
  readonly world: World;
  /** What fresh data starts from; stored data goes on as it is. */
  readonly choice: SeedChoice;
  /** Memory where absent. */
  readonly storage?: Storage;
  readonly tabs?: Tabs;
  readonly report?: (report: DatabaseReport) => void;
}

export interface BackendOptions extends DataOptions {
  readonly latency: LatencyRange;
  readonly onDefect: 'throw' | 'answer';
  /** Keeps the token where the product looks for it, after clearing what it kept before (SPEC §4). */
  readonly storeToken: (token: string) => void;
  readonly openDashboard: () => void;
}

export interface MockBackend {
  readonly db: MockDatabase;
  readonly engine: Engine;
  readonly control: Omit<MockControl, 'ready'>;
  /** Opens a session for a demo account and answers its token. Rejects where the data has no such account. */
  signIn(role: DemoRole): Promise<string>;
}

/** The data alone: what a page needs that answers no calls. */
export const openData = ({ world, choice, storage, tabs, report }: DataOptions): MockDatabase =>
  createDatabase({
    tables: createTables(),
    version: dataVersion,
    seed: () => makeSeed(choice, { now: world.now(), appUrl: world.appUrl }),
    ...(storage && { storage }),
    ...(tabs && { tabs }),
    ...(report && { report }),
  });

/** Data, engine and control in one, the same behind every host. Starts nothing: a host hydrates `db` and listens. */
export function createMockBackend(options: BackendOptions): MockBackend {
  const { world } = options;
  const db = openData(options);
  const engine = createEngine({
    backend,
    db,
    world,
    findCaller,
    latency: options.latency,
    seed: options.choice.seed,
    onDefect: options.onDefect,
  });
  let choice = options.choice;

  async function signIn(role: DemoRole): Promise<string> {
    const demo = demoAccounts.find((account) => account.role === role);
    return db.transaction((transaction) => {
      const account = transaction.tables.accounts.getBy('email', demo?.email ?? '');
      if (!account) throw new Error(`The data has no demo account for "${role}"; reset it first.`);
      return openSession(transaction, world, account);
    });
  }

  const control: MockBackend['control'] = {
    async reset({ preset, seed, patients } = {}) {
      const named = preset === undefined ? undefined : presetCalled(preset);
      // The size belongs to the preset it was chosen with.
      const size = patients ?? (named === undefined ? choice.patients : undefined);
      const next = { preset: named ?? choice.preset, seed: seed ?? choice.seed, patients: size };
      await db.reset(await makeSeed(next, { now: world.now(), appUrl: world.appUrl }));
      choice = next;
      engine.overrides.clear();
      engine.log.clear();
    },
    async as(role) {
      options.storeToken(await signIn(role));
      options.openDashboard();
    },
    operations: listOperations,
    set: engine.overrides.set,
    clear: engine.overrides.clear,
    mail: createMailbox(db),
    log: { list: engine.log.list, clear: engine.log.clear },
    db: {
      tables: db.tables,
      list: db.list,
      insert: db.insert,
      patch: db.patch,
      remove: db.remove,
      export: db.export,
      import: db.import,
    },
  };
  return { db, engine, control, signIn };
}

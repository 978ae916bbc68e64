import { backend } from '@/mocks/backends/backend';
import { findCaller } from '@/mocks/backends/session.backend';
import type { MockControl } from '@/mocks/control';
import { createDatabase } from '@/mocks/db/database';
import type { DatabaseReport } from '@/mocks/db/database-types';
import type { DemoRole } from '@/mocks/db/seeds/demo-accounts';
import { makeSeed } from '@/mocks/db/seeds/presets';
import type { SeedChoice } from '@/mocks/db/seeds/seed-choice';
import type { DataStorage } from '@/mocks/db/storage';
import { createTables, dataVersion, type MockDatabase } from '@/mocks/db/tables';
import type { Tabs } from '@/mocks/db/tabs';
import { createEngine, type Engine } from '@/mocks/engine/engine';
import type { Latency } from '@/mocks/engine/latency';
import type { LogSpace } from '@/mocks/engine/log';
import { createClock } from '@/mocks/world/clock';
import { choiceIn, settingsOf } from '@/mocks/world/seed-settings';
import type { World } from '@/mocks/world/world';
import { createControl, signIn } from './control-plane';

export interface DataOptions {
  /** The machine's clock, which the mock's clock may be ahead of, and the product's URL. */
  readonly world: World;
  /** The options for initial data; stored data is kept. */
  readonly choice: SeedChoice;
  /** Defaults to memory. */
  readonly storage?: DataStorage;
  readonly tabs?: Tabs;
  /** Defaults to continuing in memory. */
  readonly onStorageFailure?: 'continue' | 'reject';
  readonly report?: (report: DatabaseReport) => void;
}

interface BackendOptions extends DataOptions {
  readonly latency: Latency;
  readonly onDefect: 'throw' | 'answer';
  /** Shared by the backends of a server. */
  readonly logSpace?: LogSpace;
  /** Stores the token where the product expects it, after clearing what was stored before (SPEC §4). */
  readonly storeToken: (token: string, email: string) => void;
  readonly openDashboard: () => void;
  /** The URL that a share link opens; defaults to the product's landing page. */
  readonly sharedAddress?: () => string;
}

export interface MockBackend {
  readonly db: MockDatabase;
  readonly engine: Engine;
  readonly control: Omit<MockControl, 'ready'>;
  /** Opens a session for a demo account and returns its token. Rejects if the data has no such account. */
  signIn(role: DemoRole): Promise<string>;
}

/** Only the data, for a page that answers no calls. */
export const openData = ({
  world,
  choice,
  storage,
  tabs,
  onStorageFailure = 'continue',
  report,
}: DataOptions): MockDatabase =>
  createDatabase({
    tables: createTables(),
    version: dataVersion,
    seed: () => makeSeed(choice, { now: world.now() }),
    onStorageFailure,
    ...(storage && { storage }),
    ...(tabs && { tabs }),
    ...(report && { report }),
  });

/** Combines data, engine and control; the same for every host. Starts nothing: a host hydrates `db` and listens. */
export function createMockBackend(options: BackendOptions): MockBackend {
  const db = openData(options);
  const real = options.world.now;
  const choice = () => choiceIn(db) ?? options.choice;
  const clock = createClock(db, real, () => settingsOf(choice(), real()));
  const world: World = { ...options.world, now: clock.now };
  const engine = createEngine({
    backend,
    db,
    world,
    findCaller,
    latency: options.latency,
    seed: () => choice().seed,
    onDefect: options.onDefect,
    logSpace: options.logSpace,
  });
  // All data was replaced, in this or another tab: restart everything seeded.
  db.onChange(({ table, kind }) => {
    if (table === 'settings' && kind === 'reset') engine.restart();
  });
  const control = createControl({ ...options, db, engine, clock, world, real, choice });
  return { db, engine, control, signIn: (role) => signIn(db, world, role) };
}

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
import type { LatencyRange } from '@/mocks/engine/latency';
import { createControl, signIn } from '@/mocks/hosts/control-plane';
import { createClock } from '@/mocks/world/clock';
import { choiceIn, settingsOf } from '@/mocks/world/seed-settings';
import type { World } from '@/mocks/world/world';

export interface DataOptions {
  /** The machine's own clock, which the data may be ahead of, and where the product lives. */
  readonly world: World;
  /** What fresh data starts from; stored data goes on as it is. */
  readonly choice: SeedChoice;
  /** Memory where absent. */
  readonly storage?: DataStorage;
  readonly tabs?: Tabs;
  readonly report?: (report: DatabaseReport) => void;
}

interface BackendOptions extends DataOptions {
  readonly latency: LatencyRange;
  readonly onDefect: 'throw' | 'answer';
  /** Keeps the token where the product looks for it, after clearing what it kept before (SPEC §4). */
  readonly storeToken: (token: string, email: string) => void;
  readonly openDashboard: () => void;
  /** The address that a share link leads to; the product's start page where absent. */
  readonly sharedAddress?: () => string;
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
    seed: () => makeSeed(choice, { now: world.now() }),
    ...(storage && { storage }),
    ...(tabs && { tabs }),
    ...(report && { report }),
  });

/** Data, engine and control in one, the same behind every host. Starts nothing: a host hydrates `db` and listens. */
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
  });
  // All data was replaced, here or in another tab: everything seeded begins anew.
  db.onChange(({ table, kind }) => {
    if (table === 'settings' && kind === 'reset') engine.restart();
  });
  const control = createControl({ ...options, db, engine, clock, world, real, choice });
  return { db, engine, control, signIn: (role) => signIn(db, world, role) };
}

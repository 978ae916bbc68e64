import type { MockControl } from '../control';
import { createDatabase } from '../db/database';
import type { AnyDatabase, Database, DatabaseReport, Seed } from '../db/database-types';
import type { DataStorage } from '../db/storage';
import type { Tabs } from '../db/tabs';
import { createEngine, type Engine } from '../engine/engine';
import { createHistory, type History } from '../engine/history';
import type { Latency } from '../engine/latency';
import type { LogSpace } from '../engine/log';
import type { Mock, MockTypes } from '../engine/mock';
import { createClock } from '../world/clock';
import { choiceIn, type SeedChoice, settingsOf } from '../world/seed-settings';
import type { World } from '../world/world';
import type { WorldDatabase } from '../world/world-tables';
import type { PageState } from './capsules';
import { createControl, signIn } from './control-plane';

export interface DataOptions<M extends MockTypes = MockTypes> {
  /** The machine's clock, which the mock's clock may be ahead of, and the product's URL. */
  readonly world: World;
  /** The options for initial data; stored data is kept. */
  readonly choice: SeedChoice<M['preset'], M['size']>;
  /** Defaults to memory. */
  readonly storage?: DataStorage;
  readonly tabs?: Tabs;
  /** Defaults to continuing in memory. */
  readonly onStorageFailure?: 'continue' | 'reject';
  readonly report?: (report: DatabaseReport) => void;
}

interface BackendOptions<M extends MockTypes> extends DataOptions<M> {
  readonly latency: Latency;
  readonly onDefect: 'throw' | 'answer';
  /** Shared by the backends of a server. */
  readonly logSpace?: LogSpace;
  readonly historySpace?: LogSpace;
  /** Stores the token where the client expects it; by default nowhere. */
  readonly storeToken?: ((token: string, email: string) => void) | undefined;
  /** Opens the page of an account that was signed in; by default none. */
  readonly openHome?: () => void;
  /** The URL that a share link opens; defaults to the app's landing page. */
  readonly sharedAddress?: () => string;
  /** For capsules; by default they have no page and no account. */
  readonly page?: PageState | undefined;
}

export interface MockBackend<M extends MockTypes = MockTypes> {
  readonly db: Database<M['tables']>;
  readonly engine: Engine;
  readonly history: History;
  readonly control: Omit<MockControl<M>, 'ready'>;
  /** Opens a session for a demo account and returns its token. Rejects if the data has no such account. */
  signIn(role: M['role']): Promise<string>;
}

/** Only the data, for a page that answers no calls. */
export const openData = <M extends MockTypes>(
  { name, tables, version, makeSeed }: Mock<M>,
  { world, choice, storage, tabs, onStorageFailure = 'continue', report }: DataOptions<M>,
): Database<M['tables']> =>
  createDatabase<M['tables']>({
    tables: tables(),
    format: `${name}-mock`,
    version,
    seed: async () => (await makeSeed(choice as SeedChoice, world.now())) as Seed<M['tables']>,
    onStorageFailure,
    ...(storage && { storage }),
    ...(tabs && { tabs }),
    ...(report && { report }),
  });

/** Combines data, engine and control; the same for every host. Starts nothing: a host hydrates `db` and listens. */
export function createMockBackend<M extends MockTypes>(
  mock: Mock<M>,
  options: BackendOptions<M>,
): MockBackend<M> {
  const { limits } = mock;
  const typedDb = openData(mock, options);
  const db = typedDb as unknown as WorldDatabase & AnyDatabase;
  const real = options.world.now;
  const choice = () => choiceIn(db, limits) ?? (options.choice as SeedChoice);
  const clock = createClock(db, real, () => settingsOf(choice(), real(), limits));
  const world: World = { ...options.world, now: clock.now };
  const engine = createEngine({
    operations: mock.operations,
    backend: mock.rules,
    db,
    world,
    findCaller: mock.accounts.find,
    latency: options.latency,
    seed: () => choice().seed,
    onDefect: options.onDefect,
    logSpace: options.logSpace,
  });
  const history = createHistory({ db, clock, space: options.historySpace });
  // All data was replaced, in this or another tab: restart everything seeded.
  db.onChange(({ table, kind }) => {
    if (table === 'settings' && kind === 'reset') engine.restart();
  });
  const control = createControl({ ...options, mock, db, engine, clock, history, world, real, choice });
  return {
    db: typedDb,
    engine,
    history,
    control: control as unknown as Omit<MockControl<M>, 'ready'>,
    signIn: async (role) => (await signIn(mock, db, world, role)).token,
  };
}

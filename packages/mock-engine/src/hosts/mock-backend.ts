import type { MockControl, ResetOptions } from '../control';
import { createDatabase } from '../db/database';
import type { AnyDatabase, Database, DatabaseReport, Seed } from '../db/database-types';
import type { DataStorage } from '../db/storage';
import type { Tabs } from '../db/tabs';
import { createEngine, type Engine } from '../engine/engine';
import { createHistory, type History } from '../engine/history';
import {
  chaosOptions,
  logQuery,
  mailQuery,
  resetOptions,
  setOptions,
  validated,
} from '../engine/json-schemas';
import type { Latency } from '../engine/latency';
import { createLogSearch } from '../engine/log';
import { type Mock, type MockTypes, presetCalled } from '../engine/mock';
import { encodeShare, type SharedState } from '../engine/share-code';
import { type Clock, createClock } from '../world/clock';
import { createMailbox } from '../world/mailbox';
import { choiceIn, type SeedChoice, settingsOf } from '../world/seed-settings';
import { requireTime, type World } from '../world/world';
import { SETTINGS_ID, type WorldDatabase } from '../world/world-tables';
import { createCapsules, type PageState } from './capsules';

interface ControlParts {
  readonly mock: Mock;
  readonly db: WorldDatabase & AnyDatabase;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly history: History;
  readonly world: World;
  /** The machine's clock. */
  readonly real: () => Date;
  /** The options the data was generated from. */
  readonly choice: () => SeedChoice;
  readonly storeToken?: ((token: string, email: string) => void) | undefined;
  readonly openHome?: () => void;
  readonly sharedAddress?: () => string;
  readonly page?: PageState | undefined;
}

/** Opens a session for a demo account. Rejects for an unknown one, listing the valid ones, and if the data has it no more. */
async function signIn(
  { accounts }: Mock,
  db: AnyDatabase,
  world: World,
  role: string,
): Promise<{ token: string; email: string }> {
  const email = accounts.demo.find((account) => account.role === role)?.email;
  if (email === undefined) {
    const roles = accounts.demo.map((account) => account.role).join(', ');
    throw new Error(
      `There is no demo account "${role}". ${roles === '' ? 'There is none' : `Accounts: ${roles}`}.`,
    );
  }
  const token = await db.transaction(
    (transaction) => accounts.signIn(transaction, world, email),
    `Sign in as ${role}`,
  );
  if (token === undefined) {
    throw new Error(`The data has no demo account for "${role}"; reset it first.`);
  }
  return { token, email };
}

/** Omitted options keep their value; a preset without a size resets the size. */
function nextChoice(mock: Mock, current: SeedChoice, options: ResetOptions): SeedChoice {
  const { preset, seed, start } = options;
  const sizeName = mock.limits.size?.name ?? '';
  const size = options[sizeName] ?? (preset === undefined ? current[sizeName] : undefined);
  const from =
    start === undefined ? current.start : start === null ? undefined : requireTime(start).toISOString();
  return {
    preset: preset === undefined ? current.preset : presetCalled(mock, preset),
    seed: seed ?? current.seed,
    ...(size === undefined ? {} : { [sizeName]: size }),
    ...(from === undefined ? {} : { start: from }),
  };
}

/** The public interface over a backend's parts, the same for every host. */
function createControl(parts: ControlParts): Omit<MockControl, 'ready'> {
  const { mock, db, engine, clock, history, world, real, choice } = parts;
  const { listOperations } = mock.operations;
  const { scenario } = engine;
  const search = createLogSearch(engine.log);
  const mailbox = createMailbox(db, world.appUrl);

  async function refill(next: SeedChoice) {
    const seed = await mock.makeSeed(next, real());
    parts.page?.report.set(null);
    await db.reset(seed);
    scenario.clear();
    engine.log.clear();
  }

  function shared(): SharedState {
    const { start } = db.table('settings').get(SETTINGS_ID) ?? settingsOf(choice(), real(), mock.limits);
    const ahead = clock.now().getTime() - Date.parse(start);
    return {
      choice: { ...choice(), start },
      clock: { ahead, running: clock.isRunning() },
      scenario: scenario.state(),
    };
  }
  const sharedAddress = parts.sharedAddress ?? (() => `${world.appUrl}/`);

  return {
    async reset(options = {}) {
      validated(resetOptions(mock.limits), options);
      await db.hydrate();
      await refill(nextChoice(mock, choice(), options));
    },
    async as(role) {
      const { token, email } = await signIn(mock, db, world, role);
      parts.storeToken?.(token, email);
      parts.openHome?.();
    },
    operations: listOperations,
    set(operation, branch, options = {}) {
      validated(setOptions, { ...options, operation, branch });
      scenario.overrides.set(operation, branch, options);
    },
    clear: scenario.overrides.clear,
    chaos: (options) => scenario.chaos.set(options === null ? null : validated(chaosOptions, options)),
    latency: (...latency) => scenario.latency.set(latency.length === 1 ? latency[0] : latency),
    scenario: scenario.state,
    mail: {
      list: mailbox.list,
      waitFor: async (query, ms, signal) => mailbox.waitFor(validated(mailQuery(mock), query), ms, signal),
    },
    log: {
      list: engine.log.list,
      clear: engine.log.clear,
      find: (query) => search.find(validated(logQuery, query)),
      waitFor: async (query, signal) => search.waitFor(validated(logQuery, query), signal),
    },
    db: {
      tables: db.tables,
      keyOf: db.keyOf,
      schemaOf: db.schemaOf,
      list: db.list,
      insert: db.insert,
      patch: db.patch,
      remove: db.remove,
      export: db.export,
      import: db.import,
    },
    clock,
    history,
    choice,
    coverage: engine.coverage.list,
    share() {
      const address = new URL(sharedAddress());
      address.searchParams.set('mock', encodeShare(mock, shared()));
      return address.href;
    },
    ...createCapsules({ mock, db, engine, history, world, real, shared, sharedAddress, page: parts.page }),
  };
}

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
  readonly reportDefect?: ((defect: unknown) => void) | undefined;
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
  { name, tables, version, content, makeSeed }: Mock<M>,
  { world, choice, storage, tabs, onStorageFailure = 'continue', report }: DataOptions<M>,
): Database<M['tables']> =>
  createDatabase<M['tables']>({
    tables: tables(),
    format: `${name}-mock`,
    version,
    content,
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
    errors: mock.errors,
    tokenOf: mock.accounts.tokenOf,
    findCaller: mock.accounts.find,
    latency: options.latency,
    seed: () => choice().seed,
    onDefect: options.onDefect,
    reportDefect: options.reportDefect,
  });
  const history = createHistory({ db, clock });
  // All data was replaced, in this or another tab: restart everything seeded.
  db.onChange(({ table, kind, origin }) => {
    if (table !== 'settings' || kind !== 'reset') return;
    engine.restart();
    // A call may be the one that finds what another tab has replaced.
    if (origin === 'thisTab') engine.breakOff();
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

import { branchesOf } from '../../contract/declaration';
import type { MockControl, ResetOptions } from '../control';
import type { AnyDatabase } from '../db/database-types';
import type { Engine } from '../engine/engine';
import type { History } from '../engine/history';
import { createLogSearch } from '../engine/log-search';
import { type Mock, presetCalled } from '../engine/mock';
import { logQuery, resetOptions, setOptions, validated } from '../scenarios/json-schemas';
import { encodeShare, type SharedState } from '../scenarios/share-code';
import type { Clock } from '../world/clock';
import { createMailbox } from '../world/mailbox';
import { type SeedChoice, settingsOf } from '../world/seed-settings';
import { SETTINGS_ID } from '../world/settings';
import { requireTime, type World } from '../world/world';
import type { WorldDatabase } from '../world/world-tables';
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
export async function signIn(
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
function nextChoice(mock: Mock, held: SeedChoice, options: ResetOptions): SeedChoice {
  const { preset, seed, start } = options;
  const sizeName = mock.limits.size?.name ?? '';
  const size = options[sizeName] ?? (preset === undefined ? held[sizeName] : undefined);
  const from =
    start === undefined ? held.start : start === null ? undefined : requireTime(start).toISOString();
  return {
    preset: preset === undefined ? held.preset : presetCalled(mock, preset),
    seed: seed ?? held.seed,
    ...(size === undefined ? {} : { [sizeName]: size }),
    ...(from === undefined ? {} : { start: from }),
  };
}

/** The public interface over a backend's parts, the same for every host. */
export function createControl(parts: ControlParts): Omit<MockControl, 'ready'> {
  const { mock, db, engine, clock, history, world, real, choice } = parts;
  const { listOperations } = mock.operations;
  const { scenario } = engine;
  const search = createLogSearch(engine.log);

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
    chaos: scenario.chaos.set,
    latency: (...latency) => scenario.latency.set(latency.length === 1 ? latency[0] : latency),
    scenario: scenario.state,
    mail: createMailbox(db, world.appUrl),
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
    coverage() {
      const served = new Map(
        engine.served.list().map((entry) => [`${entry.operation}:${entry.branch}`, entry]),
      );
      for (const declared of mock.operations.operationNames.map(mock.operations.declarationOf)) {
        const { operation } = declared;
        for (const branch of branchesOf(declared)) {
          const key = `${operation}:${branch}`;
          if (!served.has(key)) served.set(key, { operation, branch, served: 0 });
        }
      }
      return [...served.values()];
    },
    share() {
      const address = new URL(sharedAddress());
      address.searchParams.set('mock', encodeShare(mock, shared()));
      return address.href;
    },
    ...createCapsules({ mock, db, engine, history, world, real, shared, sharedAddress, page: parts.page }),
  };
}

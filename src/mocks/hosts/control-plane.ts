import { declarationOf, operationNames } from '@/contract/contract';
import { branchesOf } from '@/contract/operation';
import { openSession } from '@/mocks/backends/session.backend';
import type { MockControl, ResetOptions } from '@/mocks/control';
import { type DemoRole, demoPatient, demoProvider } from '@/mocks/db/seeds/demo-accounts';
import { makeSeed, presetCalled } from '@/mocks/db/seeds/presets';
import type { SeedChoice } from '@/mocks/db/seeds/seed-choice';
import type { MockDatabase } from '@/mocks/db/tables';
import type { Engine } from '@/mocks/engine/engine';
import { createLogSearch } from '@/mocks/engine/log-search';
import { listOperations } from '@/mocks/engine/operation-lookup';
import { logQuery, setOptions, validated } from '@/mocks/scenarios/json-schemas';
import { decodeShare, encodeShare, type SharedState } from '@/mocks/scenarios/share-code';
import type { Clock } from '@/mocks/world/clock';
import { createMailbox } from '@/mocks/world/mailbox';
import { settingsOf } from '@/mocks/world/seed-settings';
import { SETTINGS_ID } from '@/mocks/world/settings';
import { requireTime, type World } from '@/mocks/world/world';

interface ControlParts {
  readonly db: MockDatabase;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly world: World;
  /** The machine's clock. */
  readonly real: () => Date;
  /** The options the data was generated from. */
  readonly choice: () => SeedChoice;
  readonly storeToken: (token: string, email: string) => void;
  readonly openDashboard: () => void;
  readonly sharedAddress?: () => string;
}

const demoAccountOf = (role: DemoRole) => (role === 'provider' ? demoProvider : demoPatient);

/** Opens a session for a demo account and returns its token. Rejects if the data has no such account. */
export async function signIn(db: MockDatabase, world: World, role: DemoRole): Promise<string> {
  const { email } = demoAccountOf(role);
  return db.transaction((transaction) => {
    const account = transaction.tables.accounts.getBy('email', email);
    if (!account) throw new Error(`The data has no demo account for "${role}"; reset it first.`);
    return openSession(transaction, world, account);
  });
}

/** Omitted options keep their value; a preset without a size resets the size. */
function nextChoice(held: SeedChoice, { preset, seed, patients, start }: ResetOptions): SeedChoice {
  const size = patients ?? (preset === undefined ? held.patients : undefined);
  const from =
    start === undefined ? held.start : start === null ? undefined : requireTime(start).toISOString();
  return {
    preset: preset === undefined ? held.preset : presetCalled(preset),
    seed: seed ?? held.seed,
    ...(size === undefined ? {} : { patients: size }),
    ...(from === undefined ? {} : { start: from }),
  };
}

/** The code in a `share` URL; other text is returned as the code itself. */
const codeIn = (addressOrCode: string): string =>
  (URL.canParse(addressOrCode) ? new URL(addressOrCode).searchParams.get('mock') : null) ?? addressOrCode;

/** The public interface over a backend's parts, the same for every host. */
export function createControl(parts: ControlParts): Omit<MockControl, 'ready'> {
  const { db, engine, clock, world, real, choice } = parts;
  const { scenario } = engine;
  const search = createLogSearch(engine.log);

  async function refill(next: SeedChoice) {
    await db.reset(await makeSeed(next, { now: real() }));
    scenario.clear();
    engine.log.clear();
  }

  function shared(): SharedState {
    const { start } = db.table('settings').get(SETTINGS_ID) ?? settingsOf(choice(), real());
    const ahead = clock.now().getTime() - Date.parse(start);
    return {
      choice: { ...choice(), start },
      clock: { ahead, running: clock.isRunning() },
      scenario: scenario.state(),
    };
  }

  return {
    async reset(options = {}) {
      await db.hydrate();
      await refill(nextChoice(choice(), options));
    },
    async as(role) {
      parts.storeToken(await signIn(db, world, role), demoAccountOf(role).email);
      parts.openDashboard();
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
      list: db.list,
      insert: db.insert,
      patch: db.patch,
      remove: db.remove,
      export: db.export,
      import: db.import,
    },
    clock,
    choice,
    coverage() {
      const served = new Map(
        engine.served.list().map((entry) => [`${entry.operation}:${entry.branch}`, entry]),
      );
      for (const declared of operationNames.map(declarationOf)) {
        const { operation } = declared;
        for (const branch of branchesOf(declared)) {
          const key = `${operation}:${branch}`;
          if (!served.has(key)) served.set(key, { operation, branch, served: 0 });
        }
      }
      return [...served.values()];
    },
    share() {
      const address = new URL(parts.sharedAddress?.() ?? `${world.appUrl}/`);
      address.searchParams.set('mock', encodeShare(shared()));
      return address.href;
    },
    async restore(addressOrCode) {
      const state = decodeShare(codeIn(addressOrCode));
      await db.hydrate();
      await refill(state.choice);
      if (state.clock.ahead !== 0) await clock.advance(state.clock.ahead);
      if (state.clock.running) await clock.run();
      scenario.apply(state.scenario);
    },
  };
}

import type { MockControl } from '../control';
import { createDatabase } from '../db/database';
import type { AnyDatabase, DatabaseFile, Seed, TableRecord } from '../db/database-types';
import { changesOf, type TableRows } from '../db/row-changes';
import { pause } from '../db/stored-tables';
import {
  applyCapsule,
  type CapsuleContent,
  capsuleFile,
  decodeCapsule,
  encodeCapsule,
  LONGEST_NOTE,
  MOST_REQUESTS,
  type PageView,
  packChanges,
  reportedBody,
} from '../engine/capsule';
import type { Engine } from '../engine/engine';
import type { History } from '../engine/history';
import type { Mock } from '../engine/mock';
import { LONGEST_CODE, type SharedState } from '../engine/share-code';
import { requireTime, type World } from '../world/world';
import type { WorldDatabase } from '../world/world-tables';

/** A new session, for the page that opens a capsule. */
export interface NewSession {
  readonly token: string;
  readonly email: string;
}

/** What a page keeps beside the data: who is signed in, and what is open. */
export interface PageState {
  token(): string | null;
  view(): Promise<PageView>;
  /** Returns what opens a view; without a session no one is signed in then. Throws for a page that the app does not have. */
  opening(view: PageView): (session: NewSession | null) => void;
  /** The report that this tab opened, which outlasts its reload; null to forget it. */
  readonly report: {
    get(): string | null;
    /** True once after `set`. */
    isNew(): boolean;
    set(code: string | null): void;
  };
}

interface CapsuleParts {
  readonly mock: Mock;
  readonly db: WorldDatabase & AnyDatabase;
  readonly engine: Engine;
  readonly history: History;
  readonly world: World;
  /** The machine's clock. */
  readonly real: () => Date;
  readonly shared: () => SharedState;
  readonly sharedAddress: () => string;
  readonly page?: PageState | undefined;
}

type Capsules = Pick<MockControl, 'capsules' | 'restore'>;

/** Makes and opens capsules: see `../engine/capsule`. */
export function createCapsules(parts: CapsuleParts): Capsules {
  const { mock, db, engine, history, world, real, page } = parts;
  /** The clock has its own fields in a capsule, and sessions are the sender's. */
  const isLeftOut = (table: string) => table === 'settings' || table === mock.accounts.sessions;

  const seedOf = ({ choice }: SharedState): Promise<Seed<TableRecord>> => mock.makeSeed(choice, real());
  const rowsOf = ({ rows }: Seed<TableRecord>): TableRows =>
    Object.fromEntries(db.tables().map((table) => [table, rows[table] ?? []]));

  /** The last requests, as a bug report has them. */
  const requests = () =>
    engine.log
      .list()
      .slice(-MOST_REQUESTS)
      .map(({ operation, status, branch, request, response }) => ({
        operation: operation.slice(0, 2000),
        status,
        branch,
        ...(request !== null && { request: reportedBody(request) }),
        ...(response !== null && { response: reportedBody(response) }),
      }));

  /** Encodes what differs from the generated rows, without the clock and sessions, and with a note what was called. */
  async function make(report?: { readonly note: string }) {
    const bug = report ? { note: report.note.slice(0, LONGEST_NOTE), requests: requests() } : null;
    const token = page?.token() ?? null;
    const view = (await page?.view()) ?? null;
    const { tables, counters } = await db.capture();
    const caller = token === null ? undefined : await db.read((read) => mock.accounts.find(read, token));
    const state = parts.shared();
    const seeded = rowsOf(await seedOf(state));
    // With 10,000 rows, generating them and comparing them would be one long task.
    await pause();
    const changed = Object.entries(tables).flatMap(([table, rows]) => {
      const changes = isLeftOut(table) ? [] : changesOf(table, db.keyOf(table), seeded[table] ?? [], rows);
      return changes.length === 0 ? [] : [[table, packChanges(changes)] as const];
    });
    const changes = Object.fromEntries(changed);
    const account = caller?.email ?? null;
    const code = await encodeCapsule(mock, { state, counters, changes, account, view, bug });
    const address = new URL(parts.sharedAddress());
    // Behind a #, so that no server gets it.
    address.hash = `mock=${code}`;
    return { code, file: capsuleFile(mock, code), link: code.length <= LONGEST_CODE ? address.href : null };
  }

  /** All data of a capsule, in tables of its own, so that nothing is changed if a row or the account is invalid. */
  async function dataOf(
    content: CapsuleContent,
  ): Promise<{ data: DatabaseFile; session: NewSession | null }> {
    const { state, account } = content;
    const time = requireTime(Date.parse(state.choice.start) + state.clock.ahead);
    const seed = await seedOf(state);
    const seeded = rowsOf(seed);
    for (const table of Object.keys(content.changes)) {
      if (isLeftOut(table)) throw new Error('The capsule is damaged: nothing was changed.');
    }
    const clock = state.clock.running
      ? { offset: time.getTime() - real().getTime(), stopped: null }
      : { offset: 0, stopped: time.toISOString() };
    const { format, version } = { format: `${mock.name}-mock`, version: mock.version };
    const scratch = createDatabase<TableRecord>({
      tables: mock.tables(),
      format,
      version,
      seed: () => ({ rows: {} }),
    });
    try {
      await scratch.import({
        format,
        version,
        counters: content.counters ?? { seed: seed.random ?? 1, drawn: 0, sequences: seed.sequences ?? {} },
        tables: {
          ...applyCapsule(seeded, content.changes, db.keyOf),
          settings: seeded.settings?.map((settings) => ({ ...settings, ...clock })),
        },
      });
      const session = page && account !== null ? await signIn(scratch, account, time) : null;
      return { data: await scratch.export(), session };
    } finally {
      scratch.close();
    }
  }

  /** The recipient gets a session of their own. */
  async function signIn(scratch: AnyDatabase, email: string, time: Date): Promise<NewSession> {
    const then = { ...world, now: () => time };
    const token = await scratch.transaction((transaction) => mock.accounts.signIn(transaction, then, email));
    if (token === undefined) throw new Error(`The capsule has no account ${email}: nothing was changed.`);
    return { token, email };
  }

  return {
    capsules: {
      make,
      read: (capsule) => decodeCapsule(mock, capsule),
      opened: () => page?.report.get() ?? null,
    },
    async restore(capsule) {
      const content = await decodeCapsule(mock, capsule);
      await db.hydrate();
      const open = content.view && page?.opening(content.view);
      const { data, session } = await dataOf(content);
      await db.import(data);
      engine.log.clear();
      engine.scenario.apply(content.state.scenario);
      history.clear();
      page?.report.set(content.bug ? capsule : null);
      open?.(session);
    },
  };
}

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { routeOf } from '@/contract/operation';
import { noLatency } from '@/mocks/engine/latency';
import { createMockBackend } from '@/mocks/hosts/mock-backend';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { sampleOf } from '@/mocks/kitwell/rules/backend';
import { importRow } from '@/mocks/kitwell/rules/sample-data';

/** What happens to the data, and how its history is walked. Numbers choose among what there is. */
type Command =
  | { readonly does: 'call'; readonly operation: OperationName }
  | { readonly does: 'add patients'; readonly count: number }
  | { readonly does: 'edit' | 'remove' | 'add again' | 'go to'; readonly pick: number }
  | { readonly does: 'move the clock' | 'wait'; readonly minutes: number }
  | { readonly does: 'swap emails' | 'import' | 'stop the clock' | 'run the clock' | 'undo' | 'redo' };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ does: fc.constant('call'), operation: fc.constantFrom(...operationNames) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('add patients'), count: fc.constantFrom(1, 3, 80) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('edit', 'remove', 'add again'), pick: fc.nat() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('move the clock', 'wait'),
      minutes: fc.integer({ min: 1, max: 10_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('swap emails', 'swap emails', 'import', 'stop the clock', 'run the clock'),
    }),
  },
  { weight: 9, arbitrary: fc.record({ does: fc.constantFrom('undo', 'undo', 'redo') }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('go to'), pick: fc.nat() }) },
) as fc.Arbitrary<Command>;

let time = 0;
const { db, history, engine, control, signIn } = createMockBackend(kitwell, {
  world: { now: () => new Date(time), appUrl: 'http://app.test' },
  choice: { preset: 'demo', seed: 1 },
  latency: noLatency,
  onDefect: 'throw',
});
beforeAll(() => db.hydrate());
afterAll(() => db.close());

const { clock } = control;

/** JSON in which the order of an object's fields makes no difference. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, held) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([one], [other]) => (one < other ? -1 : 1)))
      : held,
  );
const stateHash = async () =>
  createHash('sha256')
    .update(canonical(await db.export()))
    .digest('hex');

const unique: Readonly<Record<string, string>> = { accounts: 'email', customers: 'identity', patients: 'id' };
/** Rows that their table does not find by their key or their unique field. */
const notIndexed = () =>
  db.tables().flatMap((name) => {
    const table = db.table(name as 'accounts');
    const fields = [table.key, unique[name] ?? table.key] as 'id'[];
    return table.list().filter((row) => fields.some((field) => table.getBy(field, row[field]) !== row));
  });

/** The data at each position of the history, and when each step began and ended. */
class Walk {
  readonly #hashes = new Map<number, string>();
  readonly #times = new Map<number, { readonly before: number; readonly after: number }>();
  readonly #tokens: { readonly provider: string; readonly patient: string };
  #added = 0;
  #exported: object = {};

  private constructor(provider: string, patient: string) {
    this.#tokens = { provider, patient };
  }

  static async begin(): Promise<Walk> {
    time = Date.parse('2026-03-02T09:00:00Z');
    await control.reset({ preset: 'demo', start: null });
    expect(history.list()).toEqual([]);
    const tokens = [await signIn('provider'), await signIn('patient')] as const;
    const walk = new Walk(...tokens);
    // The sign-ins are steps as well, whose states are not known here.
    walk.#hashes.set(history.position(), await stateHash());
    walk.#exported = await db.export();
    return walk;
  }

  async #call(name: OperationName, request: { path?: object; query?: object; body?: unknown } = {}) {
    const declared = declarationOf(name);
    const query = new URLSearchParams(Object.entries(request.query ?? {}));
    const { as } = sampleOf(name);
    const token = as && this.#tokens[as];
    await engine.answer(
      name,
      new Request(`http://api.test/x?${query}`, {
        method: routeOf(declared).method,
        ...(token && { headers: { authorization: token } }),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      }),
      { ...request.path } as Record<string, string>,
    );
  }

  /** A row of any table but the settings, as `pick` says. */
  #row(pick: number) {
    const rows = db
      .tables()
      .filter((table) => table !== 'settings')
      .flatMap((table) =>
        db.list(table).map((row) => ({ table, row, key: Reflect.get(row, db.keyOf(table)) })),
      );
    return rows[pick % rows.length];
  }

  async #change(one: Command): Promise<void> {
    switch (one.does) {
      case 'call':
        return this.#call(one.operation, sampleOf(one.operation).request);
      case 'add patients': {
        const row = importRow;
        const body = Array.from({ length: one.count }, () => {
          this.#added += 1;
          return { ...row, name: `Added ${this.#added}`, email: `added${this.#added}@example.com` };
        });
        return this.#call('addPatients', { body });
      }
      case 'edit': {
        const found = this.#row(one.pick);
        const field = Object.keys(found?.row ?? {}).find((name) => /_name$|^subject$|^phone$/.test(name));
        if (found && field) await db.patch(found.table, found.key, { [field]: `Edited ${one.pick}` });
        return;
      }
      case 'remove': {
        const found = this.#row(one.pick);
        if (found) await db.remove(found.table, found.key);
        return;
      }
      // It becomes the last row.
      case 'add again':
        return db.transaction(async ({ tables: { patients } }) => {
          const rows = patients.list();
          const row = rows[one.pick % rows.length];
          if (!row) return;
          await patients.remove(row.patient_id);
          await patients.insert(row);
        });
      case 'swap emails':
        return db.transaction(async ({ tables: { accounts } }) => {
          const [one, two] = accounts.list();
          if (!one || !two) return;
          await accounts.patchMany([one.id, two.id], ({ id }) => ({
            email: (id === one.id ? two : one).email,
          }));
        });
      case 'move the clock':
        return clock.advance(one.minutes * 60_000, { byHand: one.minutes % 2 === 0 });
      case 'stop the clock':
        return clock.stop();
      case 'run the clock':
        return clock.run();
      case 'import':
        return db.import(this.#exported);
      case 'wait':
        time += one.minutes * 60_000;
    }
  }

  async #walk(one: Command): Promise<void> {
    const ids = history.list().map(({ id }) => id);
    const from = history.position();
    const session = clock.sessionNow();
    if (one.does === 'undo' && from > Math.min(...this.#hashes.keys())) await history.undo();
    if (one.does === 'redo' && from < (ids.at(-1) ?? 0)) await history.redo();
    if (one.does === 'go to') {
      const known = [...this.#hashes.keys()];
      await history.goTo(known[one.pick % known.length] ?? 0);
    }
    const to = history.position();
    expect(history.list().map(({ id }) => id)).toEqual(ids);
    expect(await stateHash()).toBe(this.#hashes.get(to));
    expect(clock.sessionNow(), 'the session’s time').toEqual(session);
    if (to === from) return;
    const expected =
      to > from ? this.#times.get(to)?.after : this.#times.get(ids[ids.indexOf(to) + 1] ?? 0)?.before;
    expect(clock.now().getTime(), 'the clock').toBe(expected);
  }

  async take(one: Command): Promise<void> {
    await (one.does === 'undo' || one.does === 'redo' || one.does === 'go to'
      ? this.#walk(one)
      : this.#do(one));
    expect(notIndexed()).toEqual([]);
  }

  async #do(one: Command): Promise<void> {
    const from = history.position();
    const before = clock.now().getTime();
    await this.#change(one);
    const to = history.position();
    const hash = await stateHash();
    if (to === from) return expect(hash, 'no step, so no change').toBe(this.#hashes.get(from));
    const ids = new Set(history.list().map(({ id }) => id));
    for (const id of this.#hashes.keys()) if (!ids.has(id)) this.#hashes.delete(id);
    this.#hashes.set(to, hash);
    this.#times.set(to, { before, after: clock.now().getTime() });
  }

  async rewind(): Promise<void> {
    const last = history.list().at(-1)?.id ?? 0;
    for (const wanted of [...this.#hashes.keys()].sort((one, other) => other - one)) {
      while (history.position() > wanted) await history.undo();
    }
    expect(await stateHash()).toBe(this.#hashes.get(history.position()));
    await history.goTo(last);
    expect(await stateHash()).toBe(this.#hashes.get(last));
  }
}

it('after any undos, redos and jumps the data, their indexes, the next ids and the clock are as they were there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25, size: 'max' }), async (commands) => {
      const walk = await Walk.begin();
      for (const one of commands) await walk.take(one);
      await walk.rewind();
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 40), endOnFailure: true },
  );
}, 1_200_000);

import type { AnyDatabase, Commit, DatabaseState } from '../db/database-types';
import { createWriteQueue } from '../db/promises';
import type { Row } from '../db/row';
import { changesOf, isSame, type RowChange } from '../db/row-changes';
import type { ShiftedClock } from '../world/clock';
import { createSignal } from '../world/signal';
import { SETTINGS_ID, type Settings } from '../world/world-tables';

/** A request or an edit that changed data. */
export interface Step {
  readonly id: number;
  /** The operation, such as `POST /auth/login`, or what else was done. */
  readonly label: string;
  /** ISO 8601, from the mock's clock. */
  readonly at: string;
  /** Empty if only the next ids or random numbers changed. */
  readonly changes: readonly RowChange[];
}

/** The steps of the data: they can be undone and redone, in every table, the next ids and the clock. */
export interface HistoryControl {
  /** The last 500 steps, or fewer if their tables are large; oldest first, undone ones included. */
  list(): Step[];
  /** The id of the last step that is done; 0 before the first one. */
  position(): number;
  /** Rejects if there is nothing to undo, and if the data was changed meanwhile; nothing is changed then. */
  undo(): Promise<void>;
  /** Rejects as `undo` does. */
  redo(): Promise<void>;
  /** Undoes or redoes all steps up to this position. Rejects as `undo` does, and for an unknown position. */
  goTo(position: number): Promise<void>;
  /** Called after each step and each move. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
}

export interface History extends HistoryControl {
  /** Called after each undo, redo and jump. Returns an unsubscribe function. */
  onMove(listener: () => void): () => void;
  /** Forgets all steps. */
  clear(): void;
}

const MOST_STEPS = 500;
/** The most new rows in all steps. A table with many changes counts with all its rows. */
const MOST_ROWS = 50_000;

interface RecordedStep {
  readonly step: Step;
  readonly tables: Commit['tables'];
  readonly counters: Commit['counters'];
  /** The clock's time in milliseconds. */
  readonly time: { readonly before: number; readonly after: number };
}

const newRowsIn = ({ tables }: RecordedStep) =>
  tables.reduce((sum, { before, after }) => sum + after.filter((row, at) => row !== before[at]).length, 0);

interface HistoryParts {
  readonly db: AnyDatabase;
  readonly clock: ShiftedClock;
}

/**
 * Records the steps of a database in memory, until the page is reloaded. A change of another tab is a step, too, so that
 * every state can be restored and nothing is overwritten unseen. New data begins a new history.
 */
export function createHistory({ db, clock }: HistoryParts): History {
  let steps: readonly RecordedStep[] = [];
  /** How many of `steps` are done. */
  let done = 0;
  let lastId = 0;
  /** Increases with each change of `steps`. */
  let version = 0;
  /** How many steps will be done once the running move is committed. */
  let moving = 0;
  const changed = createSignal();
  const moved = createSignal();
  const queue = createWriteQueue();

  function setSteps(next: readonly RecordedStep[]) {
    version += 1;
    steps = next;
  }

  function clear() {
    setSteps([]);
    done = 0;
    lastId = 0;
    changed.notify();
  }

  const timeAt = (settings: Row | undefined, { shifts }: RecordedStep['counters']['before']) =>
    clock.timeOf(settings as Settings | undefined, shifts?.clock ?? 0);

  function timesOf(tables: Commit['tables'], counters: Commit['counters']): RecordedStep['time'] {
    const written = tables.find(({ table }) => table === 'settings');
    const settings = db.table('settings').get(SETTINGS_ID);
    return {
      before: timeAt(written ? written.before[0] : settings, counters.before),
      after: timeAt(written ? written.after[0] : settings, counters.after),
    };
  }

  function record({ label, tables, counters }: Commit) {
    const changes = tables.flatMap(({ table, before, after }) =>
      changesOf(table, db.keyOf(table), before, after),
    );
    const { before, after } = counters;
    if (changes.length === 0 && isSame({ ...before, shifts: null }, { ...after, shifts: null })) return;
    const time = timesOf(tables, counters);
    lastId += 1;
    const step: Step = { id: lastId, label, at: new Date(time.before).toISOString(), changes };
    let next = [...steps.slice(0, done), { step, tables, counters, time }].slice(-MOST_STEPS);
    while (next.length > 1 && next.reduce((sum, other) => sum + newRowsIn(other), 0) > MOST_ROWS)
      next = next.slice(1);
    setSteps(next);
    done = steps.length;
    changed.notify();
  }

  db.onCommit((commit) => {
    if (commit.kind === 'replaced') return clear();
    if (commit.kind !== 'rewrite') return record(commit);
    done = moving;
    changed.notify();
    moved.notify();
  });

  /** The state of the data when the first `target` steps are done. */
  function stateAt(target: number): DatabaseState {
    const isBack = target < done;
    const path = isBack ? steps.slice(target, done).reverse() : steps.slice(done, target);
    const end = path.at(-1);
    if (!end) throw new Error('There is no such step any more.');
    const side = isBack ? 'before' : 'after';
    const rows = new Map(
      path.flatMap(({ tables }) => tables.map((changes) => [changes.table, changes[side]] as const)),
    );
    const settings =
      rows.get('settings')?.[0] ?? (db.table('settings').get(SETTINGS_ID) as Settings | undefined);
    const shifts = clock.shiftsFor(settings as Settings | undefined, end.time[side]);
    return { rows, counters: { ...end.counters[side], shifts } };
  }

  /** @param find returns how many steps are to be done */
  const move = (find: () => number) =>
    queue(async () => {
      await db.hydrate();
      const target = find();
      if (target === done) return;
      if (target < 0) throw new Error('There is nothing to undo.');
      if (target > steps.length) throw new Error('There is nothing to redo.');
      const seen = version;
      await db.rewrite(() => {
        if (version !== seen)
          throw new Error('The data was changed meanwhile. Look at the newest step first.');
        moving = target;
        return stateAt(target);
      });
    });

  return {
    list: () => steps.map(({ step }) => step),
    position: () => steps[done - 1]?.step.id ?? 0,
    undo: () => move(() => done - 1),
    redo: () => move(() => done + 1),
    goTo: (position) =>
      move(() => {
        if (position === 0) return 0;
        const index = steps.findIndex(({ step }) => step.id === position);
        if (index === -1) throw new Error(`There is no step ${position}.`);
        return index + 1;
      }),
    onChange: changed.onChange,
    onMove: moved.onChange,
    clear,
  };
}

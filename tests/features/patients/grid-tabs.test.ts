// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isBlankRow } from '@/domain/patient-rows';
import type { GridRows } from '@/features/patients/add/grid-store';

type DraftCode = typeof import('@/features/patients/add/grid-draft');

/** The grid's code as one tab loads it, with what that tab has read of the browser's storage. */
interface Tab {
  readonly code: DraftCode;
  readonly hear: (event: StorageEvent) => void;
  values: Map<string, string>;
  /** How many of all writes this tab has heard of. */
  seen: number;
}

interface Write {
  readonly by: Tab;
  readonly key: string;
  readonly text: string | null;
}

const tabs: Tab[] = [];
let writes: Write[] = [];
let current: Tab | undefined;

function inTab<Result>(tab: Tab, act: () => Result): Result {
  current = tab;
  return act();
}

const put = ({ values }: Tab, key: string, text: string | null) =>
  text === null ? values.delete(key) : values.set(key, text);

/**
 * Storage as browsers with a process per tab share it: a tab reads its own writes at once, and another tab's when it
 * hears of them. The last write of a key wins in all tabs.
 */
function shareStorage() {
  const write = (key: string, text: string | null) => {
    if (current === undefined || (current.values.get(key) ?? null) === text) return;
    put(current, key, text);
    writes.push({ by: current, key, text });
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => current?.values.get(key) ?? null);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(write);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation((key) => write(key, null));
}

async function loadTab(): Promise<Tab> {
  vi.resetModules();
  const listening = vi.spyOn(window, 'addEventListener');
  const code: DraftCode = await import('@/features/patients/add/grid-draft');
  const [, hear] = listening.mock.calls.find(([type]) => type === 'storage') ?? [];
  listening.mockRestore();
  if (typeof hear !== 'function') throw new Error('The tab does not listen to the storage.');
  return { code, hear: (event) => hear.call(window, event), values: new Map(), seen: 0 };
}

/** Delivers the next of the other tabs' writes; returns whether there was one. */
function hearNext(tab: Tab): boolean {
  const at = writes.findIndex(({ by }, index) => index >= tab.seen && by !== tab);
  const next = writes[at];
  if (next === undefined) return false;
  tab.seen = at + 1;
  const isOverwritten = writes.slice(at).some(({ by, key }) => by === tab && key === next.key);
  if (!isOverwritten) put(tab, next.key, next.text);
  inTab(tab, () => tab.hear(new StorageEvent('storage', { key: next.key, storageArea: localStorage })));
  return true;
}

function hearAll(): void {
  for (let left = 200; tabs.map(hearNext).some(Boolean); left -= 1)
    if (left === 0) throw new Error('The tabs go on writing.');
}

const acts = ['type', 'pause', 'remove', 'send', 'answer', 'reload', 'hear', 'all hear'] as const;
type Act = (typeof acts)[number];

/** `row` is the place of the row that the user types into or removes. */
const step = fc.record({
  tab: fc.nat({ max: 2 }),
  act: fc.constantFrom(...acts),
  row: fc.nat({ max: 3 }),
  name: fc.constantFrom('Ada', 'Bea', 'Cleo'),
});

interface Step {
  readonly tab: number;
  readonly act: Act;
  readonly row: number;
  readonly name: string;
}

/** Most faults need rows that all tabs know. */
const first: readonly Step[] = [0, 1, 2].flatMap((row) =>
  (['type', 'pause', 'all hear'] as const).map((act) => ({ tab: 0, act, row, name: 'Dora' })),
);

/** One tab's grid, and the rows that it has sent. */
function openGrid(tab: Tab) {
  const open = () => inTab(tab, () => tab.code.createGridDraft(() => undefined));
  const start = () => inTab(tab, () => draft.start());
  let draft = open();
  let stop = start();
  let sent: GridRows = [];
  const rows = () => draft.store.rows().filter((row) => !isBlankRow(row));
  const pause = () => inTab(tab, () => draft.flush());
  const close = () => inTab(tab, () => stop());
  return {
    tab,
    names: (): Readonly<Record<string, string>> =>
      Object.fromEntries(rows().map(({ id, name }) => [id, name])),
    idAt: (row: number) => draft.store.rowIds()[row],
    type: (id: string, name: string) => inTab(tab, () => draft.store.edit(id, { name }, 'name')),
    remove: (id: string) => inTab(tab, () => draft.store.removeRow(id)),
    pause,
    send() {
      pause();
      sent = rows();
    },
    /** The server has saved what was sent. */
    answer() {
      const saved = sent;
      sent = [];
      inTab(tab, () => tab.code.removeSavedRows(saved));
      return saved;
    },
    close,
    reload() {
      close();
      draft = open();
      stop = start();
    },
  };
}
type Grid = ReturnType<typeof openGrid>;

/** What was done to a row. */
interface RowHistory {
  readonly names: Set<string>;
  readonly by: Set<Tab>;
  /** The name that the row was left with; null if it was removed or saved. */
  left: string | null;
}

/** Lets users act in three tabs, which hear of each other late, until all have heard of everything. */
function play(story: readonly Step[]) {
  writes = [];
  for (const tab of tabs) Object.assign(tab, { values: new Map(), seen: 0 });
  const grids = tabs.map(openGrid);
  const histories = new Map<string, RowHistory>();
  const note = ({ tab }: Grid, id: string, left: string | null) => {
    const { names, by } = histories.get(id) ?? { names: new Set(), by: new Set() };
    if (left !== null) names.add(left);
    histories.set(id, { names, by: by.add(tab), left });
  };
  const act: Record<Act, (grid: Grid, id: string, name: string) => void> = {
    type(grid, id, name) {
      grid.type(id, name);
      note(grid, id, name);
    },
    remove(grid, id) {
      grid.remove(id);
      note(grid, id, null);
    },
    pause: (grid) => grid.pause(),
    send: (grid) => grid.send(),
    answer(grid) {
      for (const { id, name } of grid.answer()) {
        const left = histories.get(id)?.left ?? null;
        note(grid, id, left === name ? null : left);
      }
    },
    reload: (grid) => grid.reload(),
    hear: ({ tab }) => hearNext(tab),
    'all hear': hearAll,
  };
  try {
    for (const [at, { tab, row, name, ...does }] of [...first, ...story].entries()) {
      const grid = grids[tab];
      const id = grid?.idAt(row);
      if (grid !== undefined && id !== undefined) act[does.act](grid, id, `${name} ${at}`);
    }
    for (const grid of grids) grid.pause();
    hearAll();
    const [shown = {}, ...others] = grids.map(({ names }) => names());
    return { shown, others, histories };
  } finally {
    for (const grid of grids) grid.close();
  }
}

describe('three tabs that hear of each other late', () => {
  beforeAll(async () => {
    while (tabs.length < 3) tabs.push(await loadTab());
  });
  beforeEach(() => {
    vi.useFakeTimers();
    shareStorage();
  });
  afterEach(() => {
    current = undefined;
    vi.useRealTimers();
  });

  const steps = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });
  // A fixed seed, so that all runs test the same stories.
  const runs = { numRuns: 60, seed: 26 };

  it('show the same rows once all have heard of everything', () => {
    fc.assert(
      fc.property(steps, (story) => {
        const { shown, others } = play(story);
        for (const other of others) expect(other).toEqual(shown);
      }),
      runs,
    );
  });

  it('show in each row what was typed there', () => {
    fc.assert(
      fc.property(steps, (story) => {
        const { shown, histories } = play(story);
        for (const [id, name] of Object.entries(shown)) expect(histories.get(id)?.names).toContain(name);
      }),
      runs,
    );
  });

  it('keep what was done last to a row, where one tab alone has changed it', () => {
    fc.assert(
      fc.property(steps, (story) => {
        const { shown, histories } = play(story);
        for (const [id, { by, left }] of histories) if (by.size === 1) expect(shown[id] ?? null).toBe(left);
      }),
      runs,
    );
  });
});

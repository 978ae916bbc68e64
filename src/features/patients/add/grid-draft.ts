import { initialGridRows } from '@/contract/constants';
import { isSameRow } from '@/domain/patient-rows';
import type { GridRowDraft } from '@/domain/storage-keys';
import {
  isStored,
  readStored,
  removeStored,
  subscribeStored,
  unreadStored,
  type WriteResult,
  writeStored,
} from '@/lib/storage';
import { blankRows, createGridStore, type GridRows, type GridStore, newRowId, rowState } from './grid-store';

/** Typing pause after which the draft is written, in milliseconds: writing the grid on each keystroke is too slow. */
const writeAfter = 250;

/** How many removed rows are remembered; each takes about 20 bytes of storage. */
const removedLimit = 10_000;

/**
 * One tab's version of the draft: non-blank rows, and removed rows. Each change has a number (a Lamport clock) higher
 * than all numbers that its tab has seen, and the higher of two changes of a row wins. So all tabs agree, whatever the
 * order in which they see changes, and a row removed in one tab is not restored by another that still has it.
 */
interface DraftState {
  readonly rows: ReadonlyMap<string, GridRowDraft>;
  readonly stamps: ReadonlyMap<string, number>;
  readonly removed: ReadonlyMap<string, number>;
}

function readDraft(): DraftState {
  const stored = readStored('patientGrid');
  const removed = new Map(Object.entries(readStored('patientGridRemoved')));
  const rows = new Map<string, GridRowDraft>();
  const stamps = new Map<string, number>();
  for (const row of stored.rows) {
    const stamp = stored.stamps[row.id] ?? 0;
    if (rowState(row) === 'blank' || (removed.get(row.id) ?? -1) >= stamp) continue;
    rows.set(row.id, row);
    stamps.set(row.id, stamp);
  }
  return { rows, stamps, removed };
}

const nextStamp = (...drafts: readonly DraftState[]): number =>
  drafts.reduce(
    (highest, { stamps, removed }) =>
      [...stamps.values(), ...removed.values()].reduce((high, stamp) => Math.max(high, stamp), highest),
    0,
  ) + 1;

/** All tabs must choose the same one of two changes with the same number; any rule will do. */
const winsTie = (row: GridRowDraft, other: GridRowDraft): boolean =>
  !isSameRow(row, other) && JSON.stringify(row) > JSON.stringify(other);

function mergeDrafts(one: DraftState, other: DraftState) {
  const rows = new Map(one.rows);
  const stamps = new Map(one.stamps);
  const removed = new Map(one.removed);
  for (const [id, stamp] of other.removed) removed.set(id, Math.max(stamp, removed.get(id) ?? 0));
  for (const [id, row] of other.rows) {
    const stamp = other.stamps.get(id) ?? 0;
    const known = rows.get(id);
    const knownStamp = stamps.get(id) ?? 0;
    if (known === undefined || stamp > knownStamp || (stamp === knownStamp && winsTie(row, known))) {
      rows.set(id, row);
      stamps.set(id, stamp);
    }
  }
  for (const [id, stamp] of removed) {
    if (stamp < (stamps.get(id) ?? 0)) continue;
    rows.delete(id);
    stamps.delete(id);
  }
  return { rows, stamps, removed };
}

/** Whether a draft has a change that the other one does not have. */
const knowsMore = (draft: DraftState, { rows, stamps, removed }: DraftState): boolean =>
  [...draft.rows].some(
    ([id, row]) => !isSameRow(rows.get(id), row) || stamps.get(id) !== draft.stamps.get(id),
  ) || [...draft.removed].some(([id, stamp]) => stamp > (removed.get(id) ?? -1));

/** Writes the rows in their order, and their change numbers; a draft without rows is removed (§4). */
function writeDraft({ rows, stamps, removed }: DraftState, order: GridRows): WriteResult {
  const known = readStored('patientGridRemoved');
  if ([...removed].some(([id, stamp]) => known[id] !== stamp)) {
    const newest = [...removed].sort(([, one], [, other]) => one - other).slice(-removedLimit);
    writeStored('patientGridRemoved', Object.fromEntries(newest));
  }
  if (rows.size > 0)
    return writeStored('patientGrid', { rows: [...order], stamps: Object.fromEntries(stamps) });
  if (isStored('patientGrid')) removeStored('patientGrid');
  return 'written';
}

/** Returns the draft's rows for a grid that is being opened. Blank rows get new ids, because each tab has its own. */
function openRows({ rows }: DraftState): GridRows {
  const known = readStored('patientGrid').rows.filter((row) => rowState(row) === 'blank' || rows.has(row.id));
  if (known.length === 0) return blankRows(initialGridRows);
  return known.map((row) => (rowState(row) === 'blank' ? { ...row, id: newRowId() } : row));
}

export interface GridDraft {
  readonly store: GridStore;
  /** Starts storing the draft; returns a function that writes pending changes and stops. */
  start(): () => void;
  /** Writes pending changes now. */
  flush(): void;
}

/**
 * The grid's rows and their copy in browser storage (§2 "Add Patients"): what was typed survives a reload, a
 * closed tab and a change of section. Changes of other tabs are merged row by row; what is being typed here is never
 * overwritten. If the whole draft is cleared (the session ended), this grid is emptied, too.
 *
 * @param isSignedIn whether the account that owns the rows is still signed in; after that nothing is stored
 */
export function createGridDraft(
  onWritten: (result: WriteResult) => void,
  isSignedIn: () => boolean = () => true,
): GridDraft {
  setUnreadAside();
  let known = readDraft();
  const store = createGridStore(openRows(known));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let own = false;

  const quietly = (change: () => void) => {
    own = true;
    change();
    own = false;
  };

  const empty = () => {
    known = readDraft();
    quietly(() => store.replaceAll(blankRows(initialGridRows)));
  };

  const sync = () => {
    clearTimeout(timer);
    timer = undefined;
    const typed = new Map(store.rows().flatMap((row) => (rowState(row) === 'blank' ? [] : [[row.id, row]])));
    const changed = [...typed.values()].filter((row) => !isSameRow(known.rows.get(row.id), row));
    const dropped = [...known.rows.keys()].filter((id) => !typed.has(id));

    const stored = readDraft();
    const merged = mergeDrafts(known, stored);
    const stamp = nextStamp(known, stored);
    for (const row of changed) {
      merged.rows.set(row.id, row);
      merged.stamps.set(row.id, stamp);
    }
    for (const id of dropped) {
      merged.rows.delete(id);
      merged.stamps.delete(id);
      merged.removed.set(id, stamp);
    }
    known = merged;

    const gone = new Set([...typed.keys()].filter((id) => !merged.rows.has(id)));
    const present = readStored('patientGrid').rows.flatMap(({ id }, at) => {
      const row = merged.rows.get(id);
      return row === undefined || isSameRow(typed.get(id), row) ? [] : [{ row, at }];
    });
    if (gone.size > 0 || present.length > 0) quietly(() => store.merge({ gone, present }));

    const ownChange = changed.length > 0 || dropped.length > 0;
    // After a tab of a newer release has written, this tab writes only its own user's changes.
    if (ownChange || (knowsMore(merged, stored) && unreadStored('patientGrid') === null))
      quietly(() => onWritten(writeDraft(merged, store.rows())));
  };

  const hasEnded = () => !isStored('patientGrid') && !isStored('patientGridRemoved');
  const write = () => {
    if (!isSignedIn()) return;
    if (hasEnded() && known.stamps.size + known.removed.size > 0) empty();
    else sync();
  };
  const flush = () => {
    if (timer !== undefined) write();
  };
  const hear = () => {
    if (own) return;
    if (hasEnded()) {
      clearTimeout(timer);
      timer = undefined;
      return empty();
    }
    if (readStored('patientGrid').rows.length === 0) setUnreadAside();
    sync();
  };
  // A frozen tab gets no storage events.
  const onVisibility = () => (document.visibilityState === 'hidden' ? flush() : write());

  return {
    store,
    flush,
    start() {
      const stops = [
        store.subscribe(() => {
          if (own) return;
          clearTimeout(timer);
          timer = setTimeout(write, writeAfter);
        }),
        subscribeStored('patientGrid', hear),
        subscribeStored('patientGridRemoved', hear),
      ];
      write();
      window.addEventListener('pagehide', flush);
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        flush();
        for (const stop of stops) stop();
        window.removeEventListener('pagehide', flush);
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
  };
}

/**
 * Removes saved rows from the draft, and so from every grid that shows it, unless they were changed since.
 *
 * @returns the rows that were changed, as they were saved
 */
export function removeSavedRows(saved: GridRows): GridRows {
  const draft = readDraft();
  const stamp = nextStamp(draft);
  const rows = new Map(draft.rows);
  const stamps = new Map(draft.stamps);
  const removed = new Map(draft.removed);
  for (const row of saved) {
    if (!isSameRow(rows.get(row.id), row)) continue;
    rows.delete(row.id);
    stamps.delete(row.id);
    removed.set(row.id, stamp);
  }
  const left = readStored('patientGrid').rows.filter((row) => rows.has(row.id) || rowState(row) === 'blank');
  writeDraft({ rows, stamps, removed }, left);
  return saved.filter(({ id }) => rows.has(id));
}

/** Stores what this release can't read of the draft, so that the user can download it. */
function setUnreadAside(): void {
  const unread = unreadStored('patientGrid');
  const kept = readStored('patientGridUnread');
  if (unread !== null && !kept.includes(unread)) writeStored('patientGridUnread', [...kept, unread]);
}

/** Removes what could not be read, after the user downloaded or discarded it. */
export function dropUnread(): void {
  removeStored('patientGridUnread');
  // Otherwise it would be found again the next time.
  if (unreadStored('patientGrid') !== null) writeStored('patientGrid', readStored('patientGrid'));
}

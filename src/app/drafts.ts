import { unsavedLifetime } from '@/contract';
import { appClock } from '@/lib/clock';
import type { Unsaved, UnsavedDraft } from '@/machines/session.machine';

// In the order in which they are restored.
const draftNames = ['rows', 'forms', 'invitations', 'orders', 'orderRecords'] as const;
export type DraftName = (typeof draftNames)[number];

/** One kind of unsaved work as the browser stores it, for a screen that is not loaded. Only it knows the value's shape. */
export interface StoredDraft<Value> {
  /**
   * Returns what is unsaved; null if nothing is.
   *
   * @param account whose work to read; null if its email is not known
   * @param earlier what was read when the session ended, if it is not restored yet
   */
  read(account: string | null, earlier: UnsavedDraft<Value> | null): UnsavedDraft<Value> | null;
  /** Puts it back beside what was stored since. Without this, the value waits until a screen registers its draft. */
  restore?(value: Value): void;
}

/** Returns a list as unsaved work; null if it is empty. */
export const unsavedList = <Item>(value: readonly Item[]): UnsavedDraft<readonly Item[]> | null =>
  value.length === 0 ? null : { value, count: value.length };

/** The unsaved work of the signed-in account: it survives a session that ends without Logout (§Notes). */
export interface Drafts {
  /**
   * Connects a screen that knows more than the storage, until the account's session ends.
   *
   * @param read returns what is unsaved; null if nothing is
   * @returns what the account's last session has left; null if there is nothing, and for drafts that are restored to storage
   */
  register<Value>(name: DraftName, read: () => UnsavedDraft<Value> | null): Value | null;
  /** Reads all drafts; null if nothing is unsaved. The arguments are those of a draft's `read`. */
  read(account: string | null, earlier: Unsaved | null): Unsaved | null;
  /** Restores what was read, unless that was too long ago. */
  restore(unsaved: Unsaved): void;
  /** How much of a restored draft waits for its screen. */
  countWaiting(name: DraftName): number;
  /** Drops what still waits for its screen. */
  dropWaiting(): void;
}

/** @param owner returns the actor of the signed-in account */
export function createDrafts(
  owner: () => object,
  storedDrafts: Readonly<Partial<Record<DraftName, StoredDraft<unknown>>>>,
): Drafts {
  const screens = new Map<DraftName, { readonly owner: object; read(): UnsavedDraft | null }>();
  let waiting: Unsaved['drafts'] = {};
  return {
    register<Value>(name: DraftName, read: () => UnsavedDraft<Value> | null) {
      screens.set(name, { owner: owner(), read });
      const left = waiting[name];
      waiting = { ...waiting, [name]: null };
      return (left?.value ?? null) as Value | null;
    },
    read(account, last) {
      const earlier = { ...last?.drafts, ...waiting };
      const readOne = (name: DraftName) => {
        const screen = screens.get(name);
        // Another account may have signed in since.
        if (screen?.owner === owner()) return screen.read();
        const stored = storedDrafts[name];
        return stored ? stored.read(account, earlier[name] ?? null) : (earlier[name] ?? null);
      };
      const drafts = Object.fromEntries(draftNames.map((name) => [name, readOne(name)]));
      return Object.values(drafts).some(Boolean) ? { account, at: appClock.now(), drafts } : null;
    },
    restore({ drafts, at }) {
      if (appClock.now() - at > unsavedLifetime) return;
      waiting = { ...drafts };
      for (const name of draftNames) {
        const draft = drafts[name];
        const stored = storedDrafts[name];
        if (!draft || stored?.restore === undefined) continue;
        stored.restore(draft.value);
        waiting = { ...waiting, [name]: null };
      }
    },
    countWaiting: (name) => waiting[name]?.count ?? 0,
    dropWaiting() {
      waiting = {};
    },
  };
}

/** Counts for the texts about unsaved work: rows of the grid, patients whose orders are not finished, and forms with changes. */
export const countUnsaved = (unsaved: Unsaved | null) => ({
  rows: unsaved?.drafts.rows?.count ?? 0,
  orders: unsaved?.drafts.orders?.count ?? 0,
  forms: unsaved?.drafts.forms?.count ?? 0,
});
export type UnsavedCounts = ReturnType<typeof countUnsaved>;

import { appClock } from '@/lib/clock';
import { keepUnsavedFor, type Unsaved, type UnsavedDraft } from '@/machines/session.machine';

// In the order in which they are restored.
const draftNames = ['rows', 'forms', 'invitations', 'orders', 'orderRecords'] as const;
export type DraftName = (typeof draftNames)[number];

/** One kind of unsaved work; only its owner knows the shape of the value. */
export interface Draft<Value> {
  /**
   * Returns what is unsaved; null if nothing is.
   *
   * @param account whose work to read; null if its email is not known
   * @param earlier what was read when the session ended, if it is not restored yet
   */
  read(account: string | null, earlier: Value | null): UnsavedDraft<Value> | null;
  /** Puts it back beside what was stored since. Without this, the value waits until a screen registers its draft. */
  restore?(value: Value): void;
}

/** Returns a list as unsaved work; null if it is empty. */
export const unsavedList = <Item>(value: readonly Item[]): UnsavedDraft<readonly Item[]> | null =>
  value.length === 0 ? null : { value, count: value.length };

/** The unsaved work of the signed-in account: it survives a session that ends without Logout (§Notes). */
export interface Drafts {
  /**
   * Connects a screen that has work which is not stored, until the account's session ends.
   *
   * @returns what the account's last session has left; null if there is nothing, and for drafts that are restored to storage
   */
  register<Value>(name: DraftName, draft: Pick<Draft<Value>, 'read'>): Value | null;
  /** Reads all drafts; null if nothing is unsaved. The arguments are those of a draft's `read`. */
  read(account: string | null, earlier: Unsaved | null): Unsaved | null;
  /** Restores what was read, unless that was too long ago. */
  restore(unsaved: Unsaved): void;
  /** How much of a restored draft waits for its screen. */
  countWaiting(name: DraftName): number;
  /** Drops what still waits for its screen. */
  dropWaiting(): void;
}

/**
 * @param owner returns the actor of the signed-in account
 * @param storedDrafts the drafts as the browser stores them, for screens that are not loaded
 */
export function createDrafts(
  owner: () => object,
  storedDrafts: Readonly<Partial<Record<DraftName, Draft<unknown>>>>,
): Drafts {
  const registered = new Map<DraftName, { readonly owner: object; readonly draft: Draft<unknown> }>();
  let waiting: Unsaved['drafts'] = {};
  /** The screen's draft, unless another account has signed in since. */
  const draftOf = (name: DraftName): Draft<unknown> | undefined => {
    const screen = registered.get(name);
    return screen?.owner === owner() ? screen.draft : storedDrafts[name];
  };
  return {
    register<Value>(name: DraftName, draft: Pick<Draft<Value>, 'read'>) {
      registered.set(name, { owner: owner(), draft });
      const { [name]: left, ...others } = waiting;
      waiting = others;
      return (left?.value ?? null) as Value | null;
    },
    read(account, last) {
      const earlier = { ...last?.drafts, ...waiting };
      const drafts = draftNames.flatMap((name) => {
        const draft = draftOf(name);
        const unsaved = draft ? draft.read(account, earlier[name]?.value ?? null) : earlier[name];
        return unsaved ? [[name, unsaved] as const] : [];
      });
      return drafts.length === 0 ? null : { account, at: appClock.now(), drafts: Object.fromEntries(drafts) };
    },
    restore({ drafts, at }) {
      if (appClock.now() - at > keepUnsavedFor) return;
      waiting = { ...drafts };
      for (const name of draftNames) {
        const { [name]: draft, ...others } = waiting;
        const stored = storedDrafts[name];
        if (draft === undefined || stored?.restore === undefined) continue;
        stored.restore(draft.value);
        waiting = others;
      }
    },
    countWaiting: (name) => waiting[name]?.count ?? 0,
    dropWaiting() {
      waiting = {};
    },
  };
}

/** What the user is told of unsaved work before it is lost. */
export interface UnsavedCounts {
  /** Rows of the Add Patients grid. */
  readonly rows: number;
  /** Patients for whom an order waits, failed or may have been placed. */
  readonly orders: number;
  /** Forms with changes. */
  readonly forms: number;
}

/** Counts what the user is told of in unsaved work. */
export const countUnsaved = (unsaved: Unsaved | null): UnsavedCounts => ({
  rows: unsaved?.drafts.rows?.count ?? 0,
  orders: unsaved?.drafts.orders?.count ?? 0,
  forms: unsaved?.drafts.forms?.count ?? 0,
});

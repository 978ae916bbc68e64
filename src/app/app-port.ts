import type { AnyActorRef } from 'xstate';
import type { DashboardSection } from '@/contract';
import type { FlowsActor } from '@/machines/flows.machine';
import type { Drafts } from './drafts';
import type { OtherTabs } from './other-tabs';
import type { Store } from './store';

/** What features use of the application that their store belongs to. `app.ts` creates the application. */
export interface AppPort {
  /** Returns the signed-in account's actor, or the application's while no one is signed in. */
  owner(): AnyActorRef;
  /** Returns the signed-in account's email; null if it is not known or no one is signed in. */
  account(): string | null;
  /** Returns the owner's flows actor, for flows that may outlive their screen. */
  flows(): FlowsActor;
  /** Opens a section of the dashboard, also from another page, as a toast does; does nothing while no one is signed in. */
  openSection(section: DashboardSection): void;
  /** Counts as activity of the user, such as a long task that they started. */
  recordActivity(): void;
  readonly drafts: Drafts;
  /** The other tabs in which the same account is signed in. */
  readonly otherTabs: Pick<OtherTabs, 'sendOrders' | 'onOrders'>;
}

const ports = new WeakMap<Store, AppPort>();

/** Connects a store to its application. */
export function connectApp(store: Store, port: AppPort): void {
  ports.set(store, port);
}

/** Returns the application that a store belongs to; throws an Error if there is none. */
export function appPortOf(store: Store): AppPort {
  const port = ports.get(store);
  if (port === undefined) throw new Error('This store belongs to no application.');
  return port;
}

/**
 * Keeps an object while the same account is signed in, so that it outlives the screen that uses it. While no one is
 * signed in, it is kept as long as the application runs.
 *
 * @param end called with the object when it is dropped
 */
export function sessionScoped<Scoped extends object>(
  create: (store: Store) => Scoped,
  end: (scoped: Scoped) => void = () => undefined,
): (store: Store) => Scoped {
  const byOwner = new WeakMap<object, Scoped>();
  return (store) => {
    const owner = appPortOf(store).owner();
    const existing = byOwner.get(owner);
    if (existing !== undefined) return existing;
    const created = create(store);
    byOwner.set(owner, created);
    owner.subscribe({ complete: () => end(created) });
    return created;
  };
}

import { useSyncExternalStore } from 'react';
import type { InspectionEvent } from 'xstate';
import { createSignal } from './signal';

// What a build with the mock backend sets before the app starts. In production it has no effect.

/**
 * When API calls may start. In production at once. A build with the mock backend sets this before React mounts, so that
 * public pages render immediately and only calls wait.
 */
let ready: Promise<void> = Promise.resolve();
let pending = false;

/** Makes every later call wait for `promise`. */
export function setBackendReady(promise: Promise<void>): void {
  ready = promise;
  pending = true;
  const settle = () => {
    if (ready === promise) pending = false;
  };
  promise.then(settle, settle);
}

/** Resolves when API calls may start. */
export const backendReady = (): Promise<void> => ready;

/** Whether calls currently have to wait. */
export const isBackendPending = (): boolean => pending;

/** Receives every inspection event of the live actors. */
type ActorObserver = (event: InspectionEvent) => void;

let observer: ActorObserver | undefined;
/**
 * Events from before an observer was set: a prerendered page hydrates before the mock backend has started. Limited in
 * number, and discarded once an observer is set.
 */
let early: InspectionEvent[] | undefined = [];
const mostEarly = 200;

function observe(event: InspectionEvent): void {
  if (observer) observer(event);
  else if (early && early.length < mostEarly) early.push(event);
}

/** Sets the observer of actors started from now on. Only builds with the mock backend call this. */
export function setActorObserver(next: ActorObserver | undefined): void {
  observer = next;
  for (const event of early ?? []) next?.(event);
  early = undefined;
}

/** Options for every actor, so that the control room can show it. Empty in production, to cost nothing. */
export const inspection: { readonly inspect?: ActorObserver } = __MOCKS__ ? { inspect: observe } : {};

/** An account that a build with the mock backend lists on its login page. */
export interface DemoAccount {
  /** The role of the account: "provider" or "patient". */
  readonly label: string;
  readonly email: string;
  readonly password: string;
}

let accounts: readonly DemoAccount[] = [];
const accountsChanged = createSignal();

/** Sets the accounts listed on the login page. Only builds with the mock backend call this. */
export function setDemoAccounts(offered: readonly DemoAccount[]): void {
  accounts = offered;
  accountsChanged.notify();
}

/** The listed accounts; empty in production. */
export const useDemoAccounts = (): readonly DemoAccount[] => {
  const current = () => accounts;
  return useSyncExternalStore(accountsChanged.subscribe, current, current);
};

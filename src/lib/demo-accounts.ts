import { useSyncExternalStore } from 'react';

/** An account that a build with the mock backend lists on its login page. */
export interface DemoAccount {
  /** The role of the account: "provider" or "patient". */
  readonly label: string;
  readonly email: string;
  readonly password: string;
}

let accounts: readonly DemoAccount[] = [];
const listeners = new Set<() => void>();

/** Sets the accounts listed on the login page. Only builds with the mock backend call this. */
export function setDemoAccounts(offered: readonly DemoAccount[]): void {
  accounts = offered;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The listed accounts; empty in production. */
export const useDemoAccounts = (): readonly DemoAccount[] => {
  const current = () => accounts;
  return useSyncExternalStore(subscribe, current, current);
};

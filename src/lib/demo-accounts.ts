import { useSyncExternalStore } from 'react';

/** An account that a build with the mock backend offers on its login page. */
export interface DemoAccount {
  /** Whom one signs in as: "provider" or "patient". */
  readonly label: string;
  readonly email: string;
  readonly password: string;
}

let accounts: readonly DemoAccount[] = [];
const listeners = new Set<() => void>();

/** Offers accounts on the login page; only a build with the mock backend calls this. */
export function setDemoAccounts(offered: readonly DemoAccount[]): void {
  accounts = offered;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The accounts on offer; none in production. */
export const useDemoAccounts = (): readonly DemoAccount[] => {
  const current = () => accounts;
  return useSyncExternalStore(subscribe, current, current);
};

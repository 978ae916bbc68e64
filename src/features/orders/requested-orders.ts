import { useSyncExternalStore } from 'react';
import { sessionScoped } from '@/features/api/app-port';
import { useApiStore } from '@/features/api/operation-actor';

/** Counts the orders of a visit. */
class OrderCounter {
  #count = 0;
  readonly #listeners = new Set<() => void>();

  readonly count = (): number => this.#count;

  add(): void {
    this.#count += 1;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** No call of SPEC §7 lists a clinic's orders, so those of this visit are counted, until a logout or a reload. */
export const requestedOrders = sessionScoped(() => new OrderCounter());

/** Returns how many orders were requested in this visit. */
export function useRequestedOrders(): number {
  const orders = requestedOrders(useApiStore());
  return useSyncExternalStore(orders.subscribe, orders.count);
}

import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { DashboardSection, Patient } from '@/contract';
import { createSignal } from '@/lib/signal';
import { sessionScoped } from './app-port';
import { useApiStore } from './operation-actor';
import type { Store } from './store';

/** What a section is asked for from outside of it. */
export type SectionRequest =
  | { readonly action: 'order' | 'book' | 'edit'; readonly patient: Patient }
  /** Of the grid for new patients: its import, its first cell, or the first gap of the rows that a save has skipped. */
  | { readonly action: 'import' | 'start' | 'skipped' }
  /** Of the list of the Authenticate section: to select the new patients, and then to order for them. */
  | { readonly action: 'selectNew' | 'orderNew' };

const sectionOf: Readonly<Record<SectionRequest['action'], DashboardSection>> = {
  order: 'authenticate',
  book: 'authenticate',
  selectNew: 'authenticate',
  orderNew: 'authenticate',
  edit: 'patients',
  import: 'patients',
  start: 'patients',
  skipped: 'patients',
};

/** The last request that no section has taken yet. */
const requestsOf = sessionScoped(() => ({ last: null as SectionRequest | null, changed: createSignal() }));

/** The section that takes the request may be opened afterwards. */
export function sendRequest(store: Store, request: SectionRequest): void {
  const requests = requestsOf(store);
  requests.last = request;
  requests.changed.notify();
}

/**
 * Takes requests, also one from before this section was shown.
 *
 * @param take does what is requested; returns false if it is for another part of the section, or not possible before
 *   the component renders again
 */
export function useSectionRequests(take: (request: SectionRequest) => boolean): void {
  const store = useApiStore();
  const takeLast = useEffectEvent(() => {
    const requests = requestsOf(store);
    if (requests.last !== null && take(requests.last)) requests.last = null;
  });
  useEffect(() => takeLast());
  useEffect(() => requestsOf(store).changed.subscribe(() => takeLast()), [store]);
}

/**
 * Drops a request that was not taken when the user opens another section than the one it is for, or leaves the dashboard.
 *
 * @returns drops it, because its section can't be shown: what it asks for must not happen long after the press
 */
export function useRequestsExpireOutside(section: DashboardSection): () => void {
  const store = useApiStore();
  const mounted = useRef(false);
  useEffect(() => {
    const requests = requestsOf(store);
    if (requests.last !== null && sectionOf[requests.last.action] !== section) requests.last = null;
  }, [store, section]);
  const drop = useCallback(() => {
    requestsOf(store).last = null;
  }, [store]);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      // StrictMode unmounts a component and mounts it again at once.
      queueMicrotask(() => mounted.current || drop());
    };
  }, [drop]);
  return drop;
}

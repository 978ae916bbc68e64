import { useEffect, useEffectEvent } from 'react';
import type { DashboardSection, Patient } from '@/contract';
import { createSignal } from '@/lib/signal';
import { sessionScoped } from './app-port';
import { useApiStore } from './operation-actor';
import type { Store } from './store';

/** What a section is asked for from outside of it. */
export type SectionRequest =
  | { readonly action: 'order' | 'book' | 'edit'; readonly patient: Patient }
  /** Of the grid for new patients: its import, its first cell, or the first gap of the rows that a save has skipped. */
  | { readonly action: 'import' | 'start' | 'skipped' };

const sectionOf: Readonly<Record<SectionRequest['action'], DashboardSection>> = {
  order: 'authenticate',
  book: 'authenticate',
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

/** Drops a request that was not taken when the user opens another section than the one it is for. */
export function useRequestsExpireOutside(section: DashboardSection): void {
  const store = useApiStore();
  useEffect(() => {
    const requests = requestsOf(store);
    if (requests.last !== null && sectionOf[requests.last.action] !== section) requests.last = null;
  }, [store, section]);
}

import { useEffect, useEffectEvent } from 'react';
import type { Patient } from '@/contract';
import { createSignal } from '@/lib/signal';
import { sessionScoped } from './app-port';
import { useApiStore } from './operation-actor';

/** What a section is asked for from outside of it, with the patient that it is about. */
interface SectionRequest {
  readonly action: 'order' | 'book' | 'edit' | 'import';
  readonly patient: Patient | null;
}

/** The last request that no section has taken yet. */
const requestsOf = sessionScoped(() => ({ last: null as SectionRequest | null, changed: createSignal() }));

/** Returns a function that makes a request; the section that takes it may be opened afterwards. */
export function useSendRequest(): (request: SectionRequest | null) => void {
  const store = useApiStore();
  return (request) => {
    const requests = requestsOf(store);
    requests.last = request;
    requests.changed.notify();
  };
}

/** Calls `act` for each request of this kind, also for one from before this section was shown. */
export function useSectionRequests(
  action: SectionRequest['action'],
  act: (patient: Patient | null) => void,
): void {
  const store = useApiStore();
  const take = useEffectEvent(() => {
    const requests = requestsOf(store);
    const { last } = requests;
    if (last?.action !== action) return;
    requests.last = null;
    act(last.patient);
  });
  useEffect(() => {
    take();
    return requestsOf(store).changed.subscribe(() => take());
  }, [store]);
}

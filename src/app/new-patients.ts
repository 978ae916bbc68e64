import { useMemo, useSyncExternalStore } from 'react';
import type { Patient, PatientId } from '@/contract';
import { findAdded, kitChoiceOf } from '@/domain/patient-rows';
import type { GridRow } from '@/domain/storage-keys';
import { createSignal } from '@/lib/signal';
import { api } from './api';
import { appPortOf, sessionScoped } from './app-port';
import { kitChoicesOf } from './kit-choices';
import { useApiStore } from './operation-actor';
import { sendRequest } from './section-request';
import type { Store } from './store';

/** The patients whom the last Save All has added and who are not authorized yet. */
interface NewPatients {
  readonly count: number;
  /** Empty until a list of patients has them. */
  readonly ids: ReadonlySet<PatientId>;
}

/** The patients whom the last Save All of this visit has added, until all of them are authorized. */
interface NewPatientsStore {
  /** Returns the same object until it changes; null if there are none. */
  read(): NewPatients | null;
  subscribe(listener: () => void): () => void;
  /**
   * Sets the rows of the last Save All.
   *
   * @param before the ids of the list before it; empty if it is not known
   */
  set(rows: readonly GridRow[], before: ReadonlySet<PatientId>): void;
  /** Opens the list of the Authenticate section, which then selects them. */
  authenticate(): void;
  /**
   * The same; the list then authenticates them and opens the order of their kits. If no list has them yet, it only selects
   * them: nothing is sent long after the press.
   */
  order(): void;
  /** These patients were authorized, which the list shows once it is fetched again. */
  setAuthorized(ids: readonly PatientId[]): void;
  stop(): void;
}

/** Returns the new patients of the signed-in account. */
export const newPatientsOf = sessionScoped(createNewPatients, ({ stop }) => stop());

function createNewPatients(store: Store): NewPatientsStore {
  const selectPatients = api.endpoints.fetchPatients.select(undefined);
  const changed = createSignal();
  let rows: readonly GridRow[] = [];
  let idsBefore: ReadonlySet<PatientId> = new Set();
  /** The ids of the new patients, also after their name or email was changed. */
  let added = new Set<PatientId>();
  let patients: readonly Patient[] | undefined = selectPatients(store.getState()).data;
  let current: NewPatients | null = null;

  const change = (next: NewPatients | null) => {
    current = next;
    changed.notify();
  };
  const setLeft = (left: readonly PatientId[]) =>
    change(left.length === 0 ? null : { count: left.length, ids: new Set(left) });
  const request = (action: 'selectNew' | 'orderNew') => {
    if (current !== null) sendRequest(store, { action });
    appPortOf(store).openSection('authenticate');
  };
  const compare = () => {
    if (current === null || patients === undefined) return;
    if (added.size < rows.length)
      for (const { row, patient } of findAdded(rows, patients, idsBefore)) {
        // A kit may have been ordered since.
        if (added.has(patient.patient_id)) continue;
        added.add(patient.patient_id);
        kitChoicesOf(store).setSaved(patient.patient_id, kitChoiceOf(row));
      }
    // This list is older than the save.
    if (added.size === 0) return;
    const left = patients.filter(({ patient_id, authorized }) => added.has(patient_id) && authorized === 0);
    setLeft(left.map(({ patient_id }) => patient_id));
  };
  const stop = store.subscribe(() => {
    const { data } = selectPatients(store.getState());
    if (data === patients) return;
    patients = data;
    compare();
  });

  return {
    read: () => current,
    subscribe: changed.subscribe,
    set(saved, before) {
      rows = saved;
      idsBefore = before;
      added = new Set();
      change({ count: rows.length, ids: added });
      compare();
    },
    authenticate: () => request('selectNew'),
    order: () => request(added.size > 0 ? 'orderNew' : 'selectNew'),
    setAuthorized(ids) {
      // None of them is known to be new until a list has them.
      if (current === null || current.ids.size === 0) return;
      const authorized = new Set(ids);
      setLeft([...current.ids].filter((id) => !authorized.has(id)));
    },
    stop,
  };
}

/** Returns the new patients of the signed-in account, and what can be done with them. */
export function useNewPatients() {
  const store = useApiStore();
  const newPatients = useMemo(() => newPatientsOf(store), [store]);
  return { newPatients, added: useSyncExternalStore(newPatients.subscribe, newPatients.read) };
}

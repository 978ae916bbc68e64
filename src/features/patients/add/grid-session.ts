import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { PatientImportRow } from '@/contract';
import type { GridRowDraft } from '@/contract/storage-keys';
import { appOf, flowsOf } from '@/features/api/app';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import { perSignIn } from '@/features/api/per-sign-in';
import type { Store } from '@/features/api/store';
import { tellRefusals } from '@/features/api/use-flow-events';
import { openFlow } from '@/machines/flows.machine';
import { savePatientsMachine } from '@/machines/save-patients.machine';
import { readStored, writeStored } from '@/shared/storage';
import { clearGridDraft } from './grid-draft';
import type { GridRows } from './grid-rows';
import { createGridStore, type GridStore } from './grid-store';
import { strings } from './strings';

type SaveActor = ActorRefFrom<typeof savePatientsMachine>;

/**
 * What outlives the grid on screen: a save that is under way (leaving the section must not cut it off, or its outcome
 * would be unknown) and the rows that it skipped. It ends with the sign-in: another clinic's rows are nobody's business.
 */
export interface GridSession {
  readonly saving: SaveActor;
  readonly skipped: SkippedRows;
  /** Tells the session which grid is on screen; returns the way to withdraw it. */
  attach(grid: GridStore): () => void;
  /** Puts the skipped rows back into the grid, or into its draft where no grid is on screen. Not while one is saved. */
  restoreSkipped(): void;
}

interface SkippedRows {
  current(): GridRows;
  subscribe(listener: () => void): () => void;
  set(rows: GridRows): void;
}

const gridSessionOf = perSignIn(createGridSession);

/** The session of whoever is signed in. */
export function useGridSession(): GridSession {
  const store = useApiStore();
  return useMemo(() => gridSessionOf(store), [store]);
}

function createGridSession(store: Store): GridSession {
  const token = readStored('token');
  const machine = savePatientsMachine.provide({
    actors: {
      addPatients: operationActor(store, 'addPatients', (rows: readonly PatientImportRow[]) => ({
        body: [...rows],
      })),
    },
  });
  const saving = openFlow(flowsOf(appOf(store)), 'save-patients', machine);
  const skipped = createSkippedRows();
  const { unsavedRows } = appOf(store);
  let grid: GridStore | null = null;

  const restoreSkipped = () => {
    // The grid is emptied once the save that is under way succeeds: rows put back now would go with it.
    if (saving.getSnapshot().hasTag('busy')) return;
    const values = skipped.current().map(({ id: _, ...cells }) => cells);
    skipped.set([]);
    if (values.length === 0 || readStored('token') !== token) return;
    if (grid !== null) return grid.fill(values);
    const stored = createGridStore(readStored('patientGrid'));
    stored.fill(values);
    writeStored('patientGrid', [...stored.rows()]);
  };

  saving.on('saved', (event) => {
    clearGridDraft();
    // What an earlier save skipped and nobody put back yet is still on offer.
    skipped.set([...skipped.current(), ...event.skipped]);
    if (event.skipped.length === 0) return;
    dashboardToast(strings.notices.skipped(skipped.current().length), {
      tone: 'warning',
      action: { label: strings.notices.restore, onPress: restoreSkipped },
    });
  });
  tellRefusals(saving, 'saving patients');
  return {
    saving,
    skipped,
    restoreSkipped,
    attach(shown) {
      grid = shown;
      unsavedRows.read = shown.rows;
      return () => {
        if (unsavedRows.read === shown.rows) unsavedRows.read = null;
        if (grid === shown) grid = null;
      };
    },
  };
}

function createSkippedRows(): SkippedRows {
  let rows: readonly GridRowDraft[] = [];
  const listeners = new Set<() => void>();
  return {
    current: () => rows,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next) {
      rows = next;
      for (const listener of listeners) listener();
    },
  };
}

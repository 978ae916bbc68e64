import { useEffect, useRef, useState } from 'react';
import { readStored, type WriteResult } from '@/shared/storage';
import { type GridDraft, keepGridDraft } from './grid-draft';
import type { GridSession } from './grid-session';
import { createGridStore, type GridStore } from './grid-store';

interface PatientGridState {
  readonly store: GridStore;
  /** How the last writing of the draft went. */
  readonly kept: WriteResult;
  /** Writes the draft now. */
  readonly flush: () => void;
}

/** The grid's rows as the last visit left them, and the keeping of the draft for as long as the grid is on screen. */
export function usePatientGrid(session: GridSession): PatientGridState {
  const [store] = useState(() => createGridStore(readStored('patientGrid')));
  const [kept, setKept] = useState<WriteResult>('written');
  const draft = useRef<GridDraft | null>(null);

  useEffect(() => {
    const keeping = keepGridDraft(store, setKept);
    const withdraw = session.attach(store);
    draft.current = keeping;
    return () => {
      keeping.stop();
      withdraw();
      draft.current = null;
    };
  }, [store, session]);

  return { store, kept, flush: () => draft.current?.flush() };
}

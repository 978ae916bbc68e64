import { useEffect, useState } from 'react';
import { accountOf, appOf } from '@/features/api/app';
import { useApiStore } from '@/features/api/operation-actor';
import type { WriteResult } from '@/lib/storage';
import { createGridDraft, type GridDraft } from './grid-draft';

interface PatientGridState extends Pick<GridDraft, 'store' | 'flush'> {
  /** How the last writing of the draft went. */
  readonly kept: WriteResult;
}

/** The grid's rows as the last visit left them, and the keeping of the draft for as long as the grid is on screen. */
export function usePatientGrid(): PatientGridState {
  const [kept, setKept] = useState<WriteResult>('written');
  const store = useApiStore();
  const [draft] = useState(() => {
    const app = appOf(store);
    const account = accountOf(app);
    return createGridDraft(setKept, () => account === undefined || accountOf(app) === account);
  });
  useEffect(() => {
    const { unsaved } = appOf(store);
    const read = () => draft.store.rows();
    unsaved.rows = read;
    const stop = draft.start();
    return () => {
      if (unsaved.rows === read) unsaved.rows = null;
      stop();
    };
  }, [draft, store]);
  return { store: draft.store, flush: draft.flush, kept };
}

import { useEffect, useState } from 'react';
import { accountOf, appOf } from '@/features/api/app';
import { useApiStore } from '@/features/api/operation-actor';
import type { WriteResult } from '@/lib/storage';
import { createGridDraft, type GridDraft } from './grid-draft';

interface PatientGridState extends Pick<GridDraft, 'store' | 'flush'> {
  /** The result of the last write of the draft. */
  readonly kept: WriteResult;
}

/** The grid's rows as last stored; the draft is written while the grid is mounted. */
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

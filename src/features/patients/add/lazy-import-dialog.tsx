import { useMemo, useState } from 'react';
import type { ImportedRow, ImportKits } from '@/contract/patient-import';
import { api } from '@/features/api/api';
import { dashboardToast } from '@/features/api/store';
import { lazyWithRetry } from '@/lib/lazy';
import { strings } from '../strings';
import type { GridStore } from './grid-store';

const ImportDialog = lazyWithRetry(async () => (await import('../import/import-dialog')).ImportDialog, {
  wanted: ({ open }) => open,
  onFailure: ({ onOpenChange }) => {
    dashboardToast(strings.dialogNotLoaded, { tone: 'error' });
    onOpenChange(false);
  },
});

interface LazyImportDialogProps {
  store: GridStore;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  kits: ImportKits;
  onRetryKits: () => void;
  onAccept: (rows: readonly ImportedRow[]) => void;
}

/** The import dialog; its code is loaded when it is opened for the first time. */
export function LazyImportDialog({ store, open, ...dialog }: LazyImportDialogProps) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  const { data: patients } = api.useFetchPatientsQuery(undefined, { skip: !wanted });
  const knownEmails = useMemo(
    () => ({
      patients: (open && patients ? patients : []).map(({ patient_email }) => patient_email),
      grid: (open ? store.rows() : []).map(({ email }) => email),
    }),
    [open, patients, store],
  );
  if (!wanted) return null;
  return <ImportDialog {...dialog} open={open} knownEmails={knownEmails} />;
}

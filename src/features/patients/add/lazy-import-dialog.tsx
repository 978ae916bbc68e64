import { lazy, Suspense, useMemo, useState } from 'react';
import type { ImportedRow, ImportKits } from '@/contract/import-result';
import { useFetchPatientsQuery } from '@/features/api/api';
import type { GridStore } from './grid-store';

const ImportDialog = lazy(async () => ({ default: (await import('../import/import-dialog')).ImportDialog }));

interface LazyImportDialogProps {
  store: GridStore;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  kits: ImportKits;
  onRetryKits: () => void;
  onAccept: (rows: readonly ImportedRow[]) => void;
}

/** The import dialog; its code comes when it is opened for the first time. */
export function LazyImportDialog({ store, open, ...dialog }: LazyImportDialogProps) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  const { data: patients } = useFetchPatientsQuery(undefined, { skip: !wanted });
  const existingEmails = useMemo(() => {
    if (!open) return [];
    const known = (patients ?? []).map(({ patient_email }) => patient_email);
    return [...known, ...store.rows().map(({ email }) => email)].filter((email) => email.trim() !== '');
  }, [open, patients, store]);
  if (!wanted) return null;
  return (
    <Suspense>
      <ImportDialog {...dialog} open={open} existingEmails={existingEmails} />
    </Suspense>
  );
}

import { lazy, Suspense } from 'react';
import type { ImportedRow, ImportKits } from '@/contract/import-result';
import { useFetchPatientsQuery } from '@/features/api/api';

const ImportDialog = lazy(async () => ({
  default: (await import('@/features/patients/import/import-dialog')).ImportDialog,
}));

interface LazyImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  kits: ImportKits;
  gridEmails: () => readonly string[];
  onAccept: (rows: readonly ImportedRow[]) => void;
}

/** The import dialog, loaded when it is asked for the first time. */
export function LazyImportDialog({ open, gridEmails, ...dialog }: LazyImportDialogProps) {
  const { data: patients } = useFetchPatientsQuery(undefined, { skip: !open });
  if (!open) return null;
  const known = (patients ?? []).map(({ patient_email }) => patient_email);
  return (
    <Suspense>
      <ImportDialog {...dialog} open existingEmails={[...known, ...gridEmails()].filter(Boolean)} />
    </Suspense>
  );
}

import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { scrollToNewRowDelay } from '@/contract/constants';
import type { ImportedRow, ImportKits } from '@/contract/import-result';
import { useFetchProductsQuery } from '@/features/api/api';
import { announce } from '@/shared/ui/announce';
import { GridAddressDialog } from './grid-address-dialog';
import { GridFooter } from './grid-footer';
import { GridNotices } from './grid-notices';
import { valuesOfImportedRow } from './grid-rows';
import { useGridSession } from './grid-session';
import { GridToolbar } from './grid-toolbar';
import { LazyImportDialog } from './lazy-import-dialog';
import { PatientGrid, type PatientGridHandle } from './patient-grid';
import { strings } from './strings';
import { useGridPaste } from './use-grid-paste';
import { usePatientGrid } from './use-patient-grid';
import { useWaitingKits } from './use-waiting-kits';

/** The tab Add Patients (SPEC §2): type, paste or import rows, and save them all. */
export function AddPatients() {
  const session = useGridSession();
  const { store, kept, flush } = usePatientGrid(session);
  const saving = useSelector(session.saving, (snapshot) => snapshot.hasTag('busy'));
  const { data: kitList, isFetching: loadingKits, refetch } = useFetchProductsQuery();
  const kits: ImportKits = kitList ?? 'unavailable';
  const kitNames = useMemo(() => new Map((kitList ?? []).map(({ id, name }) => [`${id}`, name])), [kitList]);
  const [addressOf, setAddressOf] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const grid = useRef<PatientGridHandle>(null);
  const onPasteText = useGridPaste(store, kits);
  const kitsWait = useWaitingKits(store, kits);
  const retryKits = () => void refetch();
  const addRow = useAddRow(() => {
    store.addRow();
    return () => grid.current?.focusCell({ row: store.rowIds().length - 1, column: 'name' });
  });

  const save = () => {
    flush();
    session.saving.send({ type: 'SAVE', rows: store.rows() });
  };
  const accept = (rows: readonly ImportedRow[]) => {
    store.fill(rows.map(valuesOfImportedRow));
    announce(strings.spoken.imported(rows.length));
  };

  return (
    <div className="flex flex-col gap-4">
      <GridToolbar store={store} locked={saving} onImport={() => setImporting(true)} />
      <PatientGrid
        store={store}
        locked={saving}
        kitNames={kitNames}
        onOpenAddress={setAddressOf}
        onPasteText={onPasteText}
        handle={grid}
      />
      <GridNotices
        session={session}
        kept={kept}
        onRetry={save}
        waitingKits={kitsWait ? { loading: loadingKits, onRetry: retryKits } : null}
      />
      <GridFooter store={store} saving={saving} onAddRow={addRow} onSave={save} />
      <GridAddressDialog store={store} rowId={addressOf} onClose={() => setAddressOf(null)} />
      <LazyImportDialog
        store={store}
        open={importing}
        onOpenChange={setImporting}
        kits={kits}
        onRetryKits={retryKits}
        onAccept={accept}
      />
    </div>
  );
}

/** Adds a row and, after the wait that SPEC §9 names, goes to it. */
function useAddRow(add: () => () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    const goThere = add();
    clearTimeout(timer.current);
    timer.current = setTimeout(goThere, scrollToNewRowDelay);
  };
}

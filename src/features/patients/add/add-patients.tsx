import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { scrollToNewRowDelay } from '@/contract/constants';
import type { ImportedRow, ImportKits } from '@/contract/import-result';
import { useFetchProductsQuery } from '@/features/api/api';
import { announce } from '@/ui/feedback/announce';
import { GridAddressDialog } from './grid-address-dialog';
import { GridFooter } from './grid-footer';
import type { GridCell } from './grid-movement';
import { GridNotices } from './grid-notices';
import { firstGap, valuesOfImportedRow } from './grid-rows';
import { type GridSession, useGridSession } from './grid-session';
import type { GridStore } from './grid-store';
import { GridToolbar } from './grid-toolbar';
import { LazyImportDialog } from './lazy-import-dialog';
import { PatientGrid, type PatientGridHandle } from './patient-grid';
import { fixed, strings } from './strings';
import { useGridPaste } from './use-grid-paste';
import { usePatientGrid } from './use-patient-grid';
import { useWaitingKits } from './use-waiting-kits';

/** The tab Add Patients (SPEC §2): type, paste or import rows, and save them all. */
export function AddPatients() {
  const session = useGridSession();
  const { store, kept, flush } = usePatientGrid();
  const busyLabel = useSelector(session.saving, busyLabelOf);
  // While another tab saves, this one may go on typing.
  const saving = busyLabel !== null && busyLabel !== strings.footer.savingElsewhere;
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

  useShowSkipped(session, store, (cell) => grid.current?.focusCell(cell));

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
        store={store}
        kept={kept}
        onRetry={save}
        waitingKits={kitsWait ? { loading: loadingKits, onRetry: retryKits } : null}
      />
      <GridFooter store={store} locked={saving} busyLabel={busyLabel} onAddRow={addRow} onSave={save} />
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

function busyLabelOf(snapshot: ReturnType<GridSession['saving']['getSnapshot']>): string | null {
  if (snapshot.hasTag('elsewhere')) return strings.footer.savingElsewhere;
  if (snapshot.hasTag('checking')) return strings.outcome.checking;
  return snapshot.hasTag('busy') ? fixed.footer.saving : null;
}

/** Goes to what is missing in the first of the skipped rows, when asked to. */
function useShowSkipped(session: GridSession, store: GridStore, focusCell: (cell: GridCell) => void): void {
  const focus = useRef(focusCell);
  useEffect(() => {
    focus.current = focusCell;
  });
  useEffect(
    () =>
      session.attach(() => {
        const [first] = store.incompleteOf(session.saving.getSnapshot().context.skipped);
        const row = first === undefined ? undefined : store.row(first);
        if (row !== undefined) focus.current({ row: store.rowIds().indexOf(row.id), column: firstGap(row) });
      }),
    [session, store],
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

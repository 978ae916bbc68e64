import { useSelector } from '@xstate/react';
import { FileSpreadsheet, Plus, Redo2, Undo2 } from 'lucide-react';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { api } from '@/app/api';
import { useSectionRequests } from '@/app/section-request';
import { dashboardToast } from '@/app/store';
import { failureMessage } from '@/contract';
import { scrollToNewRowDelay } from '@/contract/constants';
import type { ImportedRow, ImportKits } from '@/domain/patient-import';
import type { GridRow } from '@/domain/storage-keys';
import { LazyAddressDialog } from '@/features/patients/address-cell';
import { addressParts } from '@/lib/address/address-search';
import { lazyWithRetry } from '@/lib/lazy';
import { isInvalidInput } from '@/machines/failure';
import { PetalMark } from '@/ui/art/logo';
import { announce } from '@/ui/feedback/announce';
import { Loading } from '@/ui/feedback/loading';
import { Notice } from '@/ui/feedback/notice';
import { Button, IconButton } from '@/ui/form/button';
import { isFocusLost } from '@/ui/layout/focus';
import { lookUpKit } from '../row-issues';
import { fixed, strings } from '../strings';
import { createGridIssues, type GridIssues, useIssueCounts } from './grid-issues';
import { type GridColumn, gridColumnOf } from './grid-movement';
import { GridNotices } from './grid-notices';
import { useGridPaste } from './grid-paste';
import { type GridSession, type OpenGrid, useGridSession } from './grid-session';
import { firstGap, type GridStore, useGridRow, useGridValue } from './grid-store';
import { PatientGrid, type PatientGridHandle } from './patient-grid';

const ImportDialog = lazyWithRetry(async () => (await import('../import/import-dialog')).ImportDialog, {
  loadWhen: ({ open }) => open,
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
function LazyImportDialog({ store, open, ...dialog }: LazyImportDialogProps) {
  const [wasOpened, setOpened] = useState(open);
  if (open && !wasOpened) setOpened(true);
  const { data: patients } = api.useFetchPatientsQuery(undefined, { skip: !wasOpened });
  const existingEmails = useMemo(
    () => ({
      patients: (open && patients ? patients : []).map(({ patient_email }) => patient_email),
      grid: (open ? store.rows() : []).map(({ email }) => email),
    }),
    [open, patients, store],
  );
  if (!wasOpened) return null;
  return <ImportDialog {...dialog} open={open} existingEmails={existingEmails} />;
}

/** Compares the grid with the patient list, if it was fetched, and with the server's answer to the last Save All. */
function useComparisons(issues: GridIssues, saving: OpenGrid['saving']): void {
  const { data: patients } = api.endpoints.fetchPatients.useQueryState(undefined);
  useEffect(() => issues.setPatients(patients ?? []), [issues, patients]);
  const rejection = useSelector(saving, ({ context: { failure } }) =>
    isInvalidInput(failure) ? failureMessage(failure) : null,
  );
  const rejected = useSelector(saving, ({ context }) => context.rejected);
  useEffect(() => issues.setRejection(rejection, rejected), [issues, rejection, rejected]);
}

interface IssueBarProps {
  issues: GridIssues;
  onShow: (id: string, column: GridColumn) => void;
}

const issueKinds = ['rejected', 'duplicate', 'email', 'phone', 'age', 'postalCode'] as const;

/** How many rows to check, by kind, and a button that goes from one to the next. */
function IssueBar({ issues, onShow }: IssueBarProps) {
  const { rows, kinds } = useIssueCounts(issues);
  const last = useRef<string | null>(null);
  if (rows === 0) return null;
  const showNext = () => {
    const next = issues.after(last.current);
    last.current = next?.id ?? null;
    if (next !== null) onShow(next.id, gridColumnOf(next.issue.column));
  };
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="secondary" size="sm" className="self-start" onClick={showNext}>
          {strings.issues.next}
        </Button>
      }
    >
      {strings.issues.toCheck(
        rows,
        issueKinds.flatMap((kind) => {
          const count = kinds[kind] ?? 0;
          return count === 0 ? [] : [strings.issues.kinds[kind](count)];
        }),
      )}
    </Notice>
  );
}

interface GridFooterProps {
  store: GridStore;
  issues: GridIssues;
  /** True while the rows can't be changed. */
  locked: boolean;
  /** What Save All shows while it is disabled; null while it is enabled. */
  busyLabel: string | null;
  addButton: RefObject<HTMLButtonElement | null>;
  saveButton: RefObject<HTMLButtonElement | null>;
  onAddRow: () => void;
  onSave: () => void;
}

/** The plus button, a summary of what Save All will do, and Save All. */
function GridFooter({
  store,
  issues,
  locked,
  busyLabel,
  addButton,
  saveButton,
  onAddRow,
  onSave,
}: GridFooterProps) {
  const { complete, incomplete } = useGridValue(store, (grid) => grid.counts());
  const toCheck = Math.min(complete, useIssueCounts(issues).complete);
  return (
    // Stays in view while the rows scroll. Below it is room for the badge of a mock build.
    <div
      data-action-bar=""
      className="bottom-0 z-10 flex items-center gap-3 border-t border-line bg-canvas pt-3 pb-[calc(0.75rem+var(--badge-room,0px))] flex-wrap tall:sticky"
    >
      <Button
        ref={addButton}
        variant="secondary"
        aria-label={strings.footer.addRow}
        disabled={locked}
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={onAddRow}
      >
        {strings.footer.addRow}
      </Button>
      <p className="text-sm text-ink-2 tabular-nums max-sm:order-first max-sm:w-full sm:flex-1 sm:basis-40 sm:text-end">
        {strings.footer.summary(complete - toCheck, toCheck, incomplete)}
      </p>
      <Button
        ref={saveButton}
        busy={busyLabel !== null}
        busyLabel={busyLabel ?? fixed.footer.saving}
        className="max-sm:flex-1"
        onClick={onSave}
      >
        {fixed.footer.saveAll}
      </Button>
    </div>
  );
}

interface GridToolbarProps extends Omit<LazyImportDialogProps, 'open' | 'onOpenChange'> {
  locked: boolean;
}

/** Actions on the whole grid. Opening the import renders this, and not the grid. */
function GridToolbar({ locked, ...dialog }: GridToolbarProps) {
  const { store } = dialog;
  const canUndo = useGridValue(store, (grid) => grid.canUndo());
  const canRedo = useGridValue(store, (grid) => grid.canRedo());
  const [importing, setImporting] = useState(false);
  useSectionRequests(({ action }) => {
    // It is opened once the rows can be changed again.
    if (action !== 'import' || locked) return false;
    setImporting(true);
    return true;
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-prose text-sm text-ink-2">{strings.toolbar.description}</p>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:flex-wrap">
        <IconButton
          label={strings.toolbar.undo}
          disabled={locked}
          // Not `disabled`: undoing the last step would move the focus away.
          aria-disabled={!canUndo}
          icon={<Undo2 aria-hidden="true" className="size-5" />}
          onClick={() => store.undo()}
        />
        <IconButton
          label={strings.toolbar.redo}
          disabled={locked}
          aria-disabled={!canRedo}
          icon={<Redo2 aria-hidden="true" className="size-5" />}
          onClick={() => store.redo()}
        />
        <Button
          variant="secondary"
          className="max-sm:flex-1"
          disabled={locked}
          icon={<FileSpreadsheet aria-hidden="true" className="size-5" />}
          onClick={() => setImporting(true)}
        >
          {fixed.toolbar.import}
        </Button>
      </div>
      <LazyImportDialog {...dialog} open={importing} onOpenChange={setImporting} />
    </div>
  );
}

/**
 * Looks up pasted kits as soon as the kit list is fetched.
 *
 * @returns whether rows wait for the list
 */
function useWaitingKits(store: GridStore, kits: ImportKits): boolean {
  const waiting = useGridValue(store, (grid) => grid.rows().some(isWaiting));
  useEffect(() => {
    if (!waiting || kits === 'unavailable') return;
    let unknown = false;
    store.amend((row) => {
      if (!isWaiting(row)) return row;
      const { kitText = '', ...values } = row;
      const { kitId } = lookUpKit(kitText, kits);
      unknown ||= kitId === null;
      return { ...values, kitType: kitId };
    });
    if (unknown) dashboardToast(strings.kits.unknown, { tone: 'warning' });
  }, [store, waiting, kits]);
  return waiting;
}

const isWaiting = ({ kitText }: GridRow): boolean => kitText !== undefined;

interface GridAddressDialogProps {
  store: GridStore;
  /** The row whose address is open; null for none. */
  rowId: string | null;
  onClose: () => void;
}

/** The address of one grid row. All changes made while the dialog is open are undone as one step. */
function GridAddressDialog({ store, rowId, onClose }: GridAddressDialogProps) {
  const row = useGridRow(store, rowId ?? '');
  const rowName = strings.grid.whoseAddress(store.rowIds().indexOf(rowId ?? '') + 1);
  const step = `${row.id}:address`;
  return (
    <LazyAddressDialog
      // The row may have been saved meanwhile.
      open={rowId !== null && row.id === rowId}
      onClose={() => {
        store.endStep();
        onClose();
      }}
      onCancel={() => {
        store.cancelStep(step);
        onClose();
      }}
      patient={row.name.trim() || rowName}
      bind={(name) => ({
        name,
        value: row[name],
        onChange: (event) => store.edit(row.id, { [name]: event.target.value }, step),
      })}
      onPick={(address) => store.edit(row.id, addressParts(address), step)}
    />
  );
}

interface OpenElsewhereProps {
  isMoving: boolean;
  wasHere: boolean;
  onContinue: () => void;
}

/** Instead of the grid, while another tab has the rows. */
function OpenElsewhere({ isMoving, wasHere, onContinue }: OpenElsewhereProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // What had the focus in the grid is gone.
    if (wasHere && isFocusLost()) title.current?.focus();
  }, [wasHere]);
  return (
    <section className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <PetalMark className="size-14 text-plum opacity-70" />
      <h2 ref={title} tabIndex={-1} className="text-lg font-semibold">
        {strings.elsewhere.title}
      </h2>
      <p className="max-w-md text-ink-2">{strings.elsewhere.hint}</p>
      <Button busy={isMoving} busyLabel={strings.elsewhere.moving} onClick={onContinue}>
        {strings.elsewhere.action}
      </Button>
    </section>
  );
}

/** The Add Patients tab (§2): type, paste or import rows, and save them all. One tab of the browser has the rows. */
export function AddPatients() {
  const session = useGridSession();
  const place = useSyncExternalStore(session.subscribe, session.place);
  useEffect(() => session.open(), [session]);
  if (place.at === 'opening') return <Loading />;
  if (place.at === 'here') return <EditPatients session={session} grid={place.grid} />;
  return <OpenElsewhere {...place} onContinue={session.continueHere} />;
}

interface EditPatientsProps {
  session: GridSession;
  grid: OpenGrid;
}

function EditPatients({ session, grid: open }: EditPatientsProps) {
  const { draft, saving } = open;
  const { store } = draft;
  const [issues] = useState(() => createGridIssues(store));
  useEffect(() => issues.start(), [issues]);
  useComparisons(issues, saving);
  const busyLabel = useSelector(saving, busyLabelOf);
  const locked = busyLabel !== null;
  const { data: kitList, isFetching: loadingKits, refetch } = api.useFetchProductsQuery();
  const kits: ImportKits = kitList ?? 'unavailable';
  const kitNames = useMemo(() => new Map((kitList ?? []).map(({ id, name }) => [`${id}`, name])), [kitList]);
  const [addressOf, setAddressOf] = useState<string | null>(null);
  const grid = useRef<PatientGridHandle>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  // Save All gets the focus back after saving; the notice with the pressed button is gone by then.
  const focusSave = () => saveButton.current?.focus();
  const focusAdd = useCallback(() => addButton.current?.focus(), []);
  const onPasteText = useGridPaste(store, kits);
  const kitsWait = useWaitingKits(store, kits);
  const retryKits = () => void refetch();
  const addRow = useAddRow(() => {
    store.addRow();
    return () => grid.current?.focusCell({ row: store.rowIds().length - 1, column: 'name' });
  });

  useEffect(() => session.attach(), [session]);
  const showSkipped = () => {
    const [first] = store.incompleteOf(saving.getSnapshot().context.skipped);
    const row = first === undefined ? undefined : store.row(first);
    if (row !== undefined)
      grid.current?.focusCell({ row: store.rowIds().indexOf(row.id), column: firstGap(row) });
  };
  useSectionRequests(({ action }) => {
    if (action === 'skipped') showSkipped();
    else if (action === 'start') grid.current?.focusCell({ row: 0, column: 'name' });
    else return false;
    return true;
  });

  const [tries, setTries] = useState(0);
  const save = () => {
    setTries((count) => count + 1);
    saving.send({ type: 'SAVE', rows: store.rows() });
  };
  const check = () => saving.send({ type: 'CHECK', rows: store.rows() });
  const accept = (rows: readonly ImportedRow[]) => {
    store.fill(rows.map(({ values }) => values));
    announce(strings.spoken.imported(rows.length));
  };

  return (
    <div className="flex flex-col gap-4">
      <GridToolbar store={store} locked={locked} kits={kits} onRetryKits={retryKits} onAccept={accept} />
      <PatientGrid
        store={store}
        issues={issues}
        locked={locked}
        kitNames={kitNames}
        onOpenAddress={setAddressOf}
        onPasteText={onPasteText}
        onEmpty={focusAdd}
        handle={grid}
      />
      <IssueBar
        issues={issues}
        onShow={(id, column) => {
          const row = store.position(id);
          if (row !== undefined) grid.current?.focusCell({ row, column });
        }}
      />
      <GridNotices
        grid={open}
        tries={tries}
        onShowSkipped={showSkipped}
        onRetry={() => {
          focusSave();
          save();
        }}
        onCheck={() => {
          focusSave();
          check();
        }}
        onDiscard={focusSave}
        waitingKits={kitsWait ? { loading: loadingKits, onRetry: retryKits } : null}
      />
      <GridFooter
        store={store}
        issues={issues}
        locked={locked}
        busyLabel={busyLabel}
        addButton={addButton}
        saveButton={saveButton}
        onAddRow={addRow}
        onSave={save}
      />
      <GridAddressDialog store={store} rowId={addressOf} onClose={() => setAddressOf(null)} />
    </div>
  );
}

function busyLabelOf(snapshot: ReturnType<OpenGrid['saving']['getSnapshot']>): string | null {
  if (snapshot.hasTag('checking')) return strings.outcome.checking;
  return snapshot.hasTag('busy') ? fixed.footer.saving : null;
}

/** Adds a row and moves to it after the delay of §9. */
function useAddRow(add: () => () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    const goThere = add();
    clearTimeout(timer.current);
    timer.current = setTimeout(goThere, scrollToNewRowDelay);
  };
}

import { useSelector } from '@xstate/react';
import { FileSpreadsheet, Plus, Redo2, Undo2 } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { api } from '@/app/api';
import { appPortOf } from '@/app/app-port';
import { useApiStore } from '@/app/operation-actor';
import { dashboardToast } from '@/app/store';
import { failureMessage } from '@/contract';
import { scrollToNewRowDelay } from '@/contract/constants';
import type { ImportedRow, ImportKits } from '@/domain/patient-import';
import { valuesOfImportedRow } from '@/domain/patient-rows';
import type { GridRowDraft } from '@/domain/storage-keys';
import { LazyAddressDialog } from '@/features/patients/address-cell';
import { addressParts } from '@/lib/address/address-search';
import { lazyWithRetry } from '@/lib/lazy';
import type { WriteResult } from '@/lib/storage';
import { isInvalidInput } from '@/machines/failure';
import { announce } from '@/ui/feedback/announce';
import { Notice } from '@/ui/feedback/notice';
import { Button, IconButton } from '@/ui/form/button';
import { lookUpKit } from '../row-issues';
import { fixed, strings } from '../strings';
import { createGridDraft, type GridDraft } from './grid-draft';
import { createGridIssues, type GridIssues, useIssueCounts } from './grid-issues';
import { type GridCell, type GridColumn, gridColumnOf } from './grid-movement';
import { GridNotices } from './grid-notices';
import { useGridPaste } from './grid-paste';
import { type GridSession, useGridSession } from './grid-session';
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
  return <ImportDialog {...dialog} open={open} existingEmails={knownEmails} />;
}

interface PatientGridState extends Pick<GridDraft, 'store' | 'flush'> {
  readonly issues: GridIssues;
  /** The result of the last write of the draft. */
  readonly kept: WriteResult;
}

/** The grid's rows as last stored; the draft is written while the grid is mounted. */
function usePatientGrid(): PatientGridState {
  const [kept, setKept] = useState<WriteResult>('written');
  const store = useApiStore();
  const [draft] = useState(() => {
    const { owner } = appPortOf(store);
    const account = owner();
    return createGridDraft(setKept, () => owner() === account);
  });
  useEffect(() => draft.start(), [draft]);
  const [issues] = useState(() => createGridIssues(draft.store));
  useEffect(() => issues.start(), [issues]);
  return { store: draft.store, flush: draft.flush, kept, issues };
}

/** Compares the grid with the patient list, if it was fetched, and with the server's answer to the last Save All. */
function useComparisons(issues: GridIssues, session: GridSession): void {
  const { data: patients } = api.endpoints.fetchPatients.useQueryState(undefined);
  useEffect(() => {
    const people = (patients ?? []).map(({ patient_name, patient_email, patient_phone, patient_age }) => ({
      name: patient_name,
      email: patient_email,
      phone: patient_phone,
      age: patient_age,
    }));
    issues.setPatients(people);
  }, [issues, patients]);
  const rejection = useSelector(session.saving, ({ context: { failure } }) =>
    isInvalidInput(failure) ? failureMessage(failure) : null,
  );
  const rejected = useSelector(session.saving, ({ context }) => context.rejected);
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
      className="bottom-0 z-10 flex items-center gap-3 border-t border-line bg-canvas pt-3 pb-[calc(0.75rem+var(--badge-room,0px))] max-sm:flex-wrap tall:sticky"
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
      <p className="ms-auto text-end text-sm text-ink-2 tabular-nums max-sm:order-first max-sm:w-full max-sm:text-start">
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

interface GridToolbarProps {
  store: GridStore;
  locked: boolean;
  onImport: () => void;
}

/** Actions on the whole grid. */
function GridToolbar({ store, locked, onImport }: GridToolbarProps) {
  const canUndo = useGridValue(store, (grid) => grid.canUndo());
  const canRedo = useGridValue(store, (grid) => grid.canRedo());
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
          onClick={onImport}
        >
          {fixed.toolbar.import}
        </Button>
      </div>
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

const isWaiting = ({ kitText }: GridRowDraft): boolean => kitText !== undefined;

interface GridAddressDialogProps {
  store: GridStore;
  /** The row whose address is open; null for none. */
  rowId: string | null;
  onClose: () => void;
}

/** The address of one grid row. All changes made while the dialog is open are undone as one step. */
function GridAddressDialog({ store, rowId, onClose }: GridAddressDialogProps) {
  const row = useGridRow(store, rowId ?? '');
  useEffect(() => {
    store.hold('dialog', rowId);
    return () => store.hold('dialog', null);
  }, [store, rowId]);
  const rowName = strings.grid.whoseAddress(store.rowIds().indexOf(rowId ?? '') + 1);
  const step = `${row.id}:address`;
  return (
    <LazyAddressDialog
      // Another tab may have removed or saved the row.
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

/** The Add Patients tab (§2): type, paste or import rows, and save them all. */
export function AddPatients() {
  const session = useGridSession();
  const { store, issues, kept, flush } = usePatientGrid();
  useComparisons(issues, session);
  const busyLabel = useSelector(session.saving, busyLabelOf);
  // While another tab saves, the user may go on typing in this one.
  const saving = busyLabel !== null && busyLabel !== strings.footer.savingInOtherTab;
  const { data: kitList, isFetching: loadingKits, refetch } = api.useFetchProductsQuery();
  const kits: ImportKits = kitList ?? 'unavailable';
  const kitNames = useMemo(() => new Map((kitList ?? []).map(({ id, name }) => [`${id}`, name])), [kitList]);
  const [addressOf, setAddressOf] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
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

  useShowInGrid(session, store, (cell) => grid.current?.focusCell(cell));

  const save = () => {
    flush();
    session.saving.send({ type: 'SAVE', rows: store.rows() });
  };
  const check = () => {
    flush();
    session.saving.send({ type: 'CHECK', rows: store.rows() });
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
        issues={issues}
        locked={saving}
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
        session={session}
        store={store}
        kept={kept}
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
        locked={saving}
        busyLabel={busyLabel}
        addButton={addButton}
        saveButton={saveButton}
        onAddRow={addRow}
        onSave={save}
      />
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
  if (snapshot.hasTag('other-tab')) return strings.footer.savingInOtherTab;
  if (snapshot.hasTag('checking')) return strings.outcome.checking;
  return snapshot.hasTag('busy') ? fixed.footer.saving : null;
}

/** On request, moves the focus to the first missing cell of the first skipped row, or to the first cell. */
function useShowInGrid(session: GridSession, store: GridStore, focusCell: (cell: GridCell) => void): void {
  const focus = useEffectEvent(focusCell);
  useEffect(
    () =>
      session.attach({
        rows: store.rows,
        show(target) {
          if (target === 'start') return focus({ row: 0, column: 'name' });
          const [first] = store.incompleteOf(session.saving.getSnapshot().context.skipped);
          const row = first === undefined ? undefined : store.row(first);
          if (row !== undefined) focus({ row: store.rowIds().indexOf(row.id), column: firstGap(row) });
        },
      }),
    [session, store],
  );
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

import { useSelector } from '@xstate/react';
import { CalendarPlus, ShoppingCart } from 'lucide-react';
import {
  memo,
  type Ref,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SnapshotFrom } from 'xstate';
import { useNewPatients } from '@/app/new-patients';
import { useSectionRequests } from '@/app/section-request';
import { patientListColumns, usePatientTable } from '@/app/use-patient-table';
import { failureMessage, outcomeUnknown, type Patient, type PatientId } from '@/contract';
import { Notice, Problem } from '@/ui/feedback/notice';
import { StatusDot } from '@/ui/feedback/status';
import { Button, IconButton } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/field';
import { VisuallyHidden } from '@/ui/layout/content';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { FilterChips, SearchedTable } from '@/ui/table/searched-table';
import { type AuthorizeActor, type PendingAuthorization, useAuthorize } from './authorize';
import { AddressRequested, useOrderRecords } from './order-records';
import {
  AuthenticateButton,
  PatientSelectionContext,
  SelectionBar,
  usePatientSelection,
  useSelection,
  useVisibleSelection,
} from './selection-bar';
import { type HiddenBy, strings } from './strings';

interface RowActions {
  readonly onOrder: (patient: Patient) => void;
  /** Without it the calendar icon is not rendered. */
  readonly onBook?: ((patient: Patient) => void) | undefined;
}

/** The columns of the Authenticate section's table (§2). */
function patientColumns({ onOrder, onBook }: RowActions): DataColumn<Patient>[] {
  return [
    {
      id: 'selected',
      header: <VisuallyHidden>{strings.columns.selected}</VisuallyHidden>,
      label: strings.columns.selected,
      width: '3.75rem',
      card: 'lead',
      cell: (patient) => <SelectBox patient={patient} />,
    },
    patientListColumns.name,
    { ...patientListColumns.email, width: '30%' },
    {
      id: 'status',
      header: strings.columns.status,
      width: 'clamp(12.5rem, 25cqi, 17rem)',
      card: 'meta',
      sortValue: (patient) => patient.authorized,
      cell: ({ authorized, patient_id }) => (
        <span className="flex min-w-0 items-center gap-2">
          {authorized === 1 ? (
            <StatusDot tone="green" label={strings.columns.authorized} />
          ) : (
            <StatusDot tone="red" label={strings.columns.notAuthorized} />
          )}
          <AddressRequested patientId={patient_id} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: strings.columns.actions,
      width: '6.5rem',
      card: 'end',
      cell: (patient) => <Actions patient={patient} onOrder={onOrder} onBook={onBook} />,
    },
  ];
}

function SelectBox({ patient }: { patient: Patient }) {
  const { authorize, toggle } = useSelection();
  const id = patient.patient_id;
  const checked = useSelector(authorize, ({ context }) => context.selected.has(id));
  const locked = useSelector(authorize, isBusy);
  return (
    <Checkbox
      aria-label={strings.columns.select(patient.patient_name)}
      className="align-middle"
      checked={checked}
      disabled={locked}
      onMouseDown={(event) => {
        if (!event.shiftKey) return;
        // Shift would also select the text from the last click to here.
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onChange={({ nativeEvent }) => toggle(id, isWithShift(nativeEvent))}
    />
  );
}

const isBusy = (snapshot: SnapshotFrom<AuthorizeActor>): boolean => snapshot.hasTag('busy');

/** Browsers report a changed checkbox by the click, also if it was made by the Space key. */
const isWithShift = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true;

function Actions({ patient, onOrder, onBook }: RowActions & { patient: Patient }) {
  // The browser's own tooltip: a tooltip component per icon would cost more than the rest of the row.
  return (
    <span className="flex gap-1">
      {onBook ? (
        <IconButton
          label={strings.columns.bookFor(patient.patient_name)}
          title={strings.columns.book}
          size="sm"
          icon={<CalendarPlus aria-hidden="true" className="size-5" />}
          onClick={() => onBook(patient)}
        />
      ) : null}
      <IconButton
        label={strings.columns.orderFor(patient.patient_name)}
        title={strings.columns.order}
        size="sm"
        icon={<ShoppingCart aria-hidden="true" className="size-5" />}
        onClick={() => onOrder(patient)}
      />
    </span>
  );
}

const statusFilters = ['all', 'authorized', 'notAuthorized'] as const;
type StatusFilter = (typeof statusFilters)[number];

/** The chips that filter the list by status; they count the whole list. */
function useStatusFilter(all: readonly Patient[] | undefined, results: readonly Patient[]) {
  const [filter, setFilter] = useState<StatusFilter>('all');
  // The chip responds at once; 10,000 rows follow in a deferred render.
  const applied = useDeferredValue(filter);
  const visiblePatients = useMemo(
    () =>
      applied === 'all'
        ? results
        : results.filter(({ authorized }) => (authorized === 1) === (applied === 'authorized')),
    [results, applied],
  );
  const counts = useMemo(() => {
    if (all === undefined) return null;
    const authorized = all.filter((patient) => patient.authorized === 1).length;
    return { all: all.length, authorized, notAuthorized: all.length - authorized };
  }, [all]);
  const chips = (
    <FilterChips
      label={strings.picker.filter}
      value={filter}
      onValueChange={setFilter}
      chips={statusFilters.map((value) => ({
        value,
        label: value === 'all' ? strings.picker.all : strings.columns[value],
        count: counts?.[value],
      }))}
    />
  );
  const activeFilter =
    applied === 'all' ? undefined : { label: strings.columns[applied], onClear: () => setFilter('all') };
  return { visiblePatients, chips, activeFilter, showAll: () => setFilter('all') };
}

/**
 * Calls `select` with the new patients, once the user has pressed a button for them and the list has them all.
 *
 * @param mayBegin false while the selection can't be changed
 */
function useRequestedPatients(
  all: readonly Patient[] | undefined,
  mayBegin: boolean,
  select: (ids: readonly PatientId[], toOrder: boolean) => void,
): void {
  const { added } = useNewPatients();
  const newIds = useMemo(() => {
    if (all === undefined || added === null || added.ids.size === 0) return null;
    const addedPatients = all.filter(({ patient_id }) => added.ids.has(patient_id));
    return addedPatients.length === added.ids.size ? addedPatients.map(({ patient_id }) => patient_id) : null;
  }, [all, added]);
  useSectionRequests(({ action }) => {
    if ((action !== 'selectNew' && action !== 'orderNew') || newIds === null || !mayBegin) return false;
    select(newIds, action === 'orderNew');
    return true;
  });
}

/** The focus must not be taken from a field, dialog or menu in use. */
const atWork = 'input, [role="dialog"] *, [role="menu"] *';

const none: ReadonlySet<PatientId> = new Set();

interface PatientPickerProps {
  /** All must be stable: the table renders again when one changes. */
  onOrder: (patient: Patient) => void;
  onBook?: ((patient: Patient) => void) | undefined;
  /** Orders the same kit for the selected patients. */
  onOrderMany: (patients: readonly Patient[]) => void;
  onAddPatients?: (() => void) | undefined;
}

/** The searchable patient table with its checkboxes, dots and icons, and the Authenticate button. */
export const PatientPicker = memo(function PatientPicker({
  onOrder,
  onBook,
  onOrderMany,
  onAddPatients,
}: PatientPickerProps) {
  const { patients, query, setQuery, results, table } = usePatientTable({
    list: 'authenticate',
    texts: strings.picker,
    onAddPatients,
  });
  const { data, requestId } = patients;
  /** Listed first until the user sorts. */
  const [onTop, setOnTop] = useState(none);
  const sorted = useMemo(
    () =>
      onTop.size === 0
        ? results
        : results.toSorted(
            (one, other) => Number(onTop.has(other.patient_id)) - Number(onTop.has(one.patient_id)),
          ),
    [results, onTop],
  );
  const { visiblePatients, chips, activeFilter, showAll } = useStatusFilter(data, sorted);
  const columns = useMemo(() => patientColumns({ onOrder, onBook }), [onOrder, onBook]);

  const authorize = useAuthorize(data, 'page');
  const { actor, send, mayUntick } = authorize;
  const authenticate = useRef<HTMLButtonElement>(null);
  /** The patients whose kits are ordered once the list shows that they are authorized. */
  const [toOrder, setToOrder] = useState<PendingAuthorization | null>(null);
  useRequestedPatients(data, mayUntick, (ids, andOrder) => {
    setQuery('');
    showAll();
    setOnTop(new Set(ids));
    send({ type: 'CLEAR' });
    send({ type: 'SET_MANY', ids, checked: true });
    if (document.activeElement?.matches(atWork) !== true) authenticate.current?.focus();
    setToOrder(andOrder ? { ids, requestId } : null);
    if (andOrder) send({ type: 'AUTHORIZE' });
  });
  const records = useOrderRecords();
  useEffect(
    () =>
      records.onOrdered((id) => {
        // Of many orders, most are for patients who aren't selected any more.
        if (actor.getSnapshot().context.selected.has(id))
          send({ type: 'SET_MANY', ids: [id], checked: false });
      }),
    [records, actor, send],
  );
  const { selection, rowsRef } = usePatientSelection(authorize);
  return (
    <PatientSelectionContext value={selection}>
      <SearchedTable
        {...table}
        sort={
          onTop.size === 0
            ? table.sort
            : [
                undefined,
                (next) => {
                  setOnTop(none);
                  table.sort[1](next);
                },
              ]
        }
        columns={columns}
        rows={visiblePatients}
        sortedRowsRef={rowsRef}
        filters={chips}
        activeFilter={activeFilter}
        beforeRows={
          <SelectedPatients
            authorize={authorize}
            patients={patients}
            visiblePatients={visiblePatients}
            hiddenBy={{ search: query.trim() !== '', filter: activeFilter !== undefined }}
            authenticate={authenticate}
            toOrder={toOrder}
            onToOrderEnd={() => setToOrder(null)}
            onOrderMany={onOrderMany}
          />
        }
      />
    </PatientSelectionContext>
  );
});

interface SelectedPatientsProps {
  authorize: ReturnType<typeof useAuthorize>;
  /** The query of the whole list. */
  patients: ReturnType<typeof usePatientTable>['patients'];
  visiblePatients: readonly Patient[];
  hiddenBy: HiddenBy;
  authenticate: Ref<HTMLButtonElement>;
  toOrder: PendingAuthorization | null;
  /** Their kits are ordered, or can't be. */
  onToOrderEnd: () => void;
  onOrderMany: (patients: readonly Patient[]) => void;
}

/** How many patients are selected, and what is done with them. It renders at each selection, and the table does not. */
function SelectedPatients({
  authorize: { actor, send },
  patients: { data, isFetching, isError, requestId },
  visiblePatients,
  hiddenBy,
  authenticate,
  toOrder,
  onToOrderEnd,
  onOrderMany,
}: SelectedPatientsProps) {
  const snapshot = useSelector(actor, (current) => current);
  const { selected, validationError, failure } = snapshot.context;
  const busy = isBusy(snapshot);
  /** Counts the presses of Authenticate: each one announces again what is missing. */
  const [tries, setTries] = useState(0);
  const { selectedPatients, mayOrder } = useMemo(() => {
    const all = (data ?? []).filter(({ patient_id }) => selected.has(patient_id));
    return {
      selectedPatients: all,
      mayOrder: all.length > 0 && all.every(({ authorized }) => authorized === 1),
    };
  }, [data, selected]);
  const endToOrder = useEffectEvent((mayStart: boolean) => {
    onToOrderEnd();
    if (mayStart) onOrderMany(selectedPatients);
  });
  useEffect(() => {
    if (toOrder === null || busy) return;
    const areSelected = selected.size === toOrder.ids.length && toOrder.ids.every((id) => selected.has(id));
    const isFetched = !isFetching && requestId !== toOrder.requestId;
    if (areSelected && mayOrder) endToOrder(true);
    else if (!areSelected || failure !== null || isFetched) endToOrder(false);
  }, [toOrder, busy, selected, mayOrder, failure, isFetching, requestId]);
  const { visibleSelected, hidden } = useVisibleSelection(selected, visiblePatients);
  return (
    <>
      <SelectionBar
        visibleSelected={visibleSelected}
        hidden={hidden}
        selectedCount={data && selected.size}
        visibleCount={visiblePatients.length}
        hiddenBy={hiddenBy}
        busy={busy}
        onSelectVisible={(checked) =>
          send({ type: 'SET_MANY', ids: visiblePatients.map(({ patient_id }) => patient_id), checked })
        }
      >
        <AuthenticateButton
          ref={authenticate}
          selectedCount={selected.size}
          hidden={hidden}
          hiddenBy={hiddenBy}
          disabled={data === undefined}
          isMain={!mayOrder}
          busy={busy}
          onDeselect={(ids) => send({ type: 'SET_MANY', ids, checked: false })}
          onAuthenticate={() => {
            setTries(tries + 1);
            send({ type: 'AUTHORIZE' });
          }}
        />
        <Button
          variant={mayOrder ? 'primary' : 'secondary'}
          size="sm"
          className="min-h-10"
          disabled={busy || selected.size === 0}
          icon={<ShoppingCart aria-hidden="true" className="size-4.5" />}
          onClick={() => onOrderMany(selectedPatients)}
        >
          {strings.picker.orderKits}
        </Button>
      </SelectionBar>
      {/* Below the bar, which is sticky. */}
      <Problem key={tries} className="scroll-mt-24">
        {validationError ?? (busy ? null : failureMessage(failure))}
      </Problem>
      {snapshot.hasTag('outcome-unknown') ? (
        <Notice tone="warning">{isError ? outcomeUnknown.unchecked : outcomeUnknown.refetched}</Notice>
      ) : null}
    </>
  );
}

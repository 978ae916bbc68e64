import { CalendarPlus, ShieldCheck, ShoppingCart } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { failureMessage, outcomeUnknown, type Patient } from '@/contract';
import { api } from '@/features/api/api';
import { toastDone } from '@/features/api/dashboard-toast';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { tableStatus } from '@/features/api/table-status';
import { useFlow, useFlowEvents } from '@/features/api/use-flow';
import { searchedTexts } from '@/lib/patient-list';
import { useTextSearch } from '@/lib/text-search';
import { authorizeMachine } from '@/machines/authorize.machine';
import { EmptyState } from '@/ui/feedback/empty-state';
import { Notice, Problem } from '@/ui/feedback/notice';
import { StatusDot } from '@/ui/feedback/status-dot';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { IconButton } from '@/ui/form/icon-button';
import { SearchInput } from '@/ui/form/search-input';
import { EmailAddress } from '@/ui/layout/email-address';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { SearchedTable } from '@/ui/table/searched-table';
import {
  PatientSelectionContext,
  type ShownSelection,
  useSelection,
  useShownSelection,
} from './patient-selection';
import { fixed, strings } from './strings';

/** The authorize machine, connected to the API; `patients` is undefined until the list is fetched. */
function useAuthorize(patients: readonly Patient[] | undefined) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useFlow('authorize', machine);

  useFlowEvents(actor, {
    done: ({ answered }) => {
      if (!answered) toastDone('authenticatePatients');
    },
  });

  const { selected } = snapshot.context;
  // The selection can't be changed while a call is in progress.
  const mayUntick = snapshot.hasTag('selecting');
  useEffect(() => {
    // A patient who left the list can't be deselected by hand, and must not be authorized without being seen.
    if (!mayUntick || patients === undefined || selected.size === 0) return;
    const present = new Set(patients.map(({ patient_id }) => patient_id));
    const gone = [...selected].filter((id) => !present.has(id));
    if (gone.length > 0) send({ type: 'SET_MANY', ids: gone, checked: false });
  }, [patients, selected, mayUntick, send]);

  return { snapshot, send };
}

const connect = (store: Store) =>
  authorizeMachine.provide({
    actors: {
      setAuthorization: operationActor(store, 'authenticatePatients', ({ patientIds, authorized }) => ({
        body: { patientIds: [...patientIds], authorized },
      })),
      fetchPatients: operationActor(store, 'fetchPatients', () => undefined),
    },
  });

interface RowActions {
  readonly onOrder: (patient: Patient) => void;
  /** Without it the calendar icon is not rendered. */
  readonly onBook?: ((patient: Patient) => void) | undefined;
}

/** The columns of the Authenticate section's table (SPEC §2). */
function patientColumns({ onOrder, onBook }: RowActions): DataColumn<Patient>[] {
  return [
    {
      id: 'selected',
      header: <VisuallyHidden>{strings.columns.selected}</VisuallyHidden>,
      label: strings.columns.selected,
      width: '3.25rem',
      cell: (patient) => <SelectBox patient={patient} />,
    },
    {
      id: 'name',
      header: strings.columns.name,
      sortValue: (patient) => patient.patient_name,
      cell: (patient) => <span className="font-medium">{patient.patient_name}</span>,
    },
    {
      id: 'email',
      header: strings.columns.email,
      // Wide enough for an email address where there is room, and no wider than a tablet allows.
      width: 'clamp(12rem, 28cqi, 22rem)',
      sortValue: (patient) => patient.patient_email,
      cell: (patient) => <EmailAddress>{patient.patient_email}</EmailAddress>,
    },
    {
      id: 'status',
      header: strings.columns.status,
      width: '9.75rem',
      sortValue: (patient) => patient.authorized,
      cell: ({ authorized }) =>
        authorized === 1 ? (
          <StatusDot tone="green" label={strings.columns.authorized} />
        ) : (
          <StatusDot tone="red" label={strings.columns.notAuthorized} />
        ),
    },
    {
      id: 'actions',
      header: strings.columns.actions,
      width: '7.5rem',
      cell: (patient) => <Actions patient={patient} onOrder={onOrder} onBook={onBook} />,
    },
  ];
}

function SelectBox({ patient }: { patient: Patient }) {
  const selection = useSelection();
  return (
    <Checkbox
      aria-label={strings.columns.select(patient.patient_name)}
      checked={selection.selected.has(patient.patient_id)}
      disabled={selection.locked}
      onChange={() => selection.toggle(patient.patient_id)}
    />
  );
}

function Actions({ patient, onOrder, onBook }: RowActions & { patient: Patient }) {
  // The browser's own tooltip: a tooltip component per icon would cost more than the rest of the row.
  return (
    <span className="-ms-2 flex gap-1 max-sm:ms-0">
      {onBook ? (
        <IconButton
          label={strings.columns.bookFor(patient.patient_name)}
          title={strings.columns.book}
          tooltip={false}
          icon={<CalendarPlus aria-hidden="true" className="size-5" />}
          onClick={() => onBook(patient)}
        />
      ) : null}
      <IconButton
        label={strings.columns.orderFor(patient.patient_name)}
        title={strings.columns.order}
        tooltip={false}
        icon={<ShoppingCart aria-hidden="true" className="size-5" />}
        onClick={() => onOrder(patient)}
      />
    </span>
  );
}

interface SelectionBarProps extends ShownSelection {
  selectedCount: number;
  /** How many rows match the search. */
  shownCount: number;
  busy: boolean;
  onSelectShown: (checked: boolean) => void;
  onAuthenticate: () => void;
}

/** Select-all, the number selected and what to do with them; above the table, so that phones have it, too. */
function SelectionBar({
  shown,
  hiddenCount,
  selectedCount,
  shownCount,
  busy,
  onSelectShown,
  onAuthenticate,
}: SelectionBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Checkbox
        label={strings.picker.selectAll}
        className="px-1"
        checked={shown === 'all'}
        indeterminate={shown === 'some'}
        disabled={busy || shownCount === 0}
        onChange={() => onSelectShown(shown !== 'all')}
      />
      <p role="status" className="flex-1 text-sm text-ink-2 tabular-nums">
        {strings.picker.selectedCount(selectedCount)}
        {hiddenCount > 0 ? strings.picker.hiddenCount(hiddenCount) : ''}
      </p>
      <Button
        busy={busy}
        busyLabel={fixed.picker.authenticating}
        className="max-sm:w-full"
        icon={<ShieldCheck aria-hidden="true" className="size-4.5" />}
        onClick={onAuthenticate}
      >
        {fixed.picker.authenticate}
      </Button>
    </div>
  );
}

interface PatientPickerProps {
  /** Both must be stable: the table's columns are created again when one changes. */
  onOrder: (patient: Patient) => void;
  onBook?: ((patient: Patient) => void) | undefined;
  onAddPatients?: (() => void) | undefined;
}

const keyOf = (patient: Patient) => patient.patient_id;

/** The searchable patient table with its checkboxes, dots and icons, and the Authenticate button. */
export function PatientPicker({ onOrder, onBook, onAddPatients }: PatientPickerProps) {
  const patients = api.useFetchPatientsQuery();
  const { data } = patients;
  const { query, setQuery, found: shownPatients } = useTextSearch(data, searchedTexts);
  const columns = useMemo(() => patientColumns({ onOrder, onBook }), [onOrder, onBook]);

  const { snapshot, send } = useAuthorize(data);
  const { selected, validationError, failure } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  const shownSelection = useShownSelection(selected, shownPatients);
  const selection = useMemo(
    () => ({ selected, locked: busy, toggle: (id: Patient['patient_id']) => send({ type: 'TOGGLE', id }) }),
    [selected, busy, send],
  );
  return (
    <div className="flex flex-col gap-4">
      <SearchInput
        label={strings.picker.search}
        value={query}
        onValueChange={setQuery}
        className="max-w-md"
      />
      <SelectionBar
        {...shownSelection}
        selectedCount={selected.size}
        shownCount={shownPatients.length}
        busy={busy}
        onSelectShown={(checked) => send({ type: 'SET_MANY', ids: shownPatients.map(keyOf), checked })}
        onAuthenticate={() => send({ type: 'AUTHORIZE' })}
      />
      <Problem>{validationError ?? (busy ? null : failureMessage(failure))}</Problem>
      {snapshot.hasTag('outcome-unknown') ? (
        <Notice tone="warning">{patients.isError ? outcomeUnknown.unchecked : outcomeUnknown.listed}</Notice>
      ) : null}
      <PatientSelectionContext value={selection}>
        <SearchedTable
          texts={strings.picker}
          columns={columns}
          rows={shownPatients}
          rowKey={keyOf}
          rowHeight={66}
          status={tableStatus(patients)}
          onRetry={patients.refetch}
          query={query}
          onClearSearch={() => setQuery('')}
          nothingYet={
            <EmptyState
              title={strings.picker.empty}
              action={onAddPatients && <Button onClick={onAddPatients}>{strings.picker.toAdd}</Button>}
            >
              {strings.picker.emptyHint}
            </EmptyState>
          }
        />
      </PatientSelectionContext>
    </div>
  );
}

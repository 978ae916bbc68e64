import { useMemo } from 'react';
import { outcomeUnknown, type Patient, wordsForFailure } from '@/contract';
import { useFetchPatientsQuery } from '@/features/api/api';
import { tableStatus } from '@/features/api/table-status';
import { searchedTexts } from '@/lib/patient-list';
import { useTextSearch } from '@/lib/text-search';
import { EmptyState } from '@/ui/feedback/empty-state';
import { Notice, Problem } from '@/ui/feedback/notice';
import { SearchInput } from '@/ui/form/search-input';
import { SearchedTable } from '@/ui/table/searched-table';
import { patientColumns } from './patient-columns';
import { PatientSelectionContext, useShownSelection } from './patient-selection';
import { SelectionBar } from './selection-bar';
import { strings } from './strings';
import { useAuthorize } from './use-authorize';

interface PatientPickerProps {
  /** Keep both stable: the table's columns are made anew when one changes. */
  onOrder: (patient: Patient) => void;
  onBook?: ((patient: Patient) => void) | undefined;
}

const keyOf = (patient: Patient) => patient.patient_id;

/** The searchable patient table with its boxes, dots and icons, and the Authenticate button. */
export function PatientPicker({ onOrder, onBook }: PatientPickerProps) {
  const patients = useFetchPatientsQuery();
  const { data } = patients;
  const { query, setQuery, found: shownPatients } = useTextSearch(data, searchedTexts);
  const columns = useMemo(() => patientColumns({ onOrder, onBook }), [onOrder, onBook]);

  const { snapshot, send } = useAuthorize(data);
  const { selected, refusal, failure } = snapshot.context;
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
      <Problem>{refusal ?? (busy ? null : wordsForFailure(failure))}</Problem>
      {snapshot.hasTag('outcome-unknown') ? (
        <Notice tone="warning">{patients.isError ? outcomeUnknown.unchecked : outcomeUnknown.listed}</Notice>
      ) : null}
      <PatientSelectionContext value={selection}>
        <SearchedTable
          words={strings.picker}
          columns={columns}
          rows={shownPatients}
          rowKey={keyOf}
          rowHeight={66}
          status={tableStatus(patients)}
          onRetry={patients.refetch}
          query={query}
          onClearSearch={() => setQuery('')}
          nothingYet={<EmptyState title={strings.picker.empty}>{strings.picker.emptyHint}</EmptyState>}
        />
      </PatientSelectionContext>
    </div>
  );
}

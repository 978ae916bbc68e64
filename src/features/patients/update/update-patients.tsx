import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Patient } from '@/contract';
import { api } from '@/features/api/api';
import { tableStatus } from '@/features/api/table-status';
import { LazyAddressDialog } from '@/features/patients/lazy-address-dialog';
import { addressFieldNames } from '@/lib/address/address';
import { eachAddressPart } from '@/lib/address/address-search';
import { searchedTexts } from '@/lib/patient-list';
import { useTextSearch } from '@/lib/text-search';
import { EmptyState } from '@/ui/feedback/empty-state';
import { Notice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { SearchInput } from '@/ui/form/search-input';
import { SearchedTable } from '@/ui/table/searched-table';
import { patientColumns } from './patient-columns';
import { addressKeys } from './patient-record';
import { strings } from './strings';
import { type PatientEditing, useEditPatient } from './use-edit-patient';

interface UpdatePatientsProps {
  onAddPatients: () => void;
}

const keyOf = ({ id }: Patient) => String(id);

/** The Update Patients tab (SPEC §2): find a patient and edit the row in place. */
export function UpdatePatients({ onAddPatients }: UpdatePatientsProps) {
  const patients = api.useFetchPatientsQuery();
  const editing = useEditPatient();
  const [addressOpen, setAddressOpen] = useState(false);
  const editedId = editing.row?.id ?? null;
  const isEdited = useCallback(({ id }: Patient) => id === editedId, [editedId]);
  const { query, setQuery, found: rows } = useTextSearch(patients.data, searchedTexts, isEdited);
  const columns = useEditableColumns(editing, () => setAddressOpen(true));
  const list = useRef<HTMLFormElement>(null);
  useEditingFocus(list, editing);

  return (
    <FormProvider {...editing.form}>
      <div className="flex flex-col gap-4">
        <SearchInput
          label={strings.list.search}
          value={query}
          onValueChange={setQuery}
          className="w-full sm:max-w-sm"
        />
        {editing.blocked && editing.row !== null ? (
          <UnsavedNotice editing={editing} onShow={(email) => setQuery(email)} />
        ) : null}
        <form
          ref={list}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            editing.save();
          }}
        >
          <SearchedTable
            texts={strings.list}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            status={tableStatus(patients)}
            onRetry={patients.refetch}
            rowHeight={62}
            query={query}
            onClearSearch={() => setQuery('')}
            nothingYet={
              <EmptyState
                title={strings.list.empty}
                action={<Button onClick={onAddPatients}>{strings.list.toAdd}</Button>}
              >
                {strings.list.emptyHint}
              </EmptyState>
            }
          />
        </form>
        {editing.row === null ? null : (
          <LazyAddressDialog
            open={addressOpen}
            onClose={() => setAddressOpen(false)}
            patient={editing.row.patient_name}
            bind={(name) => editing.form.register(addressKeys[name])}
            onFound={(found) =>
              eachAddressPart(found, (name, text) =>
                editing.form.setValue(addressKeys[name], text, { shouldDirty: true, shouldValidate: true }),
              )
            }
            errors={Object.fromEntries(
              addressFieldNames.map((name) => [name, editing.form.formState.errors[addressKeys[name]]]),
            )}
          />
        )}
      </div>
    </FormProvider>
  );
}

function useEditableColumns(
  { row, busy, problem, unknown, start, cancel }: PatientEditing,
  openAddress: () => void,
) {
  // The handlers are new on every render; the columns must not be, or every row would be rendered again.
  const handlers = useRef({ start, cancel, openAddress });
  useEffect(() => {
    handlers.current = { start, cancel, openAddress };
  });
  const editedId = row?.id ?? null;
  return useMemo(
    () =>
      patientColumns({
        editedId,
        busy,
        problem,
        unknown,
        onEdit: (patient) => handlers.current.start(patient),
        onCancel: () => handlers.current.cancel(),
        onOpenAddress: () => handlers.current.openAddress(),
      }),
    [editedId, busy, problem, unknown],
  );
}

/** Edit moves the focus to the name; when the edit ends, it returns to that row's Edit button. */
function useEditingFocus(list: RefObject<HTMLFormElement | null>, { row, form }: PatientEditing): void {
  const editedId = row?.id ?? null;
  const last = useRef(editedId);
  useEffect(() => {
    const before = last.current;
    last.current = editedId;
    if (before === editedId) return;
    if (editedId !== null) form.setFocus('patient_name');
    else list.current?.querySelector<HTMLElement>(`[data-edit="${before}"]`)?.focus();
  }, [editedId, form, list]);
}

interface UnsavedNoticeProps {
  editing: PatientEditing;
  onShow: (email: string) => void;
}

function UnsavedNotice({ editing: { row, cancel }, onShow }: UnsavedNoticeProps) {
  if (row === null) return null;
  return (
    <Notice tone="warning" title={strings.unsaved.title(row.patient_name)}>
      <p>{strings.unsaved.hint}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => onShow(row.patient_email)}>
          {strings.unsaved.show}
        </Button>
        <Button variant="ghost" size="sm" onClick={cancel}>
          {strings.unsaved.cancel}
        </Button>
      </div>
    </Notice>
  );
}

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Patient } from '@/contract';
import { usePatientTable } from '@/features/api/use-patient-table';
import { LazyAddressDialog } from '@/features/patients/lazy-address-dialog';
import { type Address, addressFieldNames } from '@/lib/address/address';
import { eachAddressPart } from '@/lib/address/address-search';
import { Notice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { SearchedTable } from '@/ui/table/searched-table';
import { EditPatientRow } from './edit-patient-row';
import { patientColumns } from './patient-columns';
import { addressKeys, addressOf } from './patient-record';
import { strings } from './strings';
import { type PatientEditing, useEditPatient } from './use-edit-patient';

interface UpdatePatientsProps {
  onAddPatients: () => void;
}

/** The Update Patients tab (SPEC §2): find a patient and edit the row in place. */
export function UpdatePatients({ onAddPatients }: UpdatePatientsProps) {
  const editing = useEditPatient();
  const address = useAddressDialog(editing);
  const editedId = editing.row?.id ?? null;
  const isEdited = useCallback(({ id }: Patient) => id === editedId, [editedId]);
  const { setQuery, table } = usePatientTable({
    list: 'update',
    texts: strings.list,
    keep: isEdited,
    onAddPatients,
  });
  const columns = usePatientColumns(editing);
  const list = useRef<HTMLDivElement>(null);
  useEditingFocus(list, editing);

  return (
    <FormProvider {...editing.form}>
      <div ref={list}>
        <SearchedTable
          {...table}
          columns={columns}
          wholeRow={(patient) =>
            isEdited(patient) ? <EditPatientRow editing={editing} onOpenAddress={address.open} /> : null
          }
          beforeRows={
            editing.blocked && editing.row !== null ? (
              <UnsavedNotice editing={editing} onShow={(email) => setQuery(email)} />
            ) : null
          }
        />
      </div>
      {editing.row === null ? null : (
        <LazyAddressDialog
          open={address.isOpen}
          onClose={address.close}
          onCancel={address.cancel}
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
    </FormProvider>
  );
}

/** The address modal of the edited row; Cancel restores the address that it was opened with. */
function useAddressDialog({ form }: PatientEditing) {
  const [isOpen, setOpen] = useState(false);
  const before = useRef<Address | null>(null);
  const { errors } = form.formState;
  return {
    isOpen,
    open: () => {
      before.current = addressOf(form.getValues());
      setOpen(true);
    },
    close: () => setOpen(false),
    cancel: () => {
      setOpen(false);
      const restored = before.current;
      if (restored === null) return;
      for (const name of addressFieldNames) {
        const key = addressKeys[name];
        // A field that is marked may be right again.
        const shouldValidate = errors[key] !== undefined;
        form.setValue(key, restored[name], { shouldDirty: true, shouldValidate });
      }
    },
  };
}

function usePatientColumns({ start }: PatientEditing) {
  // The handler is new on every render; the columns must not be, or every row would be rendered again.
  const onEdit = useRef(start);
  useEffect(() => {
    onEdit.current = start;
  });
  return useMemo(() => patientColumns((patient) => onEdit.current(patient)), []);
}

/**
 * Edit moves the focus to the name, with the whole row in view; when the edit ends, it returns to that row's Edit
 * button.
 */
function useEditingFocus(list: RefObject<HTMLElement | null>, { row, form }: PatientEditing): void {
  const editedId = row?.id ?? null;
  const last = useRef(editedId);
  useEffect(() => {
    const before = last.current;
    last.current = editedId;
    if (before === editedId) return;
    if (editedId !== null) {
      form.setFocus('patient_name');
      list.current?.querySelector('[data-whole]')?.scrollIntoView({ block: 'nearest' });
    } else list.current?.querySelector<HTMLElement>(`[data-edit="${before}"]`)?.focus();
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

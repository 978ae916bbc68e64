import { Pencil } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { addressOfText } from '@/app/form-draft';
import { useSectionRequests } from '@/app/section-request';
import { patientListColumns, usePatientTable } from '@/app/use-patient-table';
import { longest, type Patient, shorten } from '@/contract';
import { patientAddress } from '@/domain/merge-record';
import { LazyAddressDialog } from '@/features/patients/address-cell';
import { addressFieldNames, addressLine } from '@/lib/address/address';
import { eachAddressPart } from '@/lib/address/address-search';
import { surfaceChanged } from '@/ui/dialog/surface';
import { Notice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { EmailAddress, VisuallyHidden } from '@/ui/layout/content';
import { isFocusLost } from '@/ui/layout/focus';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { SearchedTable } from '@/ui/table/searched-table';
import { fixed, strings } from '../strings';
import { EditPatientRow } from './edit-patient-row';
import { addressOf, type PatientEditing, useEditPatient, useIsSaving } from './use-edit-patient';

interface EditButtonProps {
  patient: Patient;
  onEdit: (patient: Patient) => void;
}

function EditButton({ patient, onEdit }: EditButtonProps) {
  const saving = useIsSaving();
  return (
    <Button
      variant="secondary"
      size="sm"
      data-edit={patient.id}
      aria-label={strings.columns.editOne(patient.patient_name)}
      disabled={saving}
      icon={<Pencil aria-hidden="true" className="size-4" />}
      className="@max-[60rem]/listing:px-2"
      onClick={() => onEdit(patient)}
    >
      <span className="@max-[60rem]/listing:sr-only">{fixed.columns.edit}</span>
    </Button>
  );
}

/** The columns of Update Patients (§2): SNO, name, phone, age, address, Edit. */
function patientColumns(onEdit: EditButtonProps['onEdit']): DataColumn<Patient>[] {
  return [
    patientListColumns.sno,
    {
      ...patientListColumns.name,
      width: '29%',
      cell: ({ patient_name, patient_email }) => (
        <>
          <span title={patient_name} className="listing-text font-medium">
            {shorten(patient_name, longest.name)}
          </span>
          <span title={patient_email} className="listing-email listing-note">
            <EmailAddress>{shorten(patient_email, longest.name)}</EmailAddress>
          </span>
        </>
      ),
    },
    { ...patientListColumns.phone, width: 'clamp(8.75rem, 14cqi, 10rem)' },
    {
      id: 'age',
      header: strings.columns.age,
      width: '4.25rem',
      card: 'more',
      sortValue: ({ patient_age }) => patient_age,
      cell: ({ patient_age }) => shorten(patient_age, longest.name),
    },
    {
      id: 'address',
      header: strings.columns.address,
      card: 'text',
      cell: (patient) => {
        const address = addressLine(addressOf(patient));
        return (
          <span title={address} className="listing-text listing-note">
            {shorten(address, longest.message)}
          </span>
        );
      },
    },
    {
      id: 'edit',
      header: <VisuallyHidden>{fixed.columns.edit}</VisuallyHidden>,
      // The icon alone where there is no room for the word.
      width: 'clamp(3.5rem, 100cqi - 52rem, 7rem)',
      card: 'end',
      cell: (patient) => <EditButton patient={patient} onEdit={onEdit} />,
    },
  ];
}

interface UpdatePatientsProps {
  onAddPatients: () => void;
}

/** The Update Patients tab (§2): find a patient and edit the row in place. */
export function UpdatePatients({ onAddPatients }: UpdatePatientsProps) {
  const editing = useEditPatient();
  useSectionRequests((request) => request.action === 'edit' && editing.start(request.patient));
  const address = useAddressDialog(editing);
  const editedId = editing.row?.id ?? null;
  const isEdited = useCallback(({ id }: Patient) => id === editedId, [editedId]);
  const { setQuery, table } = usePatientTable({
    list: 'update',
    texts: strings.list,
    isPinned: isEdited,
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
            <>
              {editing.isGone ? (
                // What was typed can still be read and copied.
                <div className="@container/listing rounded-control border border-amber/30 bg-amber-soft px-4 py-3">
                  <EditPatientRow editing={editing} onOpenAddress={address.open} />
                </div>
              ) : null}
              {editing.showsNotice && !editing.isGone ? (
                <UnsavedNotice editing={editing} onShow={(email) => setQuery(email)} />
              ) : null}
            </>
          }
        />
      </div>
      {editing.row === null ? null : (
        <LazyAddressDialog
          open={address.isOpen}
          onClose={address.close}
          onCancel={address.cancel}
          patient={editing.row.patient_name}
          bind={(name) => editing.form.register(patientAddress[name])}
          onPick={(resolved) =>
            eachAddressPart(resolved, (name, text) =>
              editing.form.setValue(patientAddress[name], text, { shouldDirty: true, shouldValidate: true }),
            )
          }
          errors={Object.fromEntries(
            addressFieldNames.map((name) => [name, editing.form.formState.errors[patientAddress[name]]]),
          )}
        />
      )}
    </FormProvider>
  );
}

/** The address modal of the edited row; Cancel restores the address that it was opened with. */
function useAddressDialog({ row, form, draft }: PatientEditing) {
  const editedId = row?.id ?? null;
  const [openFor, setOpenFor] = useState<Patient['id'] | null>(null);
  // The edit of its row may end before the dialog's code has arrived.
  if (openFor !== null && openFor !== editedId) setOpenFor(null);
  const typedBefore = useRef<string | undefined>(undefined);
  const { errors } = form.formState;
  return {
    isOpen: openFor !== null,
    open: () => {
      typedBefore.current = draft?.typed('address');
      setOpenFor(editedId);
    },
    close: () => setOpenFor(null),
    cancel: () => {
      setOpenFor(null);
      if (draft === null) return;
      // Another tab may have changed it since it was opened.
      const restored = addressOfText(typedBefore.current ?? draft.saved('address'));
      for (const name of addressFieldNames) {
        const key = patientAddress[name];
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
 * button, or if the row is out of view, to the search. A row that is restored after a reload leaves the focus where it is.
 */
function useEditingFocus(
  list: RefObject<HTMLElement | null>,
  { row, isGone, showsNotice, form }: PatientEditing,
): void {
  const editedId = row?.id ?? null;
  const last = useRef(editedId);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = editedId;
    if (before === editedId) return;
    // The row is another one's now where the second press of a double click would land.
    surfaceChanged();
    if (editedId !== null) {
      if (showsNotice) return;
      form.setFocus('patient_name');
      list.current?.querySelector('[data-whole]')?.scrollIntoView({ block: 'nearest' });
      return;
    }
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector);
    // A row that was scrolled out of view has no button any more.
    (find(`[data-edit="${before}"]`) ?? find('input[type="search"]'))?.focus();
  }, [editedId, showsNotice, form, list]);
  useLayoutEffect(() => {
    // It has left the list, with the focus.
    if (isGone && isFocusLost()) form.setFocus('patient_name');
  }, [isGone, form]);
}

interface UnsavedNoticeProps {
  editing: PatientEditing;
  onShow: (email: string) => void;
}

function UnsavedNotice({ editing: { row, cancel }, onShow }: UnsavedNoticeProps) {
  if (row === null) return null;
  return (
    <Notice tone="warning" title={strings.unsaved.title(shorten(row.patient_name, longest.name))}>
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

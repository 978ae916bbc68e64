import { useCallback } from 'react';
import { useSectionRequests } from '@/app/section-request';
import type { Patient } from '@/contract';
import { DialogPerSubject, useDialogState } from '@/ui/dialog/use-dialog-state';
import { type ReadinessLinks, ReadinessNotice, useOrderReadiness } from './order-form';
import { OrderKitDialog } from './order-kit-dialog';
import { useOrderMany } from './order-many';
import { OrderManyDialog, OrderManyNotice } from './order-many-dialog';
import { PatientPicker } from './patient-picker';

interface AuthenticateSectionProps extends ReadinessLinks {
  /** Books an appointment; without it the calendar icon is not rendered. */
  onBook?: ((patient: Patient) => void) | undefined;
  /** Opens the grid for new patients; without it the empty list has no button. */
  onAddPatients?: (() => void) | undefined;
}

/** The provider's Authenticate section: authorize patients and order kits for them (§2). */
export function AuthenticateSection({ onBook, onAddPatients, ...links }: AuthenticateSectionProps) {
  const readiness = useOrderReadiness();
  const order = useDialogState<Patient>();
  const many = useOrderMany();
  const manyDialog = useDialogState<null>();
  useSectionRequests((request) => {
    if (request.action !== 'order') return false;
    order.show(request.patient);
    return true;
  });
  const { show: showMany } = manyDialog;
  const orderMany = useCallback(
    (patients: readonly Patient[]) => {
      many.start(patients);
      showMany(null);
    },
    [many, showMany],
  );
  return (
    <div className="flex flex-col gap-5">
      <ReadinessNotice readiness={readiness} {...links} />
      {manyDialog.state?.open ? null : <OrderManyNotice many={many} onShow={() => manyDialog.show(null)} />}
      <PatientPicker
        onOrder={order.show}
        onBook={onBook}
        onOrderMany={orderMany}
        onAddPatients={onAddPatients}
      />
      <DialogPerSubject dialog={order}>
        {(patient, dialog) => (
          <OrderKitDialog patient={patient} readiness={readiness} {...links} {...dialog} />
        )}
      </DialogPerSubject>
      <DialogPerSubject dialog={manyDialog}>
        {(_, dialog) => <OrderManyDialog many={many} readiness={readiness} {...links} {...dialog} />}
      </DialogPerSubject>
    </div>
  );
}

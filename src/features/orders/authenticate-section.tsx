import type { Patient } from '@/contract';
import { DialogPerSubject, useDialogState } from '@/ui/dialog/use-dialog-state';
import { OrderKitDialog } from './order-kit-dialog';
import { ReadinessNotice, useOrderReadiness } from './order-readiness';
import { PatientPicker } from './patient-picker';

interface AuthenticateSectionProps {
  /** Starts adding the card details. */
  onOpenBilling: () => void;
  /** Opens the form with the lab details. */
  onOpenLab: () => void;
  /** Books an appointment; without it the calendar icon is not rendered. */
  onBook?: ((patient: Patient) => void) | undefined;
  /** Opens the grid for new patients; without it the empty list has no button. */
  onAddPatients?: (() => void) | undefined;
}

/** The provider's Authenticate section: authorize patients and order kits for them (SPEC §2). */
export function AuthenticateSection({
  onOpenBilling,
  onOpenLab,
  onBook,
  onAddPatients,
}: AuthenticateSectionProps) {
  const readiness = useOrderReadiness();
  const order = useDialogState<Patient>();
  return (
    <div className="flex flex-col gap-5">
      <ReadinessNotice readiness={readiness} onOpenBilling={onOpenBilling} onOpenLab={onOpenLab} />
      <PatientPicker onOrder={order.show} onBook={onBook} onAddPatients={onAddPatients} />
      <DialogPerSubject dialog={order}>
        {(patient, dialog) => <OrderKitDialog patient={patient} readiness={readiness} {...dialog} />}
      </DialogPerSubject>
    </div>
  );
}

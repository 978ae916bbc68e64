import { useCallback, useState } from 'react';
import type { Patient } from '@/contract';
import { OrderKitDialog } from './order-kit-dialog';
import { PatientPicker } from './patient-picker';
import { ReadinessNotice } from './readiness-notice';
import { useOrderReadiness } from './use-order-readiness';

interface AuthenticateSectionProps {
  /** Opens the way to the card details. */
  onOpenBilling: () => void;
  /** Opens the form with the lab details. */
  onOpenLab: () => void;
  /** Books an appointment; without it the calendar icon is left out. */
  onBook?: ((patient: Patient) => void) | undefined;
}

/** The provider's Authenticate section: authorize patients and order kits for them (SPEC §2). */
export function AuthenticateSection({ onOpenBilling, onOpenLab, onBook }: AuthenticateSectionProps) {
  const readiness = useOrderReadiness();
  const [order, setOrder] = useState<{ patient: Patient; open: boolean; number: number } | null>(null);
  const startOrder = useCallback(
    (patient: Patient) => setOrder((last) => ({ patient, open: true, number: (last?.number ?? 0) + 1 })),
    [],
  );
  const closeOrder = useCallback(() => setOrder((last) => last && { ...last, open: false }), []);
  return (
    <div className="flex flex-col gap-5">
      <ReadinessNotice readiness={readiness} onOpenBilling={onOpenBilling} onOpenLab={onOpenLab} />
      <PatientPicker onOrder={startOrder} onBook={onBook} />
      {order === null ? null : (
        <OrderKitDialog
          key={order.number}
          patient={order.patient}
          open={order.open}
          readiness={readiness}
          onClose={closeOrder}
        />
      )}
    </div>
  );
}

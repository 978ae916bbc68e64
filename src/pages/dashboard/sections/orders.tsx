import { useCallback, useEffect } from 'react';
import { useSectionRequests } from '@/app/section-request';
import type { Patient } from '@/contract';
import { useBilling } from '@/features/billing/use-billing';
import { BookAppointmentDialog } from '@/features/booking/book-appointment-dialog';
import { AuthenticateSection } from '@/features/orders/authenticate-section';
import { useRequestedOrders } from '@/features/orders/order-records';
import { isStored, removeStored } from '@/lib/storage';
import { DialogPerSubject, useDialogState } from '@/ui/dialog/use-dialog-state';
import type { SectionProps } from './section-props';
import { openAddPatients, openLab } from './shortcuts';

/** The Authenticate section below its tabs, with Book Appointment and shortcuts to the card and lab that an order needs. */
export function OrdersPane({ onOpen }: SectionProps) {
  const billing = useBilling();
  const booking = useDialogState<Patient>();
  useSectionRequests((request) => {
    if (request.action !== 'book') return false;
    booking.show(request.patient);
    return true;
  });
  const addPatients = useCallback(() => openAddPatients(onOpen), [onOpen]);
  const hasOrdered = useRequestedOrders() > 0;
  useEffect(() => {
    // The last of the first steps: a reload forgets the order, and must not ask for it again.
    if (hasOrdered && isStored('firstSteps')) removeStored('firstSteps');
  }, [hasOrdered]);
  return (
    <>
      <AuthenticateSection
        billing={billing}
        onOpenLab={() => openLab(onOpen)}
        onBook={booking.show}
        onAddPatients={addPatients}
      />
      <DialogPerSubject dialog={booking}>
        {(patient, dialog) => <BookAppointmentDialog patient={patient} {...dialog} />}
      </DialogPerSubject>
    </>
  );
}

import { ArrowDown } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Patient } from '@/contract';
import { Button } from '@/ui/form/button';
import { DialogFor, useDialogFor } from '@/ui/dialog/dialog-for';
import { BookSlotDialog } from './book-slot-dialog';
import { BookedAppointments } from './booked-appointments';
import { PatientsToBook } from './patients-to-book';
import { fixed, strings } from './strings';

/** The provider's Booking section: patients to book on the left, what is booked on the right (SPEC §2). */
export function BookingSection() {
  const booking = useDialogFor<Patient>();
  const patientsId = useId();
  const bookedId = useId();
  const bookedHeading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 min-[84rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <section aria-labelledby={patientsId} className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id={patientsId} className="text-h3 font-semibold">
            {strings.section.patients}
          </h2>
          {/* Where the two stand below each other, many patients keep the appointments out of sight. */}
          <Button
            variant="link"
            className="min-[84rem]:hidden"
            icon={<ArrowDown aria-hidden="true" className="size-4" />}
            onClick={() => bookedHeading.current?.focus()}
          >
            {strings.section.toBooked}
          </Button>
        </div>
        <PatientsToBook onBook={booking.show} />
      </section>
      <section aria-labelledby={bookedId} className="flex min-w-0 flex-col gap-4">
        <h2 id={bookedId} ref={bookedHeading} tabIndex={-1} className="scroll-mt-20 text-h3 font-semibold">
          {fixed.section.booked}
        </h2>
        <BookedAppointments />
      </section>
      <DialogFor dialog={booking}>
        {(patient, dialog) => <BookSlotDialog patient={patient} {...dialog} />}
      </DialogFor>
    </div>
  );
}

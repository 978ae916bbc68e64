import { useId } from 'react';
import { BookSlotDialog } from './book-slot-dialog';
import { BookedAppointments } from './booked-appointments';
import { PatientsToBook } from './patients-to-book';
import { useBooking } from './use-booking';

/** The provider's Booking section: patients to book on the left, what is booked on the right (SPEC §2). */
export function BookingSection() {
  const { booking, book, close } = useBooking();
  const patientsId = useId();
  const bookedId = useId();
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <section aria-labelledby={patientsId} className="grid content-start gap-4">
        <h2 id={patientsId} className="text-h3 font-semibold">
          Patients
        </h2>
        <PatientsToBook onBook={book} />
      </section>
      <section aria-labelledby={bookedId} className="grid content-start gap-4">
        <h2 id={bookedId} className="text-h3 font-semibold">
          Booked Appointments
        </h2>
        <BookedAppointments />
      </section>
      {booking === null ? null : (
        <BookSlotDialog key={booking.number} patient={booking.patient} open={booking.open} onClose={close} />
      )}
    </div>
  );
}

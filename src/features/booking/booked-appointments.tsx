import { wordsForFailure } from '@/contract';
import { useFetchAppointmentsQuery } from '@/features/api/api';
import { EmptyState } from '@/ui/feedback/empty-state';
import { ErrorState } from '@/ui/feedback/error-state';
import { Loading } from '@/ui/feedback/loading';
import { RetryNotice } from '@/ui/feedback/notice';
import { AppointmentCard } from './appointment-card';
import { fixed, strings } from './strings';

/** The Booked Appointments cards (SPEC §2 "Booking section", §8 "Appointments fetch"). */
export function BookedAppointments() {
  const { data, error, isFetching, refetch } = useFetchAppointmentsQuery();
  const problem =
    error === undefined || isFetching ? null : (wordsForFailure(error) ?? strings.appointments.notLoaded);
  if (data === undefined) {
    return problem === null ? <Loading /> : <ErrorState title={problem} onRetry={refetch} />;
  }
  const { appointments } = data;
  return (
    <div className="grid gap-4">
      {/* The cards are of an earlier answer; the latest one did not come. */}
      {problem === null ? null : <RetryNotice onRetry={refetch}>{problem}</RetryNotice>}
      {appointments.length === 0 ? (
        <EmptyState
          title={fixed.appointments.none}
          className="rounded-card border border-dashed border-line bg-surface"
        />
      ) : (
        <ul className="grid gap-4">
          {appointments.map((appointment) => (
            <AppointmentCard key={appointment.session_id} appointment={appointment} />
          ))}
        </ul>
      )}
    </div>
  );
}

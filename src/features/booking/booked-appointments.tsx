import { CalendarDays, Download, Video } from 'lucide-react';
import { type Appointment, failureMessage, isWebLink } from '@/contract';
import { api } from '@/features/api/api';
import { offerDownload } from '@/lib/offer-download';
import { EmptyState } from '@/ui/feedback/empty-state';
import { ErrorState } from '@/ui/feedback/error-state';
import { Loading } from '@/ui/feedback/loading';
import { RetryNotice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { ExternalLink } from '@/ui/layout/external-link';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { calendarFile } from './calendar-file';
import { fixed, strings } from './strings';
import { endsAfterStart, parseTimeSlot, type TimeSlot } from './time-slot';

/** One booked appointment, with Join and Add to calendar. */
function AppointmentCard({ appointment }: { appointment: Appointment }) {
  const { patient_name, patient_email, time_slot } = appointment;
  const slot = parseTimeSlot(time_slot);
  return (
    <Card as="li" className="grid gap-3 p-5">
      <div className="min-w-0">
        <h3 className="font-semibold">{patient_name}</h3>
        <p className="text-sm break-words text-ink-2">{patient_email}</p>
      </div>
      <p className="flex items-start gap-2 text-sm tabular-nums">
        <CalendarDays aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-plum" />
        <span className="min-w-0 break-words">{time_slot}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <JoinLink appointment={appointment} />
        {slot !== null && endsAfterStart(slot) ? (
          <Button
            variant="ghost"
            size="sm"
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={() => downloadCalendarFile(appointment, slot)}
          >
            {strings.appointments.addToCalendar}
            <VisuallyHidden>{strings.appointments.whose(patient_name)}</VisuallyHidden>
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

/** A link is only rendered for http(s): another scheme could run a script in the page. */
function JoinLink({ appointment: { meet_link, patient_name } }: { appointment: Appointment }) {
  if (!isWebLink(meet_link)) return <p className="text-sm text-ink-2">{strings.appointments.badLink}</p>;
  return (
    <ExternalLink href={meet_link.trim()} button={{ variant: 'secondary', size: 'sm' }}>
      <Video aria-hidden="true" className="size-4" />
      {fixed.appointments.join}
      <VisuallyHidden>{strings.appointments.whoseInNewTab(patient_name)}</VisuallyHidden>
    </ExternalLink>
  );
}

function downloadCalendarFile(appointment: Appointment, slot: TimeSlot): void {
  const text = calendarFile(appointment, slot, new Date());
  offerDownload(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'appointment.ics');
}

interface BookedAppointmentsProps {
  /** Leads to the patients, one of whom can be booked; without it the empty list has no button. */
  onChoosePatient?: (() => void) | undefined;
}

/** The Booked Appointments cards (SPEC §2 "Booking section", §8 "Appointments fetch"). */
export function BookedAppointments({ onChoosePatient }: BookedAppointmentsProps) {
  const { data, error, isFetching, refetch } = api.useFetchAppointmentsQuery();
  const problem =
    error === undefined || isFetching ? null : (failureMessage(error) ?? strings.appointments.notLoaded);
  if (data === undefined) {
    return problem === null ? <Loading /> : <ErrorState title={problem} onRetry={refetch} />;
  }
  const { appointments } = data;
  return (
    <div className="grid gap-4">
      {/* The cards are from an earlier response; the latest fetch failed. */}
      {problem === null ? null : <RetryNotice onRetry={refetch}>{problem}</RetryNotice>}
      {appointments.length === 0 ? (
        <EmptyState
          title={fixed.appointments.none}
          action={
            onChoosePatient && (
              <Button variant="secondary" onClick={onChoosePatient}>
                {strings.appointments.choosePatient}
              </Button>
            )
          }
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

import { CalendarDays, ChevronDown, Download, Video } from 'lucide-react';
import { memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { api } from '@/app/api';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { type Appointment, failureMessage, isWebLink, longest, shorten } from '@/contract';
import { appClock } from '@/lib/clock';
import { offerDownload } from '@/lib/offer-download';
import { cx } from '@/ui/cx';
import { announce } from '@/ui/feedback/announce';
import { EmptyState, ErrorState, Loading } from '@/ui/feedback/loading';
import { Notice } from '@/ui/feedback/notice';
import { Badge } from '@/ui/feedback/status';
import { Button, RetryButton } from '@/ui/form/button';
import { Card, EmailAddress, VisuallyHidden } from '@/ui/layout/content';
import { ExternalLink } from '@/ui/layout/links';
import { useNewAppointments } from './book-dialog';
import { calendarFile } from './calendar-file';
import { fixed, strings } from './strings';
import { type BookedSlot, bookedTime, readAppointments, type TimeSpan } from './time-slot';
import { dateAt, localZone, nextDate, useNow } from './zoned-time';

/** The groups, in the order of the page. `other`: times that can't be read. */
const groupNames = ['today', 'tomorrow', 'later', 'other', 'past'] as const;
type GroupName = (typeof groupNames)[number];

/** Appointments under one heading. */
interface AppointmentGroup {
  readonly name: GroupName;
  readonly slots: readonly BookedSlot[];
}

/**
 * Groups appointments by day, sorted by their start, past ones from the latest on. Those whose time can't be read keep
 * the order of the server. An appointment is past once it has ended.
 *
 * @param zone the zone whose days count
 * @param now the current time in milliseconds since 1970
 * @returns the groups that have appointments
 */
function groupAppointments(
  booked: readonly BookedSlot[],
  zone: string,
  now: number,
): readonly AppointmentGroup[] {
  const today = dateAt(now, zone);
  const tomorrow = nextDate(today);
  const groupOf = ({ span }: BookedSlot): GroupName => {
    if (span === null) return 'other';
    if (span.end <= now) return 'past';
    const date = dateAt(span.start, zone);
    // An appointment that began before midnight and is not over is listed for today.
    return date <= today ? 'today' : date === tomorrow ? 'tomorrow' : 'later';
  };
  const placed = booked.map((slot) => ({ slot, group: groupOf(slot) }));
  return groupNames
    .map((name) => {
      const direction = name === 'past' ? -1 : 1;
      const slots = placed.filter(({ group }) => group === name).map(({ slot }) => slot);
      return { name, slots: slots.sort((one, other) => direction * (startOf(one) - startOf(other))) };
    })
    .filter(({ slots }) => slots.length > 0);
}

const startOf = ({ span }: BookedSlot): number => span?.start ?? 0;

interface AppointmentCardProps {
  slot: BookedSlot;
  /** The time in the user's zone, or the server's text if it can't be read. */
  time: string;
  /** It was booked just now: it is highlighted, scrolled into view and announced. */
  isNew: boolean;
}

/** One booked appointment, with Join and Add to calendar. */
const AppointmentCard = memo(function AppointmentCard({ slot, time, isNew }: AppointmentCardProps) {
  const { appointment, span, namesZone } = slot;
  const patient_name = shorten(appointment.patient_name, longest.name);
  const patient_email = shorten(appointment.patient_email, longest.name);
  const time_slot = shorten(appointment.time_slot, longest.name);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    card.current?.scrollIntoView({ block: 'nearest' });
    announce(strings.appointments.added(patient_name, time));
  }, [isNew, patient_name, time]);
  return (
    <Card
      as="li"
      ref={card}
      className={cx(
        'grid gap-3 p-5 transition-[background-color,box-shadow] duration-1000',
        isNew && 'bg-plum-soft ring-2 ring-plum',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h4 className="font-semibold">{patient_name}</h4>
          <p className="text-sm">
            <EmailAddress>{patient_email}</EmailAddress>
          </p>
        </div>
        {isNew ? <Badge tone="success">{strings.appointments.isNew}</Badge> : null}
      </div>
      <div className="flex items-start gap-2 text-sm tabular-nums">
        <CalendarDays aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-plum" />
        <div className="min-w-0 break-words">
          <p>{span === null ? time : <time dateTime={new Date(span.start).toISOString()}>{time}</time>}</p>
          {span !== null && namesZone ? (
            <p className="text-caption text-ink-2">{strings.appointments.asWritten(time_slot)}</p>
          ) : null}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <JoinLink appointment={appointment} />
        {span === null ? null : (
          <Button
            variant="ghost"
            size="sm"
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={() => downloadCalendarFile(appointment, span)}
          >
            <span>{strings.appointments.addToCalendar}</span>
            <VisuallyHidden>{strings.appointments.whose(patient_name)}</VisuallyHidden>
          </Button>
        )}
      </div>
    </Card>
  );
});

/** A link is only rendered for http(s): another scheme could run a script in the page. */
function JoinLink({ appointment: { meet_link, patient_name } }: { appointment: Appointment }) {
  if (!isWebLink(meet_link)) return <p className="text-sm text-ink-2">{strings.appointments.badLink}</p>;
  return (
    <ExternalLink href={meet_link.trim()} button={{ variant: 'secondary', size: 'sm' }}>
      <Video aria-hidden="true" className="size-4" />
      <span>{fixed.appointments.join}</span>
      <VisuallyHidden>{strings.appointments.whoseInNewTab(patient_name)}</VisuallyHidden>
    </ExternalLink>
  );
}

function downloadCalendarFile(appointment: Appointment, span: TimeSpan): void {
  const text = calendarFile(appointment, span, appClock.calendarNow());
  offerDownload(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'appointment.ics');
}

interface AppointmentGroupListProps {
  group: AppointmentGroup;
  timeOf: (slot: BookedSlot) => string;
  newIds: readonly Appointment['session_id'][];
}

/** The cards under one heading. Past appointments are collapsed. */
function AppointmentGroupList({ group: { name, slots }, timeOf, newIds }: AppointmentGroupListProps) {
  const headingId = useId();
  const isCollapsible = name === 'past';
  const [isOpen, setOpen] = useState(!isCollapsible);
  const hasNew = slots.some(({ appointment }) => newIds.includes(appointment.session_id));
  useEffect(() => {
    if (hasNew) setOpen(true);
  }, [hasNew]);
  return (
    <div className="grid gap-3">
      <h3 id={headingId} className="text-base font-semibold text-ink-2">
        {isCollapsible ? (
          <button
            type="button"
            aria-expanded={isOpen}
            className="-mx-1.5 inline-flex min-h-9 items-center gap-1.5 rounded-sm px-1.5 hover:text-plum"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown aria-hidden="true" className={cx('size-4', !isOpen && '-rotate-90')} />
            <span>{strings.appointments.groups[name]}</span>
          </button>
        ) : (
          strings.appointments.groups[name]
        )}
      </h3>
      {isOpen ? (
        <ul aria-labelledby={headingId} className="grid grid-cols-1 gap-4">
          {slots.map((slot) => (
            <AppointmentCard
              key={slot.appointment.session_id}
              slot={slot}
              time={shorten(timeOf(slot), longest.name)}
              isNew={newIds.includes(slot.appointment.session_id)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The appointments by day, in the user's time zone. */
function AppointmentList({ appointments }: { appointments: readonly Appointment[] }) {
  const zone = localZone();
  const now = useNow();
  const newIds = useNewAppointments(appointments);
  const booked = useMemo(() => readAppointments(appointments, zone), [appointments, zone]);
  const groups = useMemo(() => groupAppointments(booked, zone, now), [booked, zone, now]);
  const timeOf = (slot: BookedSlot) => bookedTime(slot, zone, now);
  return groups.map((group) => (
    <AppointmentGroupList key={group.name} group={group} timeOf={timeOf} newIds={newIds} />
  ));
}

interface BookedAppointmentsProps {
  /** Leads to the patients, one of whom can be booked; without it the empty list has no button. */
  onChoosePatient?: (() => void) | undefined;
}

/** The Booked Appointments cards (§2 "Booking section", §8 "Appointments fetch"). */
export function BookedAppointments({ onChoosePatient }: BookedAppointmentsProps) {
  const { data, error, isFetching, refetch } = api.useFetchAppointmentsQuery();
  // On narrow screens they are below the patient list, out of view (see `BookingSection`).
  useFailuresInPlace(['fetchAppointments'], () => matchMedia('(width >= 84rem)').matches);
  const problem =
    error === undefined || isFetching ? null : (failureMessage(error) ?? strings.appointments.notLoaded);
  if (data === undefined) {
    return problem === null ? <Loading /> : <ErrorState title={problem} onRetry={refetch} />;
  }
  const { appointments } = data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {/* The cards are from an earlier response; the latest fetch failed. */}
      {problem === null ? null : (
        <Notice tone="error" action={<RetryButton size="sm" className="self-start" onRetry={refetch} />}>
          {problem}
        </Notice>
      )}
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
        >
          {strings.appointments.emptyHint}
        </EmptyState>
      ) : (
        <AppointmentList appointments={appointments} />
      )}
    </div>
  );
}

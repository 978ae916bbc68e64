import { useMemo } from 'react';
import type { Appointment, Patient } from '@/contract';
import { api } from '@/features/api/api';
import { parseTimeSlot } from '@/features/booking/time-slot';
import { useRequestedOrders } from '@/features/orders/order-records';
import { appClock } from '@/lib/clock';
import { strings } from '../strings';

/** A figure and what it counts. */
type Figure = readonly [figure: string, label: string];

/** Today on the clinic's clock, as `YYYY-MM-DD`. */
function today(): string {
  const now = new Date(appClock.calendarNow());
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${now.getFullYear()}-${month}-${day}`;
}

/** Counts the appointments of today; null if none is known to be today, but some have a slot that can't be read. */
function appointmentsToday(appointments: readonly Appointment[]): Figure | null {
  const dates = appointments.map(({ time_slot }) => parseTimeSlot(time_slot)?.date);
  const count = dates.filter((date) => date === today()).length;
  const allRead = !dates.includes(undefined);
  if (count === 0 && !allRead) return null;
  return strings.pulse.appointments(count, allRead);
}

function Figures({ patients }: { patients: readonly Patient[] }) {
  const authorized = useMemo(() => patients.filter((patient) => patient.authorized === 1).length, [patients]);
  const { data: booked } = api.useFetchAppointmentsQuery();
  const appointments = useMemo(() => (booked ? appointmentsToday(booked.appointments) : null), [booked]);
  const requested = useRequestedOrders();
  const figures: readonly (Figure | null)[] = [
    strings.pulse.authorized(authorized, patients.length),
    appointments,
    strings.pulse.orders(requested),
  ];
  return (
    <ul aria-label={strings.pulse.name} className="flex flex-wrap gap-2 text-sm text-ink-2">
      {figures.map((each) =>
        each === null ? null : (
          <li key={each[1]} className="rounded-full border border-line bg-surface px-3 py-1">
            <b className="font-semibold text-ink tabular-nums">{each[0]}</b> {each[1]}
          </li>
        ),
      )}
    </ul>
  );
}

/**
 * The day in three figures. They are shown once the patient list was fetched by a list of it: a list of thousands is not
 * fetched for a figure.
 */
export function PulseStrip() {
  const { data: patients } = api.endpoints.fetchPatients.useQueryState(undefined);
  return patients === undefined || patients.length === 0 ? null : <Figures patients={patients} />;
}

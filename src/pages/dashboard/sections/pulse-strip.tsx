import { useMemo, useState } from 'react';
import type { Appointment, Patient } from '@/contract';
import { api } from '@/features/api/api';
import { readAppointments } from '@/features/booking/time-slot';
import { useNow } from '@/features/booking/use-now';
import { dateAt, localZone } from '@/features/booking/zoned-time';
import { useRequestedOrders } from '@/features/orders/order-records';
import { strings } from '../strings';

/** A figure and what it counts. */
type Figure = readonly [figure: string, label: string];

/**
 * Counts the appointments of a day; null if none is known to be on it, but some have a slot that can't be read.
 *
 * @param today `YYYY-MM-DD`
 * @param zone the zone whose days count
 */
function appointmentsOn(today: string, zone: string, appointments: readonly Appointment[]): Figure | null {
  const spans = readAppointments(appointments, zone).map(({ span }) => span);
  const count = spans.filter((span) => span !== null && dateAt(span.start, zone) === today).length;
  const allRead = !spans.includes(null);
  if (count === 0 && !allRead) return null;
  return strings.pulse.appointments(count, allRead);
}

function Figures({ patients }: { patients: readonly Patient[] }) {
  const authorized = useMemo(() => patients.filter((patient) => patient.authorized === 1).length, [patients]);
  const { data: booked, isError } = api.useFetchAppointmentsQuery();
  const zone = localZone();
  const today = dateAt(useNow(), zone);
  const appointments = useMemo(
    () => (booked ? appointmentsOn(today, zone, booked.appointments) : null),
    [booked, today, zone],
  );
  const requested = useRequestedOrders();
  // All at once: a figure that came later would move the others. Once shown, they stay while a failed read is repeated.
  const [isShown, setShown] = useState(false);
  if (!isShown && (booked !== undefined || isError)) setShown(true);
  if (!isShown) return null;
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

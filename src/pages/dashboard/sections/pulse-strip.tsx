import { useMemo } from 'react';
import { api } from '@/app/api';
import type { Appointment, Patient } from '@/contract';
import { readAppointments } from '@/features/booking/time-slot';
import { dateAt, localZone, useNow } from '@/features/booking/zoned-time';
import { cx } from '@/ui/cx';
import { strings } from '../strings';

/** A figure and what it counts. */
type Figure = readonly [figure: string, label: string];

/**
 * Counts the appointments of a day; null if it finds none but can't read some of the slots.
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

interface PulseStripProps {
  /** Hides the figures where the section has them below its tabs. */
  besideTitleOnly: boolean;
}

function Figures({ patients, besideTitleOnly }: PulseStripProps & { patients: readonly Patient[] }) {
  const authorized = useMemo(() => patients.filter((patient) => patient.authorized === 1).length, [patients]);
  const { data: booked } = api.useFetchAppointmentsQuery();
  const zone = localZone();
  const today = dateAt(useNow(), zone);
  const appointments = useMemo(
    () => (booked ? appointmentsOn(today, zone, booked.appointments) : null),
    [booked, today, zone],
  );
  // Last, because it may come later than the other.
  const figures: readonly (Figure | null)[] = [
    strings.pulse.authorized(authorized, patients.length),
    appointments,
  ];
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2',
        besideTitleOnly && 'max-xl:hidden',
      )}
    >
      {/* Beside the title the figures are right-aligned: one that comes later is added on the left, where it moves no other. */}
      <ul aria-label={strings.pulse.name} className="flex flex-wrap gap-2 xl:grow xl:flex-row-reverse">
        {figures.map((each) =>
          each === null ? null : (
            <li key={each[1]} className="rounded-full border border-line bg-surface px-3 py-1">
              <b className="font-semibold text-ink tabular-nums">{each[0]}</b> {each[1]}
            </li>
          ),
        )}
      </ul>
      <p className="text-caption max-xl:basis-full">{strings.pulse.orders}</p>
    </div>
  );
}

/**
 * The day in two figures, and what no call lists (§7). They appear once a section has fetched the patient list: thousands of rows are not fetched for
 * a figure.
 */
export function PulseStrip({ besideTitleOnly }: PulseStripProps) {
  const { data: patients } = api.endpoints.fetchPatients.useQueryState(undefined);
  if (patients === undefined || patients.length === 0) return null;
  return <Figures patients={patients} besideTitleOnly={besideTitleOnly} />;
}

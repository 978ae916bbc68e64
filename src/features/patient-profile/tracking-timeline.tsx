import { Check } from 'lucide-react';
import { cx } from '@/ui/cx';
import { strings } from './strings';

/** The way of a kit, as far as we know its stations: how the server calls each, and how we do. */
const stations = [
  { status: 'order placed', label: strings.stations.ordered },
  { status: 'kit shipped', label: strings.stations.shipped },
  { status: 'kit delivered', label: strings.stations.delivered },
  { status: 'sample received', label: strings.stations.received },
  { status: 'results ready', label: strings.stations.ready },
];

/** A status as a timeline where it is one that we know, and verbatim where it is not. */
export function TrackingTimeline({ status }: { status: string }) {
  const heard = status.trim().toLowerCase();
  const reached = stations.findIndex((station) => station.status === heard);
  return (
    <>
      <p className="text-lg font-semibold" role="status">
        {status}
      </p>
      {reached === -1 ? null : (
        <ol className="grid gap-3">
          {stations.map(({ label }, index) => (
            <li
              key={label}
              aria-current={index === reached ? 'step' : undefined}
              className={cx('flex items-center gap-3', index > reached && 'text-ink-2')}
            >
              <span
                aria-hidden="true"
                className={cx(
                  'grid size-6 shrink-0 place-items-center rounded-full border',
                  index <= reached
                    ? 'border-plum bg-plum text-on-plum print:[print-color-adjust:exact]'
                    : 'border-field',
                )}
              >
                {index <= reached ? <Check className="size-4" /> : null}
              </span>
              {label}
              {index <= reached ? <span className="sr-only">{strings.tracking.reached}</span> : null}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

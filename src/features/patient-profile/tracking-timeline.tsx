import { Check } from 'lucide-react';
import { cx } from '@/shared/ui/cx';
import { strings } from './strings';

/** The way of a kit, as far as we know its stations. */
const stations = [
  'Order placed',
  'Kit shipped',
  'Kit delivered',
  'Sample received',
  'Results ready',
] as const;

/** A status as a timeline where it is one that we know, and verbatim where it is not. */
export function TrackingTimeline({ status }: { status: string }) {
  const reached = stations.findIndex((station) => station.toLowerCase() === status.trim().toLowerCase());
  return (
    <>
      <p className="text-lg font-semibold" role="status">
        {status}
      </p>
      {reached === -1 ? null : (
        <ol className="grid gap-3">
          {stations.map((station, index) => (
            <li
              key={station}
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
              {station}
              {index <= reached ? <span className="sr-only">{strings.tracking.reached}</span> : null}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

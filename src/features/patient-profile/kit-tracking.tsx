import { Check } from 'lucide-react';
import { isFailure, type OrderId } from '@/contract';
import { api } from '@/features/api/api';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { fixed, strings } from './strings';

/** The known stages of a kit: the server's status, and our label. */
const stations = [
  { status: 'order placed', label: strings.stations.ordered },
  { status: 'kit shipped', label: strings.stations.shipped },
  { status: 'kit delivered', label: strings.stations.delivered },
  { status: 'sample received', label: strings.stations.received },
  { status: 'results ready', label: strings.stations.ready },
];

/** Shows a known status as a timeline, and any other status verbatim. */
function TrackingTimeline({ status }: { status: string }) {
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

interface KitTrackingProps {
  orderId: OrderId | null;
  /** Fetches the profile again: only it contains an order that was confirmed meanwhile. */
  onRefresh: () => void;
}

/** Read-only Kit Tracking Status (SPEC §2). "Order not placed" is the server's status if there is no order. */
export function KitTracking({ orderId, onRefresh }: KitTrackingProps) {
  const { data, error, isFetching, refetch } = api.useTrackKitStatusQuery({ body: { orderId } });
  const declined = isFailure(error) && error.kind === 'unsuccessful' ? error.message : null;
  // The last known status stays visible while it is fetched again, and if that fails.
  const status = declined ?? data?.status ?? null;
  const failed = error !== undefined && declined === null;
  const refresh = () => {
    onRefresh();
    refetch();
  };
  return (
    <Card as="section" aria-labelledby="kit-tracking" className="grid content-start gap-4 p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="kit-tracking" className="text-h3 font-semibold">
          {fixed.tracking.title}
        </h2>
        <Button
          variant="ghost"
          size="sm"
          busy={isFetching}
          busyLabel={fixed.tracking.loading}
          onClick={refresh}
        >
          {strings.tracking.refresh}
        </Button>
      </div>
      {status === null && isFetching ? <p className="text-ink-2">{fixed.tracking.loading}</p> : null}
      {failed && !isFetching ? <p role="alert">{strings.tracking.notLoaded}</p> : null}
      {status === null ? null : <TrackingTimeline status={status} />}
    </Card>
  );
}

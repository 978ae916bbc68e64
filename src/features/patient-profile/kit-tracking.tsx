import { isFailure, type OrderId } from '@/contract';
import { useTrackKitStatusQuery } from '@/features/api/api';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { fixed, strings } from './strings';
import { TrackingTimeline } from './tracking-timeline';

interface KitTrackingProps {
  orderId: OrderId | null;
  /** Asks for the profile anew: an order that was confirmed meanwhile is known only there. */
  onRefresh: () => void;
}

/** Read-only Kit Tracking Status (SPEC §2). "Order not placed" is the server's word for a patient without an order. */
export function KitTracking({ orderId, onRefresh }: KitTrackingProps) {
  const { data, error, isFetching, refetch } = useTrackKitStatusQuery({ body: { orderId } });
  const declined = isFailure(error) && error.kind === 'unsuccessful' ? error.message : null;
  // What was known before stays in sight while it is asked anew, and when that fails.
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

import { ClipboardCheck, FileCheck, FlaskConical, House, Truck } from 'lucide-react';
import { api } from '@/app/api';
import { isFailure, type PatientProfile } from '@/contract';
import { KitJourney } from '@/ui/art/kit-journey';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/form/button';
import { Card, FactList } from '@/ui/layout/content';
import { fixed, strings } from './strings';

const ready = { status: 'results ready', Icon: FileCheck, ...strings.stations.ready };
const ordered = { status: 'order placed', Icon: ClipboardCheck, ...strings.stations.ordered };

/** The known stations of a kit, by the server's status in lower case. */
const stations = [
  ordered,
  { status: 'kit shipped', Icon: Truck, ...strings.stations.shipped },
  { status: 'kit delivered', Icon: House, ...strings.stations.delivered },
  { status: 'sample received', Icon: FlaskConical, ...strings.stations.received },
  ready,
];

/** The status of a patient without an order (§3). */
const notOrdered = { status: 'order not placed', ...strings.notOrdered };

/** The known stations as a list, with a picture of the way behind it. */
function Journey({ present }: { present: number }) {
  return (
    <div className="relative">
      <KitJourney stations={stations.length} present={present}>
        {/* Results have no box. */}
        {present === stations.indexOf(ready) ? <ready.Icon className="size-6" strokeWidth={1.75} /> : null}
      </KitJourney>
      <ol className="relative grid auto-rows-fr sm:auto-cols-fr sm:grid-flow-col">
        {stations.map(({ label, Icon }, index) => (
          <li
            key={label}
            aria-current={index === present ? 'step' : undefined}
            className={cx(
              'flex min-w-0 items-center gap-3 py-1 sm:flex-col sm:gap-1.5 sm:px-1 sm:py-0 sm:text-center',
              index === present && 'font-semibold',
              index > present && 'text-ink-2',
            )}
          >
            <span aria-hidden="true" className="grid size-[48px] shrink-0 place-items-center">
              {/* At the present station there is the box. */}
              {index === present ? null : (
                <span
                  className={cx(
                    'grid size-[36px] place-items-center rounded-full border',
                    index < present
                      ? 'border-plum bg-plum text-on-plum print:[print-color-adjust:exact]'
                      : 'border-field bg-surface text-ink-3',
                  )}
                >
                  <Icon className="size-5" strokeWidth={1.75} />
                </span>
              )}
            </span>
            <span className="min-w-0">
              <span>{label}</span>
              {index <= present ? <span className="sr-only">{strings.tracking.reached}</span> : null}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface GuidanceProps {
  next: string;
  now: string;
}

/** What happens next, and what the patient must do for it. */
function Guidance({ next, now }: GuidanceProps) {
  return (
    <div className="grid gap-x-8 gap-y-4 border-t border-line pt-4 sm:grid-cols-2">
      <div>
        <h3 className="font-semibold">{strings.tracking.next}</h3>
        <p className="text-ink-2">{next}</p>
      </div>
      <div>
        <h3 className="font-semibold">{strings.tracking.now}</h3>
        <p className="text-ink-2">{now}</p>
      </div>
    </div>
  );
}

/** The status verbatim; where we know it, with the kit's journey and what comes next. */
function TrackingStatus({ status }: { status: string }) {
  const normalStatus = status.trim().toLowerCase();
  const present = stations.findIndex((station) => station.status === normalStatus);
  const guidance = normalStatus === notOrdered.status ? notOrdered : stations[present];
  return (
    <>
      <p className="text-lg font-semibold" role="status">
        {status}
      </p>
      {present === -1 ? null : <Journey present={present} />}
      {guidance === undefined ? null : <Guidance next={guidance.next} now={guidance.now} />}
    </>
  );
}

interface KitTrackingProps {
  orderId: PatientProfile['order_id'];
  /** Fetches the profile again: only it contains an order that was confirmed meanwhile. */
  onRefresh: () => void;
}

/** Read-only Kit Tracking Status (§2). "Order not placed" is the server's status if there is no order. */
export function KitTracking({ orderId, onRefresh }: KitTrackingProps) {
  const { data, error, isFetching, refetch } = api.useTrackKitStatusQuery({ body: { orderId } });
  const declined = isFailure(error) && error.kind === 'unsuccessful' ? error.message : null;
  // The last known status stays visible while it is fetched again, and if that fails.
  const status = declined ?? (data?.status.trim() || null);
  const failed = (status === null && !isFetching) || (error !== undefined && declined === null);
  const refresh = () => {
    onRefresh();
    refetch();
  };
  return (
    <Card as="section" aria-labelledby="kit-tracking" className="grid content-start gap-4">
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
      {status === null && isFetching ? (
        <div className="relative">
          <p className="absolute text-ink-2">{fixed.tracking.loading}</p>
          {/* Keeps the form below in its place. */}
          <div aria-hidden="true" className="invisible">
            <TrackingStatus status={orderId === null ? notOrdered.status : ordered.status} />
          </div>
        </div>
      ) : null}
      {failed && !isFetching ? <p role="alert">{strings.tracking.notLoaded}</p> : null}
      {status === null ? null : <TrackingStatus status={status} />}
      {/* The server doesn't say which kit was ordered, or when: the profile has the next one. */}
      {orderId === null ? null : <FactList facts={[{ term: strings.tracking.order, value: orderId }]} />}
    </Card>
  );
}

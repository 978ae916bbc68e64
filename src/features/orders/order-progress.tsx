import { ShoppingCart } from 'lucide-react';
import { useEffect } from 'react';
import type { OrderManyActor } from '@/machines/order-many.machine';
import { isUnresolved, nextPatients, type OrderCounts } from '@/machines/orders';
import { announce } from '@/ui/feedback/announce';
import { Notice } from '@/ui/feedback/notice';
import { ProgressBar } from '@/ui/feedback/status';
import { Button } from '@/ui/form/button';
import { OrderResults } from './order-results';
import { strings } from './strings';
import type { OrderManyView } from './use-order-many';

/** Announces the progress at each quarter: at every patient, it would drown everything else. */
function useQuartersAnnounced(done: number, total: number): void {
  const quarter = total === 0 ? 0 : Math.floor((4 * done) / total);
  const reached = quarter === 0 || quarter === 4 ? null : Math.ceil((quarter * total) / 4);
  useEffect(() => {
    if (reached !== null) announce(strings.many.progress(reached, total));
  }, [reached, total]);
}

interface RunningOrdersProps {
  counts: OrderCounts;
  /** The name of the patient whose order is being sent; undefined while none is. */
  current: string | undefined;
}

function RunningOrders({ counts, current }: RunningOrdersProps) {
  const { waiting, sending, requested, failed, unknown } = counts;
  const done = requested + failed + unknown;
  const total = done + waiting + sending;
  useQuartersAnnounced(done, total);
  return (
    <ProgressBar
      label={current === undefined ? strings.many.ordering : strings.many.now(current)}
      value={total === 0 ? 100 : Math.round((100 * done) / total)}
      text={strings.many.progress(done, total)}
    />
  );
}

/** Why nothing is sent at the moment, and the way to leave out the rest. */
function PausedNotice({ snapshot, send }: OrderManyView) {
  const { pausedBy, counts } = snapshot.context;
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="secondary" size="sm" onClick={() => send({ type: 'LEAVE_REST' })}>
          {strings.many.leaveRest(counts.waiting)}
        </Button>
      }
    >
      {strings.many.paused(pausedBy ?? 'user', counts.waiting)}
    </Notice>
  );
}

/** Whose orders may have been placed, and what to do about it. */
function UnknownNotice({ snapshot: { context } }: Pick<OrderManyView, 'snapshot'>) {
  const { patients, results } = context;
  const names = patients.filter((_, position) => results[position]?.status === 'unknown');
  return <Notice tone="warning">{strings.many.unknown(names.map(({ name }) => name))}</Notice>;
}

interface NextNoticeProps extends OrderManyView {
  onOrderNext: () => void;
}

/** The patients who were selected meanwhile, and what comes before they are ordered for. */
function NextNotice({ snapshot, send, onOrderNext }: NextNoticeProps) {
  const next = nextPatients(snapshot.context);
  const toOrder = next.filter(({ requested }) => !requested);
  const asked = next.filter(({ requested }) => requested);
  const finished = snapshot.hasTag('finished');
  if (next.length === 0) return null;
  return (
    <Notice
      action={
        toOrder.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {finished ? (
              <Button
                variant="secondary"
                size="sm"
                icon={<ShoppingCart aria-hidden="true" className="size-4" />}
                onClick={onOrderNext}
              >
                {isUnresolved(snapshot.context.counts)
                  ? strings.many.dismissAndOrderNext(toOrder.length)
                  : strings.many.orderNext(toOrder.length)}
              </Button>
            ) : null}
            <Button variant="ghost" size="sm" onClick={() => send({ type: 'CLEAR_NEXT' })}>
              {strings.many.clearNext}
            </Button>
          </div>
        ) : undefined
      }
    >
      {toOrder.length > 0 ? (
        <>
          {finished ? null : <p>{strings.many.theseFirst}</p>}
          <p>{strings.many.next(toOrder.map(({ name }) => name))}</p>
        </>
      ) : null}
      {asked.length > 0 ? <p>{strings.many.group.requested(asked.map(({ name }) => name))}</p> : null}
    </Notice>
  );
}

interface OrderProgressProps extends NextNoticeProps {
  actor: OrderManyActor;
}

/** The progress and each patient's result, while orders are sent and afterwards. */
export function OrderProgress({ actor, ...view }: OrderProgressProps) {
  const { snapshot } = view;
  const { patients, position, counts } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  return (
    <>
      <RunningOrders counts={counts} current={busy ? patients[position]?.name : undefined} />
      {snapshot.hasTag('paused') ? <PausedNotice {...view} /> : null}
      {snapshot.hasTag('finished') ? (
        <Notice tone={isUnresolved(counts) ? 'warning' : 'success'}>{strings.many.summary(counts)}</Notice>
      ) : null}
      {snapshot.hasTag('finished') && counts.unknown > 0 ? <UnknownNotice snapshot={snapshot} /> : null}
      <NextNotice {...view} />
      <OrderResults actor={actor} patients={patients} />
    </>
  );
}

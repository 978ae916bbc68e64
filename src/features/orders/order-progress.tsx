import { ShoppingCart } from 'lucide-react';
import { useEffect } from 'react';
import { isUnresolved, type OrderCounts, type OrderManyActor } from '@/machines/order-many.machine';
import { announce } from '@/ui/feedback/announce';
import { Notice } from '@/ui/feedback/notice';
import { ProgressBar } from '@/ui/feedback/progress-bar';
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
      {strings.many.pausedBy[pausedBy ?? 'user']} {strings.many.stillWaiting(counts.waiting)}
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
function NextNotice({ snapshot, onOrderNext }: NextNoticeProps) {
  const { next, counts } = snapshot.context;
  return (
    <Notice
      action={
        snapshot.hasTag('finished') ? (
          <Button
            variant="secondary"
            size="sm"
            icon={<ShoppingCart aria-hidden="true" className="size-4" />}
            onClick={onOrderNext}
          >
            {isUnresolved(counts)
              ? strings.many.dismissAndOrderNext(next.length)
              : strings.many.orderNext(next.length)}
          </Button>
        ) : undefined
      }
    >
      {snapshot.hasTag('finished') ? null : <p>{strings.many.theseFirst}</p>}
      <p>{strings.many.next(next.map(({ name }) => name))}</p>
    </Notice>
  );
}

interface OrderProgressProps extends NextNoticeProps {
  actor: OrderManyActor;
}

/** The progress and each patient's result, while orders are sent and afterwards. */
export function OrderProgress({ actor, onOrderNext, ...view }: OrderProgressProps) {
  const { snapshot } = view;
  const { patients, position, counts, next } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  return (
    <>
      <RunningOrders counts={counts} current={busy ? patients[position]?.name : undefined} />
      {snapshot.hasTag('paused') ? <PausedNotice {...view} /> : null}
      {snapshot.hasTag('finished') ? (
        <Notice tone={isUnresolved(counts) ? 'warning' : 'success'}>{strings.many.summary(counts)}</Notice>
      ) : null}
      {snapshot.hasTag('finished') && counts.unknown > 0 ? <UnknownNotice snapshot={snapshot} /> : null}
      {next.length > 0 ? <NextNotice {...view} onOrderNext={onOrderNext} /> : null}
      <OrderResults actor={actor} patients={patients} />
    </>
  );
}

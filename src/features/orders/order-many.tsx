import { textOf } from '@kitwell/mock-engine/declaration';
import { useSelector } from '@xstate/react';
import { CircleAlert, CircleCheck, CircleMinus, Clock, ShoppingCart, TriangleAlert } from 'lucide-react';
import { memo, type ReactElement, useEffect, useMemo, useState } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { appPortOf, sessionScoped } from '@/app/app-port';
import { discardDraft } from '@/app/form-draft';
import { useApiStore } from '@/app/operation-actor';
import { dashboardToast, type Store } from '@/app/store';
import { patientListTexts } from '@/app/use-patient-table';
import {
  declarationOf,
  failureMessage,
  longest,
  outcomeUnknown,
  type Patient,
  type PatientId,
  shorten,
} from '@/contract';
import {
  countUnfinished,
  isUnresolved,
  nextPatients,
  type OrderCounts,
  type OrderResult,
  type PatientToOrderFor,
  type UnfinishedOrders,
  unresolvedOrders,
} from '@/domain/orders';
import { openFlow } from '@/machines/flows.machine';
import { type OrderManyActor, orderManyMachine } from '@/machines/order-many.machine';
import { cx } from '@/ui/cx';
import { announce } from '@/ui/feedback/announce';
import { EmptyState } from '@/ui/feedback/loading';
import { Notice } from '@/ui/feedback/notice';
import { ProgressBar } from '@/ui/feedback/status';
import { Button, Spinner } from '@/ui/form/button';
import { DataTable } from '@/ui/table/data-table';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { flagsOf, placeOrderActor, recordsOf, useOrderRecords } from './order-records';
import { fixed, strings } from './strings';

/** The orders of the signed-in account: their results outlive the section and an expired session. */
const orderManyOf = sessionScoped(createOrderMany);

/** Orders whose dialog is open: it shows their summary, so a toast would repeat it. */
const openOrders = new WeakSet<OrderManyActor>();

function createOrderMany(store: Store): OrderManyActor {
  const port = appPortOf(store);
  const machine = orderManyMachine.provide({
    actors: { placeOrder: placeOrderActor(store, { silent: true }) },
  });
  const earlier = port.drafts.register<UnfinishedOrders>('orders', () => {
    const snapshot = actor.getSnapshot();
    const value = snapshot.hasTag('results') ? unresolvedOrders(snapshot.context) : null;
    return value && { value, count: countUnfinished(value) };
  });
  const topic = 'order-many';
  const actor: OrderManyActor = openFlow(port.flows(), topic, machine, earlier ?? undefined);
  const records = recordsOf(store);
  const update = (changed: (id: PatientId) => boolean) => {
    const { context, status } = actor.getSnapshot();
    const patients = [...context.patients, ...context.next]
      .filter(({ patientId }) => changed(patientId))
      .map((patient) => ({ ...patient, ...flagsOf(records, patient.patientId) }));
    if (status === 'active' && patients.length > 0) actor.send({ type: 'PATIENTS_CHANGED', patients });
  };
  // Since they were selected, some may have got an order in the Order Kit dialog.
  if (earlier !== null) update(() => true);
  records.onOtherTab((patients) => update((id) => patients.has(id)));
  actor.on('finished', ({ counts }) => {
    if (openOrders.has(actor)) return;
    dashboardToast(strings.many.summary(counts), {
      tone: isUnresolved(counts) ? 'warning' : 'success',
      topic,
    });
  });
  // Thousands of orders take longer than the idle limit, and the user only watches.
  actor.subscribe((snapshot) => {
    if (snapshot.hasTag('busy')) port.recordActivity();
  });
  return actor;
}

/** Of the choice of a kit for many patients. */
export const draftName = 'orders';

type Send = (event: EventFrom<typeof orderManyMachine>) => void;

/** What the views of the orders receive. */
export interface OrderManyView {
  readonly snapshot: SnapshotFrom<typeof orderManyMachine>;
  readonly send: Send;
}

export interface OrderMany {
  readonly actor: OrderManyActor;
  readonly send: Send;
  /** Starts again with these patients; while earlier orders are unresolved, adds them to the next orders. */
  readonly start: (patients: readonly Patient[]) => void;
  /**
   * Updates the patients of the orders. Patients who are not in the list keep their authorization.
   *
   * @param patients the clinic's patients; undefined while they are not fetched
   */
  readonly update: (patients: readonly Patient[] | undefined) => void;
  /** Sets whether the dialog shows the orders to the user. */
  readonly setVisible: (visible: boolean) => void;
}

/** Orders for many patients, which outlive the section. */
export function useOrderMany(): OrderMany {
  const store = useApiStore();
  const records = useOrderRecords();
  return useMemo(() => {
    const actor = orderManyOf(store);
    const send: Send = (event) => {
      // The account may have ended.
      if (actor.getSnapshot().status === 'active') actor.send(event);
    };
    const toOrderFor = ({ patient_id: id, patient_name, authorized }: Patient): PatientToOrderFor => ({
      patientId: id,
      name: shorten(patient_name, longest.name),
      authorized: authorized === 1,
      ...flagsOf(records, id),
    });
    return {
      actor,
      send,
      start(patients) {
        const last = new Set(actor.getSnapshot().context.patients.map(({ patientId }) => patientId));
        const areSame = patients.length === last.size && patients.every(({ patient_id: id }) => last.has(id));
        // A kit that was chosen for other patients would hide what is known of these.
        if (!areSame) discardDraft(store, draftName);
        send({ type: 'OPEN', patients: patients.map(toOrderFor) });
      },
      update(patients = []) {
        const { context } = actor.getSnapshot();
        const planned = new Map(
          [...context.patients, ...context.next].map((patient) => [patient.patientId, patient]),
        );
        if (planned.size === 0) return;
        const changed = patients.filter(({ patient_id }) => planned.has(patient_id)).map(toOrderFor);
        for (const { patientId } of changed) planned.delete(patientId);
        const others = [...planned.values()].map((patient) => ({
          ...patient,
          ...flagsOf(records, patient.patientId),
        }));
        send({ type: 'PATIENTS_CHANGED', patients: [...changed, ...others] });
      },
      setVisible(visible) {
        if (visible) openOrders.add(actor);
        else openOrders.delete(actor);
      },
    };
  }, [store, records]);
}

const { notices } = declarationOf('requestAddressConfirmation');

/** The messages of a result, from §8, as in the Order Kit dialog. */
function messagesOf(result: OrderResult): readonly (string | null)[] {
  switch (result.status) {
    case 'waiting':
      return [strings.many.waiting];
    case 'sending':
      return [fixed.order.placing];
    case 'requested':
      return [textOf(notices.ok, result.message)];
    case 'failed':
    case 'rejected':
    case 'exists':
      return [failureMessage(result.failure) ?? strings.many.notPlaced];
    case 'unknown':
      return [failureMessage(result.failure), outcomeUnknown.order];
    case 'left-out':
      return [strings.many.leftOut[result.reason]];
  }
}

const icon = 'mt-0.5 size-4 shrink-0';

const icons: Readonly<Record<OrderResult['status'], ReactElement>> = {
  waiting: <Clock aria-hidden="true" className={cx(icon, 'text-ink-3')} />,
  sending: <Spinner className="mt-0.5 text-plum" />,
  requested: <CircleCheck aria-hidden="true" className={cx(icon, 'text-green')} />,
  exists: <CircleMinus aria-hidden="true" className={cx(icon, 'text-ink-3')} />,
  failed: <CircleAlert aria-hidden="true" className={cx(icon, 'text-red')} />,
  rejected: <CircleAlert aria-hidden="true" className={cx(icon, 'text-red')} />,
  unknown: <TriangleAlert aria-hidden="true" className={cx(icon, 'text-amber')} />,
  'left-out': <CircleMinus aria-hidden="true" className={cx(icon, 'text-ink-3')} />,
};

/** Sorted by result, what needs attention comes first. */
const rank: Readonly<Record<OrderResult['status'], number>> = {
  failed: 0,
  rejected: 1,
  unknown: 2,
  sending: 3,
  waiting: 4,
  exists: 5,
  requested: 6,
  'left-out': 7,
};

function Result({ result }: { result: OrderResult }) {
  return (
    <span className="flex items-start gap-2 text-start">
      {icons[result.status]}
      <span className="min-w-0">
        {messagesOf(result).map((message) =>
          message === null ? null : (
            <span key={message} className="block wrap-anywhere">
              {message}
            </span>
          ),
        )}
      </span>
    </span>
  );
}

interface ResultRow {
  readonly patient: PatientToOrderFor;
  /** The position of the patient's result in the machine's context. */
  readonly position: number;
  readonly rank: number;
}

function LiveResult({ actor, position }: { actor: OrderManyActor; position: number }) {
  const result = useSelector(actor, ({ context }) => context.results[position]);
  return result === undefined ? null : <Result result={result} />;
}

const columnsOf = (actor: OrderManyActor): readonly DataColumn<ResultRow>[] => [
  {
    id: 'patient',
    header: strings.many.patient,
    width: '35%',
    sortValue: ({ patient }) => patient.name,
    cell: ({ patient }) => <span className="font-medium wrap-anywhere">{patient.name}</span>,
  },
  {
    id: 'result',
    header: strings.many.result,
    sortValue: (row) => row.rank,
    cell: ({ position }) => <LiveResult actor={actor} position={position} />,
  },
];

const keyOf = ({ patient }: ResultRow) => patient.patientId;

interface OrderResultsProps {
  actor: OrderManyActor;
  /** Must be stable while orders are sent. */
  patients: readonly PatientToOrderFor[];
}

/** The result of each patient's order. A new result renders only its own cell, because there may be thousands. */
const OrderResults = memo(function OrderResults({ actor, patients }: OrderResultsProps) {
  // Rows keep their places while orders are sent.
  const atRest = useSelector(actor, (now) => (now.hasTag('busy') ? null : now.context.results));
  const [results, setResults] = useState(atRest);
  if (atRest !== null && atRest !== results) setResults(atRest);
  const columns = useMemo(() => columnsOf(actor), [actor]);
  const rows = useMemo(
    () =>
      patients.map((patient, position): ResultRow => {
        const status = results?.[position]?.status ?? 'waiting';
        return { patient, position, rank: rank[status] };
      }),
    [patients, results],
  );
  return (
    <DataTable
      label={strings.many.results}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      maxHeight="min(40dvh, 28rem)"
      countText={patientListTexts.count}
      empty={<EmptyState title={patientListTexts.noMatch} />}
    />
  );
});

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
  const { waiting, sending, 'left-out': _, ...ended } = counts;
  const done = Object.values(ended).reduce((sum, count) => sum + count);
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
      isQuiet
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

/** Which patients' orders may have been placed, and what to do about it. */
function UnknownNotice({ snapshot: { context } }: Pick<OrderManyView, 'snapshot'>) {
  const { patients, results } = context;
  const names = patients.filter((_, position) => results[position]?.status === 'unknown');
  return <Notice tone="warning">{strings.many.unknown(names.map(({ name }) => name))}</Notice>;
}

interface NextNoticeProps extends OrderManyView {
  onOrderNext: () => void;
}

/** The patients selected for the next orders, and what comes before these. */
function NextNotice({ snapshot, send, onOrderNext }: NextNoticeProps) {
  const next = nextPatients(snapshot.context);
  const toOrder = next.filter(({ requested }) => !requested);
  const alreadyRequested = next.filter(({ requested }) => requested);
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
      {alreadyRequested.length > 0 ? (
        <p>{strings.many.group.requested(alreadyRequested.map(({ name }) => name))}</p>
      ) : null}
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
        <Notice isQuiet tone={isUnresolved(counts) ? 'warning' : 'success'}>
          {strings.many.summary(counts)}
        </Notice>
      ) : null}
      {snapshot.hasTag('finished') && counts.unknown > 0 ? <UnknownNotice snapshot={snapshot} /> : null}
      <NextNotice {...view} />
      <OrderResults actor={actor} patients={patients} />
    </>
  );
}

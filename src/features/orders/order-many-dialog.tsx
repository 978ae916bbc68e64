import { useSelector } from '@xstate/react';
import { Pause, Play, RotateCw } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import type { ActorRefFrom, EventFrom, SnapshotFrom } from 'xstate';
import type { Patient } from '@/contract';
import { appPortOf, sessionScoped } from '@/features/api/app-port';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { toastValidationErrors } from '@/features/api/use-flow';
import { TermsDialog } from '@/lib/site/terms-dialog';
import { openFlow } from '@/machines/flows.machine';
import {
  countOrders,
  type LeaveOutReason,
  orderManyMachine,
  type PatientToOrderFor,
} from '@/machines/order-many.machine';
import { Dialog } from '@/ui/dialog/dialog';
import { announce } from '@/ui/feedback/announce';
import { Notice } from '@/ui/feedback/notice';
import { ProgressBar } from '@/ui/feedback/progress-bar';
import { Button, type ButtonProps } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { KitChoiceForm } from './kit-choice-form';
import { NotAuthorizedNotice, useAuthentication } from './not-authorized';
import { OrderProblem, type OrderReadiness, type ReadinessLinks } from './order-readiness';
import { placeOrderActor, useOrderRecords } from './order-records';
import { OrderResults } from './order-results';
import { fixed, strings } from './strings';

type OrderManyActor = ActorRefFrom<typeof orderManyMachine>;

/** The orders of the signed-in account: leaving the section must not lose their results. */
const orderManyOf = sessionScoped(createOrderMany);

function createOrderMany(store: Store): OrderManyActor {
  const machine = orderManyMachine.provide({
    actors: { placeOrder: placeOrderActor(store, { silent: true }) },
  });
  const topic = 'order-many';
  const actor = openFlow(appPortOf(store).flows(), topic, machine);
  actor.on('finished', (counts) =>
    dashboardToast(strings.many.summary(counts), {
      tone: counts.failed === 0 ? 'success' : 'warning',
      topic,
    }),
  );
  toastValidationErrors(actor, topic);
  return actor;
}

type Send = (event: EventFrom<typeof orderManyMachine>) => void;

interface OrderMany {
  readonly actor: OrderManyActor;
  readonly send: Send;
  /** Starts again with these patients, unless earlier orders still wait. */
  readonly start: (patients: readonly Patient[]) => void;
  /** Updates the patients of the orders. */
  readonly update: (patients: readonly Patient[]) => void;
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
      name: patient_name,
      authorized: authorized === 1,
      requested: records.minutesSinceRequest(id) !== null,
      unanswered: records.isUnanswered(id),
    });
    return {
      actor,
      send,
      start: (patients) => send({ type: 'OPEN', patients: patients.map(toOrderFor) }),
      update(patients) {
        const ids = new Set(actor.getSnapshot().context.orders.map(({ patientId }) => patientId));
        const changed = patients.filter(({ patient_id }) => ids.has(patient_id)).map(toOrderFor);
        if (changed.length > 0) send({ type: 'PATIENTS_CHANGED', patients: changed });
      },
    };
  }, [store, records]);
}

interface ViewProps {
  snapshot: SnapshotFrom<typeof orderManyMachine>;
  send: Send;
}

interface LeaveOutProps extends ViewProps {
  reason: LeaveOutReason;
  count: number;
}

/** Whether the patients with this reason are left out. */
function LeaveOut({ snapshot, send, reason, count }: LeaveOutProps) {
  return (
    <Checkbox
      label={strings.many.leaveOut[reason](count)}
      checked={snapshot.context.leftOut.has(reason)}
      onChange={({ currentTarget }) => send({ type: 'LEAVE_OUT', reason, leaveOut: currentTarget.checked })}
    />
  );
}

interface PatientGroupsProps extends ViewProps {
  authentication: ReturnType<typeof useAuthentication>;
}

/** How many patients are ordered for, and apart from them those who are left out by default. */
function PatientGroups({ authentication, ...view }: PatientGroupsProps) {
  const { orders } = view.snapshot.context;
  const notAuthorized = orders.filter(({ authorized }) => !authorized);
  const requested = orders.filter((order) => order.requested);
  const unanswered = orders.filter((order) => order.unanswered && !order.requested);
  const namesOf = (group: typeof orders) => group.map(({ name }) => name);
  return (
    <>
      <p role="status" className="font-semibold">
        {strings.many.toOrder(countOrders(orders).waiting)}
      </p>
      {notAuthorized.length > 0 ? (
        <NotAuthorizedNotice
          authentication={authentication}
          ids={notAuthorized.map(({ patientId }) => patientId)}
        >
          <p>{strings.many.group['not-authorized'](namesOf(notAuthorized))}</p>
          <LeaveOut {...view} reason="not-authorized" count={notAuthorized.length} />
        </NotAuthorizedNotice>
      ) : null}
      {requested.length > 0 ? (
        <Notice tone="info">
          <p>{strings.many.group.requested(namesOf(requested))}</p>
          <LeaveOut {...view} reason="requested" count={requested.length} />
        </Notice>
      ) : null}
      {unanswered.length > 0 ? (
        <Notice tone="warning">
          <p>{strings.many.group.unanswered(namesOf(unanswered))}</p>
          <LeaveOut {...view} reason="unanswered" count={unanswered.length} />
        </Notice>
      ) : null}
    </>
  );
}

/** Announces the progress at each quarter: at every patient, it would drown everything else. */
function useQuartersAnnounced(done: number, total: number): void {
  const quarter = total === 0 ? 0 : Math.floor((4 * done) / total);
  const reached = quarter === 0 || quarter === 4 ? null : Math.ceil((quarter * total) / 4);
  useEffect(() => {
    if (reached !== null) announce(strings.many.progress(reached, total));
  }, [reached, total]);
}

/** The progress and each patient's result, while orders are sent and afterwards. */
function OrderProgress({ snapshot, send }: ViewProps) {
  const { orders, pausedBy } = snapshot.context;
  const counts = countOrders(orders);
  const { total, waiting, requested, failed } = counts;
  const done = requested + failed;
  useQuartersAnnounced(done, total);
  const current = orders.find(({ result }) => result.status === 'sending');
  return (
    <>
      <ProgressBar
        label={current === undefined ? strings.many.ordering : strings.many.now(current.name)}
        value={total === 0 ? 100 : Math.round((100 * done) / total)}
        text={strings.many.progress(done, total)}
      />
      {snapshot.hasTag('paused') ? (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="sm" onClick={() => send({ type: 'LEAVE_REST' })}>
              {strings.many.leaveRest(waiting)}
            </Button>
          }
        >
          {strings.many.pausedBy[pausedBy ?? 'user']} {strings.many.stillWaiting(waiting)}
        </Notice>
      ) : null}
      {snapshot.hasTag('finished') ? (
        <Notice tone={failed === 0 ? 'success' : 'warning'}>{strings.many.summary(counts)}</Notice>
      ) : null}
      <OrderResults orders={orders} />
    </>
  );
}

interface ButtonsProps extends ViewProps {
  formId: string;
  /** It is not known yet whether orders can be placed. */
  waiting: boolean;
  /** No order can be placed; the content explains why. */
  blocked: boolean;
  onClose: () => void;
}

/** The button that leads on from each state. */
function mainButton({ snapshot, send, formId, waiting, blocked, onClose }: ButtonsProps): ButtonProps {
  if (snapshot.hasTag('busy')) {
    return {
      variant: 'secondary',
      // Not where "I agree" was: the second press of a double click would pause.
      className: 'sm:me-auto',
      busy: snapshot.context.pausedBy !== null,
      busyLabel: strings.many.pausing,
      icon: <Pause aria-hidden="true" className="size-4" />,
      onClick: () => send({ type: 'PAUSE' }),
      children: strings.many.pause,
    };
  }
  if (snapshot.hasTag('paused')) {
    return {
      busy: waiting,
      icon: <Play aria-hidden="true" className="size-4" />,
      onClick: () => send({ type: 'RESUME' }),
      children: strings.many.resume,
    };
  }
  if (snapshot.hasTag('finished')) {
    const { failed } = countOrders(snapshot.context.orders);
    return { variant: failed > 0 ? 'secondary' : 'primary', onClick: onClose, children: strings.many.done };
  }
  return { type: 'submit', form: formId, busy: waiting, disabled: blocked, children: fixed.order.place };
}

function DialogButtons(props: ButtonsProps) {
  const { snapshot, send, waiting, onClose } = props;
  const { failed } = countOrders(snapshot.context.orders);
  return (
    <>
      {snapshot.hasTag('results') ? null : (
        <Button variant="secondary" onClick={onClose}>
          {fixed.order.cancel}
        </Button>
      )}
      {/* One element for all states, so that it keeps the focus, also when the terms give it back. */}
      <Button {...mainButton(props)} />
      {snapshot.hasTag('finished') && failed > 0 ? (
        <Button
          busy={waiting}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => send({ type: 'RETRY_FAILED' })}
        >
          {strings.many.retry(failed)}
        </Button>
      ) : null}
    </>
  );
}

/** Closing while an order is sent pauses first: the dialog closes once the running call has ended. */
function useClosing({ snapshot, send }: ViewProps, onClose: () => void) {
  const busy = snapshot.hasTag('busy');
  const [closing, setClosing] = useState(false);
  useEffect(() => {
    if (!closing || busy) return;
    setClosing(false);
    onClose();
  }, [closing, busy, onClose]);
  return () => {
    if (!busy) return onClose();
    send({ type: 'PAUSE' });
    setClosing(true);
  };
}

interface OrderManyDialogProps extends ReadinessLinks {
  many: OrderMany;
  open: boolean;
  readiness: OrderReadiness;
  /** Must be stable. The caller mounts a new dialog for the next orders, so that the form starts blank. */
  onClose: () => void;
}

/**
 * Order Kits: one choice and one consent for many patients, then one call after another (SPEC §4 "Order flow"). What is
 * paused or failed is kept when the dialog closes; `OrderManyNotice` leads back to it.
 */
export function OrderManyDialog({ many, open, readiness, onClose, ...links }: OrderManyDialogProps) {
  const formId = useId();
  const { actor, send, update } = many;
  const snapshot = useSelector(actor, (current) => current);
  const view = { snapshot, send };
  const close = useClosing(view, onClose);
  const authentication = useAuthentication();
  const { patients } = authentication;
  const canOrder = readiness.status === 'ready';

  useEffect(() => send({ type: 'BILLING_CHANGED', canOrder }), [send, canOrder]);
  useEffect(() => {
    if (open && patients !== undefined) update(patients);
  }, [open, patients, update]);
  // Nothing is sent that the user can't see.
  useEffect(() => () => send({ type: 'PAUSE' }), [send]);

  const inProgress = snapshot.hasTag('results');
  const { orders, validationError } = snapshot.context;
  const { waiting: count } = countOrders(orders);
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={strings.many.title}
      size="lg"
      footer={
        <DialogButtons
          {...view}
          formId={formId}
          waiting={readiness.status === 'unknown' || authentication.busy}
          blocked={readiness.status === 'unavailable' || count === 0}
          onClose={close}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <OrderProblem problem={validationError} readiness={readiness} {...links} />
        {inProgress ? (
          <OrderProgress {...view} />
        ) : (
          <>
            <PatientGroups {...view} authentication={authentication} />
            <KitChoiceForm
              id={formId}
              count={count}
              onPlace={(choice) => send({ type: 'PLACE', ...choice })}
            />
          </>
        )}
      </div>
      <TermsDialog
        open={open && snapshot.hasTag('terms')}
        onOpenChange={(next) => {
          if (!next) send({ type: 'DECLINE' });
        }}
        sections={['sign-up', 'payment']}
        onAgree={() => send({ type: 'AGREE' })}
      />
    </Dialog>
  );
}

interface OrderManyNoticeProps {
  many: OrderMany;
  onShow: () => void;
}

/** Leads back to orders that are paused or failed, after their dialog was closed. */
export function OrderManyNotice({ many: { actor, send }, onShow }: OrderManyNoticeProps) {
  const snapshot = useSelector(actor, (current) => current);
  const counts = countOrders(snapshot.context.orders);
  const finished = snapshot.hasTag('finished');
  if (!snapshot.hasTag('results') || (finished && counts.failed === 0)) return null;
  return (
    <Notice
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={onShow}>
            {strings.many.show}
          </Button>
          {finished ? (
            <Button variant="ghost" size="sm" onClick={() => send({ type: 'DISMISS' })}>
              {strings.many.dismiss}
            </Button>
          ) : null}
        </div>
      }
    >
      {finished ? strings.many.summary(counts) : strings.many.pausedNotice(counts.waiting)}
    </Notice>
  );
}

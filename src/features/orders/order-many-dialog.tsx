import { useSelector } from '@xstate/react';
import { Pause, Play, RotateCw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { isUnresolved, type LeaveOutReason } from '@/machines/order-many.machine';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { Dialog } from '@/ui/dialog/dialog';
import { Notice } from '@/ui/feedback/notice';
import { Button, type ButtonProps } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { KitChoiceForm, OrderTerms } from './kit-choice-form';
import { NotAuthorizedNotice, useAuthentication } from './not-authorized';
import { OrderProgress } from './order-progress';
import { OrderProblem, type OrderReadiness, type ReadinessLinks } from './order-readiness';
import { fixed, strings } from './strings';
import type { OrderMany, OrderManyView } from './use-order-many';

interface LeaveOutProps extends OrderManyView {
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

interface PatientGroupsProps extends OrderManyView {
  authentication: ReturnType<typeof useAuthentication>;
}

/** How many patients are ordered for, and apart from them those who are left out by default. */
function PatientGroups({ authentication, ...view }: PatientGroupsProps) {
  const { patients, counts } = view.snapshot.context;
  const notAuthorized = patients.filter(({ authorized }) => !authorized);
  const requested = patients.filter((patient) => patient.requested);
  const unanswered = patients.filter((patient) => patient.unanswered && !patient.requested);
  const namesOf = (group: typeof patients) => group.map(({ name }) => name);
  return (
    <>
      <p role="status" className="font-semibold">
        {strings.many.toOrder(counts.waiting)}
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

interface ButtonsProps extends OrderManyView {
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
    const { counts, next } = snapshot.context;
    const isEnd = !isUnresolved(counts) && next.length === 0;
    return { variant: isEnd ? 'primary' : 'secondary', onClick: onClose, children: strings.many.done };
  }
  return { type: 'submit', form: formId, busy: waiting, disabled: blocked, children: fixed.order.place };
}

function DialogButtons(props: ButtonsProps) {
  const { snapshot, send, waiting, onClose } = props;
  const { failed, unknown } = snapshot.context.counts;
  const finished = snapshot.hasTag('finished');
  const [asking, setAsking] = useState(false);
  const main = useRef<HTMLButtonElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  return (
    <>
      {snapshot.hasTag('results') ? null : (
        <Button variant="secondary" onClick={onClose}>
          {fixed.order.cancel}
        </Button>
      )}
      {/* One element for all states, so that it keeps the focus, also when the terms give it back. */}
      <Button {...mainButton(props)} ref={main} />
      {finished && unknown > 0 ? (
        <Button ref={again} variant="secondary" busy={waiting} onClick={() => setAsking(true)}>
          {strings.many.orderAgain(unknown)}
        </Button>
      ) : null}
      {finished && failed > 0 ? (
        <Button
          busy={waiting}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => send({ type: 'RETRY', status: 'failed' })}
        >
          {strings.many.retry(failed)}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={strings.many.orderAgainTitle}
        description={strings.many.orderAgainRisk}
        confirmLabel={strings.many.orderAgainConfirm}
        onConfirm={() => {
          // The second press of a double click may come while the dialog is closing.
          if (!asking) return;
          setAsking(false);
          send({ type: 'RETRY', status: 'unknown' });
        }}
        // The button that opened it is gone while orders are sent.
        finalFocus={() => again.current ?? main.current}
      />
    </>
  );
}

/** Closing while an order is sent pauses first: the dialog closes once the running call has ended. */
function useClosing({ snapshot, send }: OrderManyView, onClose: () => void) {
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
  const { counts, validationError } = snapshot.context;
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
          blocked={readiness.status === 'unavailable' || counts.waiting === 0}
          onClose={close}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <OrderProblem problem={validationError} readiness={readiness} {...links} />
        {inProgress ? (
          <OrderProgress
            {...view}
            actor={actor}
            onOrderNext={() => {
              authentication.clear();
              send({ type: 'ORDER_NEXT' });
            }}
          />
        ) : (
          <>
            <PatientGroups {...view} authentication={authentication} />
            <KitChoiceForm
              id={formId}
              count={counts.waiting}
              onPlace={(choice) => send({ type: 'PLACE', ...choice })}
            />
          </>
        )}
      </div>
      <OrderTerms open={open && snapshot.hasTag('terms')} send={send} />
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
  const { counts } = snapshot.context;
  const finished = snapshot.hasTag('finished');
  if (!snapshot.hasTag('results') || (finished && !isUnresolved(counts))) return null;
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

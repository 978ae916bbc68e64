import { useSelector } from '@xstate/react';
import { Pause, Play, RotateCw } from 'lucide-react';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { discardDraft } from '@/app/form-draft';
import { useApiStore } from '@/app/operation-actor';
import { hasNext, isUnresolved, type LeaveOutReason, nextPatients } from '@/domain/orders';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { Dialog } from '@/ui/dialog/dialog';
import { announce } from '@/ui/feedback/announce';
import { Notice } from '@/ui/feedback/notice';
import { Button, type ButtonProps } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/field';
import { isFocusLost } from '@/ui/layout/focus';
import { NotAuthorizedNotice, useAuthentication } from './authorize';
import {
  KitChoiceForm,
  OrderProblem,
  type OrderReadiness,
  OrderTerms,
  type ReadinessLinks,
} from './order-form';
import { draftName, type OrderMany, type OrderManyView, OrderProgress } from './order-many';
import { fixed, strings } from './strings';

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
  /** The first line, which gets the focus when this replaces the results. */
  start: RefObject<HTMLParagraphElement | null>;
  authentication: ReturnType<typeof useAuthentication>;
}

/** How many patients get an order, and the groups that are left out by default. */
function PatientGroups({ start, authentication, ...view }: PatientGroupsProps) {
  const { patients, counts } = view.snapshot.context;
  const notAuthorized = patients.filter(({ authorized }) => !authorized);
  const requested = patients.filter((patient) => patient.requested);
  const unanswered = patients.filter((patient) => patient.unanswered);
  const namesOf = (group: typeof patients) => group.map(({ name }) => name);
  return (
    <>
      <p ref={start} tabIndex={-1} role="status" className="font-semibold">
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
  main: RefObject<HTMLButtonElement | null>;
  /** It is not known yet whether orders can be placed. */
  waiting: boolean;
  /** No order can be placed; the content explains why. */
  blocked: boolean;
  onClose: () => void;
  /** Closes the dialog before anything was sent, and discards the choice of the kit. */
  onCancel: () => void;
  onRetry: (status: 'failed' | 'unknown') => void;
}

/** The button that leads on from each state. */
function mainButton({
  snapshot,
  send,
  formId,
  waiting,
  blocked,
  onClose,
}: Omit<ButtonsProps, 'main' | 'onRetry' | 'onCancel'>): ButtonProps {
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
      disabled: blocked,
      icon: <Play aria-hidden="true" className="size-4" />,
      onClick: () => send({ type: 'RESUME' }),
      children: strings.many.resume,
    };
  }
  if (snapshot.hasTag('finished')) {
    const isEnd = !isUnresolved(snapshot.context.counts) && !hasNext(snapshot.context);
    return { variant: isEnd ? 'primary' : 'secondary', onClick: onClose, children: strings.many.done };
  }
  return {
    type: 'submit',
    form: formId,
    busy: waiting,
    disabled: blocked || snapshot.context.counts.waiting === 0,
    children: fixed.order.place,
  };
}

function DialogButtons({ main, onRetry, ...props }: ButtonsProps) {
  const { snapshot, waiting, blocked, onCancel } = props;
  const { failed, unknown } = snapshot.context.counts;
  const finished = snapshot.hasTag('finished');
  const [asking, setAsking] = useState(false);
  // State, so that the question stays the same while it closes.
  const [retryCount, setRetryCount] = useState(0);
  const again = useRef<HTMLButtonElement>(null);
  const ask = () => {
    setRetryCount(unknown);
    setAsking(true);
  };
  return (
    <>
      {snapshot.hasTag('results') ? null : (
        <Button variant="secondary" onClick={onCancel}>
          {fixed.order.cancel}
        </Button>
      )}
      {/* One element for all states, so that it keeps the focus, and gets it back from the terms. */}
      <Button {...mainButton(props)} ref={main} />
      {finished && unknown > 0 ? (
        <Button ref={again} variant="secondary" busy={waiting} disabled={blocked} onClick={ask}>
          {strings.many.orderAgain(unknown)}
        </Button>
      ) : null}
      {finished && failed > 0 ? (
        <Button
          busy={waiting}
          disabled={blocked}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => onRetry('failed')}
        >
          {strings.many.retry(failed)}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={strings.many.orderAgainTitle}
        description={strings.many.orderAgainRisk(retryCount)}
        confirmLabel={strings.many.orderAgainConfirm}
        onConfirm={() => {
          // The second press of a double click may come while the dialog is closing.
          if (!asking) return;
          setAsking(false);
          onRetry('unknown');
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
  const close = () => {
    if (!busy) return onClose();
    send({ type: 'PAUSE' });
    setClosing(true);
  };
  return { closing, close };
}

/** What became of the orders; null while they are planned. It stays the same while they are sent. */
function outcomeOf(snapshot: OrderManyView['snapshot']): string | null {
  const { counts, pausedBy } = snapshot.context;
  if (snapshot.hasTag('busy')) return strings.many.ordering;
  if (snapshot.hasTag('paused')) return strings.many.paused(pausedBy ?? 'user', counts.waiting);
  return snapshot.hasTag('finished') ? strings.many.summary(counts) : null;
}

/** Announces the outcome of the orders. */
function useOutcomeAnnounced(snapshot: OrderManyView['snapshot'], visible: boolean): void {
  const outcome = visible ? outcomeOf(snapshot) : null;
  useEffect(() => {
    if (outcome !== null) announce(outcome);
  }, [outcome]);
}

/** Focuses the element when the button that was pressed is gone in the new state. */
function useFocusRestored(snapshot: OrderManyView['snapshot'], element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    void snapshot;
    if (isFocusLost()) element.current?.focus();
  }, [snapshot, element]);
}

interface OrderManyDialogProps extends ReadinessLinks {
  many: OrderMany;
  open: boolean;
  readiness: OrderReadiness;
  /** Must be stable. The caller mounts a new dialog for the next orders. Its form starts blank after Cancel and orders. */
  onClose: () => void;
}

/**
 * Order Kits: one choice and one consent for many patients, then one call after another (§4 "Order flow"). What is
 * paused or failed is kept when the dialog closes; `OrderManyNotice` leads back to it.
 */
export function OrderManyDialog({ many, open, readiness, onClose, ...links }: OrderManyDialogProps) {
  const formId = useId();
  const { actor, update, setVisible } = many;
  const snapshot = useSelector(actor, (current) => current);
  const authentication = useAuthentication(open);
  const { patients } = authentication;
  const send: OrderMany['send'] = (event) => {
    // The machine does not know of individual orders.
    update(patients);
    many.send(event);
  };
  const view = { snapshot, send };
  const { closing, close } = useClosing(view, onClose);
  const canOrder = readiness.status === 'ready';
  const inProgress = snapshot.hasTag('results');
  const store = useApiStore();
  useEffect(() => {
    if (inProgress) discardDraft(store, draftName);
  }, [store, inProgress]);
  const main = useRef<HTMLButtonElement>(null);
  const start = useRef<HTMLParagraphElement>(null);
  useFocusRestored(snapshot, inProgress ? main : start);
  // Orders that end while the dialog closes have a toast.
  const visible = open && !closing;
  useOutcomeAnnounced(snapshot, visible);

  useEffect(() => many.send({ type: 'BILLING_CHANGED', canOrder }), [many, canOrder]);
  useEffect(() => {
    if (open) update(patients);
  }, [open, patients, update]);
  useEffect(() => {
    setVisible(visible);
    return () => setVisible(false);
  }, [visible, setVisible]);
  // Nothing is sent that the user can't see.
  useEffect(() => () => many.send({ type: 'PAUSE' }), [many]);

  const { patients: planned, counts, validationError } = snapshot.context;
  /** Counts the presses of Place Order: each one announces again what is missing. */
  const [tries, setTries] = useState(0);
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
          main={main}
          onRetry={(status) => send({ type: 'RETRY', status })}
          waiting={readiness.status === 'unknown' || authentication.busy}
          blocked={readiness.status === 'unavailable'}
          onClose={close}
          onCancel={() => {
            discardDraft(store, draftName);
            close();
          }}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <OrderProblem key={tries} problem={validationError} readiness={readiness} {...links} />
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
            {/* The user can include only patients in view. */}
            <PatientGroups
              snapshot={snapshot}
              send={many.send}
              start={start}
              authentication={authentication}
            />
            <KitChoiceForm
              id={formId}
              draftName={draftName}
              patientIds={planned.map(({ patientId }) => patientId)}
              count={counts.waiting}
              onPlace={(choice, typedCount) => {
                setTries(tries + 1);
                send({ type: 'PLACE', ...choice, typedCount });
              }}
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

/** Leads back to orders that are paused or failed, or to the next selection, after their dialog was closed. */
export function OrderManyNotice({ many: { actor, send }, onShow }: OrderManyNoticeProps) {
  const snapshot = useSelector(actor, (current) => current);
  const { counts, patients, position } = snapshot.context;
  const finished = snapshot.hasTag('finished');
  const next = nextPatients(snapshot.context).filter(({ requested }) => !requested);
  if (!snapshot.hasTag('results') || (finished && !isUnresolved(counts) && next.length === 0)) return null;
  // The last order may still be on its way, after the user left the section.
  const sending = snapshot.hasTag('busy') ? patients[position] : undefined;
  return (
    <Notice
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={onShow}>
            {strings.many.show}
          </Button>
          {finished && next.length === 0 ? (
            <Button passesFocusOn variant="ghost" size="sm" onClick={() => send({ type: 'DISMISS' })}>
              {strings.many.dismiss}
            </Button>
          ) : null}
        </div>
      }
    >
      <p>
        {finished
          ? strings.many.summary(counts)
          : sending && counts.waiting === 0
            ? strings.many.now(sending.name)
            : strings.many.pausedNotice(counts.waiting)}
      </p>
      {next.length > 0 ? <p>{strings.many.next(next.map(({ name }) => name))}</p> : null}
    </Notice>
  );
}

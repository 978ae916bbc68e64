import { useEffect, useId, useState } from 'react';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { discardDraft } from '@/app/form-draft';
import { useApiStore } from '@/app/operation-actor';
import { dashboardToast, type Store } from '@/app/store';
import { useFlow, useFlowEnd } from '@/app/use-flow';
import { failureMessage, longest, outcomeUnknown, type Patient, type PatientId, shorten } from '@/contract';
import { orderKitMachine } from '@/machines/order-kit.machine';
import { FormDialog } from '@/ui/dialog/dialog';
import { Notice } from '@/ui/feedback/notice';
import { FactList } from '@/ui/layout/content';
import { NotAuthorizedNotice, useAuthentication } from './authorize';
import {
  KitChoiceForm,
  OrderProblem,
  type OrderReadiness,
  OrderTerms,
  type ReadinessLinks,
} from './order-form';

import {
  placeOrderActor,
  useAddressRequested,
  useOrderRecords,
  useUnanswered,
  watchOrdersActor,
} from './order-records';
import { fixed, strings } from './strings';

interface OrderKitOptions {
  readonly patientId: PatientId;
  /** Whether the clinic has stored both a card and a lab. */
  readonly canOrder: boolean;
  readonly onPlaced: () => void;
}

/** The order-kit machine, connected to the API. */
function useOrderKit({ patientId, canOrder, onPlaced }: OrderKitOptions) {
  const records = useOrderRecords();
  const input = { patientId, canOrder, unanswered: records.isUnanswered(patientId) };
  const [snapshot, send, actor] = useFlow('order-kit', connect, input);

  useEffect(() => send({ type: 'BILLING_CHANGED', canOrder }), [send, canOrder]);
  useFailuresInPlace(['requestAddressConfirmation'], () => actor.getSnapshot().hasTag('busy'), 'dialog');
  useFlowEnd(actor, ({ placedBefore, message }) => {
    // The response was a rejection, and §8 does not have a message for each status.
    if (placedBefore && message !== null) dashboardToast(message, { tone: 'success' });
    onPlaced();
  });
  return { snapshot, send };
}

const connect = (store: Store) =>
  orderKitMachine.provide({
    actors: { placeOrder: placeOrderActor(store), watchOrders: watchOrdersActor(store) },
  });

interface EarlierOrders {
  /** The patient's last order; null if there was none, or if this dialog has just placed it. */
  readonly requested: string | null;
  /** An order may have been placed. */
  readonly unanswered: boolean;
}

/** The patient's orders as they are while the form is shown. This dialog's own order would shift it while it closes. */
function useEarlierOrders(patientId: PatientId, isFormShown: boolean): EarlierOrders {
  const text = useAddressRequested(patientId);
  const unanswered = useUnanswered(patientId);
  const [shown, setShown] = useState({ requested: text !== null, unanswered });
  const isNew = (text !== null && !shown.requested) || (unanswered && !shown.unanswered);
  if (isNew && isFormShown) setShown({ requested: text !== null, unanswered });
  return { requested: shown.requested ? text : null, unanswered: shown.unanswered && unanswered };
}

interface OrderKitDialogProps extends ReadinessLinks {
  patient: Patient;
  open: boolean;
  readiness: OrderReadiness;
  /** Closes both dialogs; the caller mounts a new one for the next order. Its form starts blank after Cancel and an order. */
  onClose: () => void;
}

/** Order Kit, with the terms between Place Order and the call (§2, §4 "Order flow"). */
export function OrderKitDialog({ patient, open, readiness, onClose, ...links }: OrderKitDialogProps) {
  const formId = useId();
  const id = patient.patient_id;
  const name = shorten(patient.patient_name, longest.name);
  const store = useApiStore();
  const draftName = `order ${id}`;
  const end = () => {
    discardDraft(store, draftName);
    onClose();
  };
  const { snapshot, send } = useOrderKit({
    patientId: id,
    canOrder: readiness.status === 'ready',
    onPlaced: end,
  });
  const authentication = useAuthentication(open);
  const { authorized } = authentication.patients?.find(({ patient_id }) => patient_id === id) ?? patient;
  const { requested, unanswered } = useEarlierOrders(id, snapshot.hasTag('form'));
  const busy = snapshot.hasTag('busy');
  const { validationError, failure } = snapshot.context;
  /** Counts the presses of Place Order: each one announces again what is missing. */
  const [tries, setTries] = useState(0);
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={fixed.order.title}
      busy={busy}
      cancelLabel={fixed.order.cancel}
      sendLabel={fixed.order.place}
      busyLabel={fixed.order.placing}
      waiting={readiness.status === 'unknown'}
      blocked={readiness.status === 'unavailable'}
      onClose={onClose}
      onCancel={end}
    >
      <div className="grid gap-5">
        <FactList
          facts={[
            { term: strings.order.name, value: name },
            { term: strings.order.email, value: patient.patient_email },
            { term: strings.order.age, value: patient.patient_age },
            ...(requested === null ? [] : [{ term: strings.order.status, value: requested }]),
          ]}
        />
        <OrderProblem
          key={tries}
          problem={validationError ?? failureMessage(failure)}
          readiness={readiness}
          {...links}
        />
        {unanswered || snapshot.hasTag('outcome-unknown') ? (
          <Notice tone="warning">{outcomeUnknown.order}</Notice>
        ) : null}
        {authorized === 1 ? null : (
          <NotAuthorizedNotice authentication={authentication} ids={[id]}>
            <p>{strings.order.notAuthorized(name)}</p>
          </NotAuthorizedNotice>
        )}
        <KitChoiceForm
          id={formId}
          draftName={draftName}
          patientIds={[id]}
          onPlace={(choice) => {
            setTries(tries + 1);
            send({ type: 'PLACE', ...choice });
          }}
        />
      </div>
      <OrderTerms open={open && snapshot.hasTag('terms')} busy={busy} send={send} />
    </FormDialog>
  );
}

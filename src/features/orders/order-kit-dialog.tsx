import { useEffect, useId, useState } from 'react';
import { failureMessage, outcomeUnknown, type Patient, type PatientId } from '@/contract';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow, useFlowEnd, useValidationToasts } from '@/features/api/use-flow';
import { orderKitMachine } from '@/machines/order-kit.machine';
import { FormDialog } from '@/ui/dialog/form-dialog';
import { Notice } from '@/ui/feedback/notice';
import { FactList } from '@/ui/layout/fact-list';
import { KitChoiceForm, OrderTerms } from './kit-choice-form';
import { NotAuthorizedNotice, useAuthentication } from './not-authorized';
import { OrderProblem, type OrderReadiness, type ReadinessLinks } from './order-readiness';
import { placeOrderActor, useAddressRequested, useOrderRecords } from './order-records';
import { fixed, strings } from './strings';

interface OrderKitOptions {
  readonly patientId: PatientId;
  /** Whether the clinic has stored both a card and a lab. */
  readonly canOrder: boolean;
  readonly onPlaced: () => void;
}

/** The order-kit machine, connected to the API and to the toasts for validation errors. */
function useOrderKit({ patientId, canOrder, onPlaced }: OrderKitOptions) {
  const store = useApiStore();
  const records = useOrderRecords();
  const [machine] = useState(() => connect(store));
  const input = { patientId, canOrder, unanswered: records.isUnanswered(patientId) };
  const [snapshot, send, actor] = useFlow('order-kit', machine, input);

  useEffect(() => send({ type: 'BILLING_CHANGED', canOrder }), [send, canOrder]);
  useValidationToasts(actor, 'requestAddressConfirmation');
  useFlowEnd(actor, ({ placedBefore, message }) => {
    // The response was a rejection, and SPEC §8 does not have a message for each status.
    if (placedBefore && message !== null) dashboardToast(message, { tone: 'success' });
    onPlaced();
  });
  return { snapshot, send };
}

const connect = (store: Store) => orderKitMachine.provide({ actors: { placeOrder: placeOrderActor(store) } });

/** The patient's last order as it was when the dialog opened; it would shift the dialog while that closes. */
function useEarlierRequest(patientId: PatientId): string | null {
  const text = useAddressRequested(patientId);
  const [wasRequested] = useState(text !== null);
  return wasRequested ? text : null;
}

interface OrderKitDialogProps extends ReadinessLinks {
  patient: Patient;
  open: boolean;
  readiness: OrderReadiness;
  /** Closes both dialogs; the caller mounts a new one for the next order, so that the form starts blank. */
  onClose: () => void;
}

/** Order Kit, with the terms between Place Order and the call (SPEC §2, §4 "Order flow"). */
export function OrderKitDialog({ patient, open, readiness, onClose, ...links }: OrderKitDialogProps) {
  const formId = useId();
  const { patient_id: id, patient_name: name } = patient;
  const { snapshot, send } = useOrderKit({
    patientId: id,
    canOrder: readiness.status === 'ready',
    onPlaced: onClose,
  });
  const authentication = useAuthentication();
  const { authorized } = authentication.patients?.find(({ patient_id }) => patient_id === id) ?? patient;
  const requested = useEarlierRequest(id);
  const busy = snapshot.hasTag('busy');
  const { validationError, failure } = snapshot.context;
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
        <OrderProblem problem={validationError ?? failureMessage(failure)} readiness={readiness} {...links} />
        {snapshot.hasTag('outcome-unknown') ? <Notice tone="warning">{outcomeUnknown.order}</Notice> : null}
        {authorized === 1 ? null : (
          <NotAuthorizedNotice authentication={authentication} ids={[id]}>
            <p>{strings.order.notAuthorized(name)}</p>
          </NotAuthorizedNotice>
        )}
        <KitChoiceForm id={formId} onPlace={(choice) => send({ type: 'PLACE', ...choice })} />
      </div>
      <OrderTerms open={open && snapshot.hasTag('terms')} busy={busy} send={send} />
    </FormDialog>
  );
}

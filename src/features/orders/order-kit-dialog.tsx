import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  failureMessage,
  frequencyOptions,
  kitOrder,
  outcomeUnknown,
  type Patient,
  type PatientId,
} from '@/contract';
import * as z from '@/contract/zod';
import { api } from '@/features/api/api';
import { sessionScoped } from '@/features/api/app-port';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow, useFlowEnd, useFlowEvents } from '@/features/api/use-flow';
import { TermsDialog } from '@/lib/site/terms-dialog';
import { orderKitMachine } from '@/machines/order-kit.machine';
import { FormDialog } from '@/ui/dialog/form-dialog';
import { Notice, Problem, RetryNotice } from '@/ui/feedback/notice';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { FactList } from '@/ui/layout/fact-list';
import { type OrderReadiness, ReadinessUnavailable } from './order-readiness';
import { requestedOrders } from './requested-orders';
import { fixed, strings } from './strings';

interface OrderKitOptions {
  readonly patientId: PatientId;
  /** Whether the clinic has stored both a card and a lab. */
  readonly canOrder: boolean;
  readonly onPlaced: () => void;
}

/** Patients whose order got no response, shared with dialogs that are opened later. */
const unansweredOrders = sessionScoped(() => new Set<PatientId>());

/** The order-kit machine, connected to the API and to the toasts for validation errors. */
function useOrderKit({ patientId, canOrder, onPlaced }: OrderKitOptions) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [unanswered] = useState(() => unansweredOrders(store));
  const input = { patientId, canOrder, unanswered: unanswered.has(patientId) };
  const [snapshot, send, actor] = useFlow('order-kit', machine, input);

  useEffect(() => send({ type: 'BILLING_CHANGED', canOrder }), [send, canOrder]);
  useFlowEvents(actor, { unanswered: () => unanswered.add(patientId) });
  useFlowEnd(actor, ({ placedBefore, message }) => {
    unanswered.delete(patientId);
    requestedOrders(store).add();
    // The response was a rejection, and SPEC §8 does not have a message for each status.
    if (placedBefore && message !== null) dashboardToast(message, { tone: 'success' });
    onPlaced();
  });
  return { snapshot, send };
}

const connect = (store: Store) =>
  orderKitMachine.provide({
    actors: { placeOrder: operationActor(store, 'requestAddressConfirmation', (body) => ({ body })) },
  });

const kitChoice = z.pick(kitOrder, { frequency: true, kitType: true });
type KitChoice = z.output<typeof kitChoice>;

interface KitChoiceFormProps {
  /** Lets a button outside the form submit it. */
  id: string;
  /** Also called for an incomplete choice: the machine shows the message of SPEC §5. */
  onPlace: (choice: KitChoice) => void;
}

/** Frequency and Kit Type of an order (SPEC §2 "Order Kit modal"). */
function KitChoiceForm({ id, onPlace }: KitChoiceFormProps) {
  const kits = api.useFetchProductsQuery();
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(kitChoice),
    defaultValues: { frequency: '', kitType: '' },
  });
  const { errors } = formState;
  const kitOptions = (kits.data ?? []).map((kit) => ({ value: kit.id, label: kit.name }));
  return (
    <form
      id={id}
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(onPlace, () => onPlace(getValues()))}
    >
      <Field label={fixed.order.frequency} required error={errors.frequency?.message}>
        <Select
          options={frequencyOptions}
          placeholder={strings.order.chooseFrequency}
          {...register('frequency')}
        />
      </Field>
      {kits.isError ? (
        <RetryNotice retrying={kits.isFetching} onRetry={kits.refetch}>
          {strings.order.kitsNotLoaded}
        </RetryNotice>
      ) : null}
      <Field
        label={fixed.order.kitType}
        required
        error={errors.kitType?.message}
        hint={kits.data?.length === 0 ? strings.order.noKits : undefined}
      >
        <Select
          // An uncontrolled select loses a value that has no option yet.
          key={kitOptions.length}
          options={kitOptions}
          placeholder={kits.isLoading ? strings.order.loadingKits : strings.order.chooseKit}
          {...register('kitType')}
        />
      </Field>
    </form>
  );
}

interface OrderKitDialogProps {
  patient: Patient;
  open: boolean;
  readiness: OrderReadiness;
  /** Closes both dialogs; the caller mounts a new one for the next order, so that the form starts blank. */
  onClose: () => void;
}

/** Order Kit, with the terms between Place Order and the call (SPEC §2, §4 "Order flow"). */
export function OrderKitDialog({ patient, open, readiness, onClose }: OrderKitDialogProps) {
  const formId = useId();
  const { snapshot, send } = useOrderKit({
    patientId: patient.patient_id,
    canOrder: readiness.status === 'ready',
    onPlaced: onClose,
  });
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
            { term: strings.order.name, value: patient.patient_name },
            { term: strings.order.email, value: patient.patient_email },
            { term: strings.order.age, value: patient.patient_age },
          ]}
        />
        {readiness.status === 'unavailable' ? <ReadinessUnavailable readiness={readiness} /> : null}
        <Problem>{validationError ?? failureMessage(failure)}</Problem>
        {snapshot.hasTag('outcome-unknown') ? <Notice tone="warning">{outcomeUnknown.order}</Notice> : null}
        <KitChoiceForm id={formId} onPlace={(choice) => send({ type: 'PLACE', ...choice })} />
      </div>
      <TermsDialog
        open={open && snapshot.hasTag('terms')}
        onOpenChange={(next) => {
          if (!next) send({ type: 'DECLINE' });
        }}
        sections={['sign-up', 'payment']}
        onAgree={() => send({ type: 'AGREE' })}
        busy={busy}
        busyLabel={fixed.order.placing}
      />
    </FormDialog>
  );
}

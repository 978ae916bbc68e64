import { useId } from 'react';
import { outcomeUnknown, type Patient, wordsForFailure } from '@/contract';
import { TermsDialog } from '@/lib/site/terms-dialog';
import { FactList } from '@/ui/layout/fact-list';
import { FormDialog } from '@/ui/dialog/form-dialog';
import { Notice, Problem } from '@/ui/feedback/notice';
import { KitChoiceForm } from './kit-choice-form';
import { ReadinessUnavailable } from './readiness-notice';
import { fixed, strings } from './strings';
import { useOrderKit } from './use-order-kit';
import type { OrderReadiness } from './use-order-readiness';

interface OrderKitDialogProps {
  patient: Patient;
  open: boolean;
  readiness: OrderReadiness;
  /** Closes both dialogs; the caller mounts a new one for the next order, so that the form starts blank. */
  onClose: () => void;
}

/** Order Kit, with the terms that stand between Place Order and the call (SPEC §2, §4 "Order flow"). */
export function OrderKitDialog({ patient, open, readiness, onClose }: OrderKitDialogProps) {
  const formId = useId();
  const { snapshot, send } = useOrderKit({
    patientId: patient.patient_id,
    canOrder: readiness.status === 'ready',
    onPlaced: onClose,
  });
  const busy = snapshot.hasTag('busy');
  const { refusal, failure } = snapshot.context;
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
        <Problem>{refusal ?? wordsForFailure(failure)}</Problem>
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

import { type ReactNode, useId } from 'react';
import { outcomeUnknown, type Patient, wordsForFailure } from '@/contract';
import type { Invitation } from '@/machines/invitation.machine';
import { FactList } from '@/ui/layout/fact-list';
import { FormDialog } from '@/ui/dialog/form-dialog';
import { Notice, Problem } from '@/ui/feedback/notice';
import type { InvitationFormProps } from './invitation-fields';
import { fixed, strings } from './strings';
import { useInvitation } from './use-invitation';

export interface BookDialogProps {
  patient: Patient;
  open: boolean;
  /** Closes the dialog; the caller mounts a new one for the next booking, so that the form starts blank. Keep it stable. */
  onClose: () => void;
}

/** `onSend` is called for an incomplete invitation, too: the machine says what SPEC §5 wants said about it. */
type InvitationFormSlot = Omit<InvitationFormProps<Invitation>, 'patientId'>;

/** Book Appointment around either form: whom for, what went wrong, Cancel and Send Invitation (SPEC §2). */
export function BookDialog({
  patient,
  open,
  onClose,
  children,
}: BookDialogProps & { children: (form: InvitationFormSlot) => ReactNode }) {
  const formId = useId();
  const { snapshot, invite } = useInvitation(patient, onClose);
  const busy = snapshot.hasTag('busy');
  const { refusal, failure } = snapshot.context;
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={fixed.book.title}
      busy={busy}
      cancelLabel={fixed.book.cancel}
      sendLabel={fixed.book.send}
      busyLabel={fixed.book.sending}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <FactList
          facts={[
            { term: strings.book.name, value: patient.patient_name },
            { term: strings.book.email, value: patient.patient_email },
            { term: strings.book.phone, value: patient.patient_phone },
          ]}
        />
        <Problem>{refusal ?? (busy ? null : wordsForFailure(failure))}</Problem>
        {snapshot.hasTag('outcome-unknown') ? (
          <Notice tone="warning">{outcomeUnknown.invitation}</Notice>
        ) : null}
        {children({ formId, onSend: invite })}
      </div>
    </FormDialog>
  );
}

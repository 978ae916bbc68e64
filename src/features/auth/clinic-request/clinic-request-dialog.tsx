import { useId } from 'react';
import { type ClinicRequest, type Failure, wordsForFailure } from '@/contract';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/dialog/dialog';
import { FocusedWords } from '@/ui/feedback/focused-words';
import { FormButtons } from '@/ui/dialog/form-dialog';
import { Problem } from '@/ui/feedback/notice';
import { ClinicRequestForm } from './clinic-request-form';
import { fixed, strings } from './strings';

interface ClinicRequestDialogProps {
  open: boolean;
  busy: boolean;
  sent: boolean;
  /** An answer was lost: the request may have arrived. */
  mayBeSent: boolean;
  failure: Failure | null;
  /** What was sent before, when that failed; null for a blank form. */
  request: ClinicRequest | null;
  onSubmit: (request: ClinicRequest) => void;
  /** Goes on without sending the request again. */
  onContinue: () => void;
  onClose: () => void;
}

/**
 * The popup in which a patient asks for a clinic that is not there yet (SPEC §2, §4 "Clinic request popup"). It stands
 * outside the sign-up form: React passes a submit on to the form around, even through a portal.
 */
export function ClinicRequestDialog(props: ClinicRequestDialogProps) {
  const { open, busy, sent, mayBeSent, failure, request, onSubmit, onContinue, onClose } = props;
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      dismissible={!busy}
      title={sent ? fixed.popup.sent : strings.popup.title}
      description={sent ? undefined : strings.popup.description}
      footer={
        sent ? (
          <Button onClick={onClose}>{strings.popup.continue}</Button>
        ) : (
          <FormButtons
            formId={formId}
            busy={busy}
            cancelLabel={strings.popup.cancel}
            sendLabel={strings.popup.send}
            busyLabel={strings.popup.sending}
            onClose={onClose}
          />
        )
      }
    >
      {sent ? (
        <FocusedWords className="text-lg">{fixed.popup.canSignUp}</FocusedWords>
      ) : (
        <div className="grid gap-5">
          <Problem
            also={mayBeSent ? strings.popup.mayBeSent : null}
            action={
              mayBeSent ? (
                <Button variant="secondary" size="sm" onClick={onContinue}>
                  {strings.popup.goOn}
                </Button>
              ) : null
            }
          >
            {wordsForFailure(failure)}
          </Problem>
          <ClinicRequestForm id={formId} request={request} onSubmit={onSubmit} />
        </div>
      )}
    </Dialog>
  );
}

import { useEffect, useId, useRef } from 'react';
import { type ClinicRequest, type Failure, wordsForFailure } from '@/contract';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Notice } from '@/shared/ui/notice';
import { ClinicRequestForm } from './clinic-request-form';
import { fixed, strings } from './strings';

interface ClinicRequestDialogProps {
  open: boolean;
  busy: boolean;
  sent: boolean;
  failure: Failure | null;
  /** What was sent before, when that failed; null for a blank form. */
  request: ClinicRequest | null;
  onSubmit: (request: ClinicRequest) => void;
  onClose: () => void;
}

/**
 * The popup in which a patient asks for a clinic that is not there yet (SPEC §2, §4 "Clinic request popup"). It stands
 * outside the sign-up form: React passes a submit on to the form around, even through a portal.
 */
export function ClinicRequestDialog(props: ClinicRequestDialogProps) {
  const { open, busy, sent, failure, request, onSubmit, onClose } = props;
  const formId = useId();
  const problem = failure === null ? null : wordsForFailure(failure);
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
          <>
            <Button variant="secondary" disabled={busy} onClick={onClose}>
              {strings.popup.cancel}
            </Button>
            <Button type="submit" form={formId} busy={busy} busyLabel={strings.popup.sending}>
              {strings.popup.send}
            </Button>
          </>
        )
      }
    >
      {sent ? (
        <SentWords />
      ) : (
        <div className="grid gap-5">
          {problem === null ? null : <Notice tone="error">{problem}</Notice>}
          <ClinicRequestForm id={formId} request={request} onSubmit={onSubmit} />
        </div>
      )}
    </Dialog>
  );
}

function SentWords() {
  const words = useRef<HTMLParagraphElement>(null);
  // The button that sent the request is gone, so the focus has no place to stay.
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} tabIndex={-1} className="text-lg">
      {fixed.popup.canSignUp}
    </p>
  );
}

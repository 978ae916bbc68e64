import type { ReactNode } from 'react';
import { Button } from '@/ui/form/button';
import { Dialog } from './dialog';

interface FormButtonsProps {
  /** The id of the form inside; the submit button is outside it. */
  formId: string;
  /** The request is pending: the dialog stays open until it settles. */
  busy: boolean;
  cancelLabel: string;
  sendLabel: string;
  busyLabel: string;
  /** It is not known yet whether the form can be submitted. */
  waiting?: boolean | undefined;
  /** The form can't be submitted; the content explains why. */
  blocked?: boolean | undefined;
  onClose: () => void;
}

interface FormDialogProps extends FormButtonsProps {
  open: boolean;
  title: ReactNode;
  children: ReactNode;
}

/** A dialog for one form, with a cancel and a submit button. */
export function FormDialog({ open, title, children, ...buttons }: FormDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={buttons.onClose}
      dismissible={!buttons.busy}
      title={title}
      footer={<FormButtons {...buttons} />}
    >
      {children}
    </Dialog>
  );
}

/** The same buttons, for a dialog that shows a form only part of the time. */
export function FormButtons({
  formId,
  busy,
  cancelLabel,
  sendLabel,
  busyLabel,
  waiting = false,
  blocked = false,
  onClose,
}: FormButtonsProps) {
  return (
    <>
      <Button variant="secondary" disabled={busy} onClick={onClose}>
        {cancelLabel}
      </Button>
      <Button
        type="submit"
        form={formId}
        busy={busy || waiting}
        busyLabel={busy ? busyLabel : undefined}
        disabled={blocked}
      >
        {sendLabel}
      </Button>
    </>
  );
}

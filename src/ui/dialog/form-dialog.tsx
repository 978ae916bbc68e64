import type { ReactNode } from 'react';
import { Dialog } from '@/ui/dialog/dialog';
import { Button } from '@/ui/form/button';

interface FormButtonsProps {
  /** The id of the form inside, which the button outside it sends. */
  formId: string;
  /** The call is under way: the dialog stays until it ends. */
  busy: boolean;
  cancelLabel: string;
  sendLabel: string;
  busyLabel: string;
  /** Whether the form may be sent is not known yet. */
  waiting?: boolean | undefined;
  /** The form can't be sent; what is inside says why. */
  blocked?: boolean | undefined;
  onClose: () => void;
}

interface FormDialogProps extends FormButtonsProps {
  open: boolean;
  title: ReactNode;
  children: ReactNode;
}

/** A dialog around one form, with a button that closes it and one that sends the form. */
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

/** The buttons of such a dialog, for one that holds a form only part of the time. */
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

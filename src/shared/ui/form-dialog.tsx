import type { ReactNode } from 'react';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';

interface FormDialogProps {
  /** The id of the form inside, which the button outside it sends. */
  formId: string;
  open: boolean;
  title: ReactNode;
  description?: ReactNode | undefined;
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
  children: ReactNode;
}

/** A dialog around one form, with a button that closes it and one that sends the form. */
export function FormDialog({
  formId,
  open,
  title,
  description,
  busy,
  cancelLabel,
  sendLabel,
  busyLabel,
  waiting = false,
  blocked = false,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      dismissible={!busy}
      title={title}
      description={description}
      footer={
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
      }
    >
      {children}
    </Dialog>
  );
}

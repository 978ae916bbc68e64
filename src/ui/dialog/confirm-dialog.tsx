import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '@/ui/form/button';
import * as strings from '@/ui/strings';
import { preserveFocus, useSurface } from './surface';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode | undefined;
  onConfirm: () => void;
  confirmLabel?: string | undefined;
  /** Another way to go on than the one asked about. */
  alternative?: { readonly label: string; readonly onSelect: () => void } | undefined;
  busy?: boolean | undefined;
  /** What gets the focus on closing; default: what had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** Asks for confirmation. A click outside does nothing; Escape and Cancel both cancel. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  onConfirm,
  confirmLabel = strings.confirm,
  alternative,
  busy = false,
  finalFocus,
}: ConfirmDialogProps) {
  useSurface(open, busy ? null : () => onOpenChange(false));
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
    >
      <AlertDialog.Portal onMouseDown={preserveFocus}>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Popup
          className="dialog-popup p-6"
          data-compact=""
          data-size="sm"
          {...(finalFocus ? { finalFocus } : {})}
        >
          <AlertDialog.Title className="text-h3 font-semibold">{title}</AlertDialog.Title>
          {description ? (
            <AlertDialog.Description className="mt-2 text-ink-2">{description}</AlertDialog.Description>
          ) : null}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
            <Button variant="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
              {strings.cancel}
            </Button>
            {alternative ? (
              <Button variant="secondary" disabled={busy} onClick={alternative.onSelect}>
                {alternative.label}
              </Button>
            ) : null}
            <Button busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '@/ui/form/button';
import { buttonClass } from '@/ui/form/button-class';
import { useScrollable } from '@/ui/layout/use-scrollable';
import * as strings from '@/ui/strings';
import { ignoresOutsidePress } from './ignore-outside-press';
import { isTouched, preserveFocus, useSurface } from './surface';

interface DialogProps {
  open: boolean;
  /** Called to request a change; the owner controls `open`. The browser's Back has no reason. */
  onOpenChange: (open: boolean, reason?: BaseDialog.Root.ChangeEventReason) => void;
  title: ReactNode;
  description?: ReactNode | undefined;
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** Stays in place below the scrolling part. */
  footer?: ReactNode | undefined;
  /** False while closing would lose work in progress: no close button, no Escape, no click outside. */
  dismissible?: boolean | undefined;
  /** Default: the first control of the content, or the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode | undefined;
}

/**
 * A modal dialog: it traps and restores the focus, Escape closes only the top one, the body scrolls, and on phones it
 * fills the screen. Dialogs opened from inside another one nest.
 */
export function Dialog({ open, onOpenChange, dismissible = true, ...content }: DialogProps) {
  useSurface(open, dismissible ? () => onOpenChange(false) : null);
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, { reason, event }) => {
        if (reason === 'outside-press' && ignoresOutsidePress(event)) return;
        if (next || dismissible) onOpenChange(next, reason);
      }}
    >
      <BaseDialog.Portal onMouseDown={preserveFocus}>
        <BaseDialog.Backdrop className="dialog-backdrop" />
        <DialogContent dismissible={dismissible} {...content} />
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

type DialogContentProps = Omit<DialogProps, 'open' | 'onOpenChange'>;

function DialogContent({
  title,
  description,
  size = 'md',
  footer,
  dismissible,
  initialFocus,
  children,
}: DialogContentProps) {
  const popup = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Popup
      ref={popup}
      className="dialog-popup"
      data-size={size}
      initialFocus={initialFocus ?? (() => firstFocus(body.current) ?? popup.current)}
    >
      <header className="border-b border-line px-5 py-4 pe-16 sm:px-6">
        <BaseDialog.Title className="text-h3 font-semibold">{title}</BaseDialog.Title>
        {description ? (
          <BaseDialog.Description className="mt-1 text-sm text-ink-2">{description}</BaseDialog.Description>
        ) : null}
      </header>
      <DialogBody ref={body}>{children}</DialogBody>
      {footer ? (
        <footer className="flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
          {footer}
        </footer>
      ) : null}
      {/* Last in the document, so that Tab reaches the content first. */}
      {dismissible ? (
        <BaseDialog.Close
          aria-label={strings.close}
          className={buttonClass({
            variant: 'ghost',
            size: 'sm',
            className: 'btn-icon absolute end-4 top-3',
          })}
        >
          <X aria-hidden="true" className="size-5" />
        </BaseDialog.Close>
      ) : null}
    </BaseDialog.Popup>
  );
}

/** Not on a touch screen, whose keyboard would cover the dialog. */
const firstFocus = (body: HTMLElement | null): HTMLElement | undefined =>
  isTouched()
    ? undefined
    : [...(body?.querySelectorAll<HTMLElement>(controls) ?? [])].find(({ tabIndex }) => tabIndex >= 0);

const controls = ':is(button, input, select, textarea):enabled, a[href], summary, [tabindex]';

interface DialogBodyProps {
  ref: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

function DialogBody({ ref: body, children }: DialogBodyProps) {
  const scrollable = useScrollable(body);
  return (
    // A long text without a control can only be scrolled with the keyboard if its container is focusable.
    <div
      ref={body}
      {...(scrollable ? { tabIndex: 0, role: 'group', 'aria-label': strings.content } : {})}
      className="overscroll-contain px-5 py-5 tall:min-h-0 tall:flex-1 tall:overflow-y-auto -outline-offset-4 sm:px-6"
    >
      {children}
    </div>
  );
}

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
  /** Closes the dialog and discards the input. */
  onCancel: () => void;
}

interface FormDialogProps extends FormButtonsProps {
  open: boolean;
  title: ReactNode;
  /** Closes the dialog; the input must be there when it is opened again. */
  onClose: () => void;
  children: ReactNode;
}

/** A dialog for one form, with a cancel and a submit button. */
export function FormDialog({ open, title, onClose, children, ...buttons }: FormDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
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
  onCancel,
}: FormButtonsProps) {
  return (
    <>
      <Button variant="secondary" disabled={busy} onClick={onCancel}>
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

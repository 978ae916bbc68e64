import { X } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { type Id, ToastContainer, type ToastContentProps, toast as toastify } from 'react-toastify/unstyled';
import { toastAutoClose } from '@/contract/constants';
import { ignoreOutsidePress } from '@/ui/dialog/ignore-outside-press';
import { connectToasts, type ToastMessage } from './toast';
import '@/styles/toast.css';
import * as strings from '@/ui/strings';

/** Up to this width in pixels both positions coincide, and two stacks would overlap. */
const oneStackUpTo = 480;

/** Renders the toasts; mount it once. Timers pause while a toast is hovered or focused, or the window is inactive. */
export function Toaster() {
  useEffect(() => connectToasts(show), []);
  // Portalled into the body: the app's root is a stacking context, which a dialog's backdrop covers.
  return createPortal(
    <div {...ignoreOutsidePress}>
      <ToastContainer
        position="top-right"
        autoClose={toastAutoClose}
        newestOnTop
        pauseOnHover
        pauseOnFocusLoss
        closeButton={CloseToast}
        aria-label={strings.notifications}
      />
    </div>,
    document.body,
  );
}

/** The last toast of each text at each position. */
const lastIds = new Map<string, Id>();

function show({ text, tone = 'info', position: wanted = 'top-right', action }: ToastMessage): void {
  const position = window.innerWidth <= oneStackUpTo ? 'top-center' : wanted;
  const key = `${position}:${text}`;
  const body = <ToastBody text={text} action={action} />;
  const options = { type: tone, position, role: tone === 'error' ? 'alert' : 'status' } as const;
  const lastId = lastIds.get(key);
  // A toast that is closing can't be renewed, and react-toastify drops a new one with the same id.
  if (lastId !== undefined && toastify.isActive(lastId)) {
    toastify.update(lastId, { ...options, render: body, delay: 0 });
  } else lastIds.set(key, toastify(body, options));
}

interface ToastBodyProps extends Pick<ToastMessage, 'text' | 'action'> {
  // Passed by react-toastify when it renders the element.
  closeToast?: ToastContentProps['closeToast'] | undefined;
  toastProps?: ToastContentProps['toastProps'] | undefined;
}

function ToastBody({ text, action, closeToast, toastProps }: ToastBodyProps) {
  return (
    <div className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-2 pe-6">
      <span className="flex-1 basis-40">{text}</span>
      {action ? (
        <button
          type="button"
          className="btn btn-secondary btn-sm"
          onFocus={() => toastProps && toastify.pause({ id: toastProps.toastId })}
          onBlur={() => toastProps && toastify.play({ id: toastProps.toastId })}
          onClick={() => {
            action.onPress();
            closeToast?.();
          }}
        >
          {action.label}
        </button>
      ) : null}
    </div>
  );
}

function CloseToast({ closeToast }: { closeToast: ToastContentProps['closeToast'] }) {
  return (
    <button
      type="button"
      aria-label={strings.closeNotification}
      onClick={closeToast}
      className="absolute end-2 top-2.5 grid size-8 place-items-center rounded-control text-ink-2 hover:bg-sunken"
    >
      <X aria-hidden="true" className="size-4" />
    </button>
  );
}

import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import {
  Icons,
  type Id,
  ToastContainer,
  type ToastContentProps,
  type ToastPosition,
  toast as toastify,
} from 'react-toastify/unstyled';
import { toastAutoClose } from '@/contract/constants';
import { ignoreOutsidePress } from '@/ui/dialog/ignore-outside-press';
import { Button, IconButton } from '@/ui/form/button';
import { connectToasts, staysAfterSession, type ToastEvent, type ToastMessage } from './toast';
import { placeToasts, watchPresses } from './toast-place';
import '@/styles/toast.css';
import * as strings from '@/ui/strings';

/** Below this width in pixels all toasts are at the bottom, where they cover no title (§9 holds from it on). */
const phonesBelow = 768;

/** Renders the toasts; mount it once. Timers pause while a toast is hovered or focused, or the window is inactive. */
export function Toaster() {
  useEffect(() => {
    let isMounted = true;
    let disconnect = (): void => undefined;
    // In development, StrictMode mounts the container twice, and the first one's toasts are lost.
    queueMicrotask(() => {
      if (isMounted) disconnect = connectToasts(receive);
    });
    return () => {
      isMounted = false;
      disconnect();
    };
  }, []);
  useEffect(watchPresses, []);
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

/** A toast that was shown, as it was last updated. */
interface LiveToast {
  readonly id: Id;
  readonly text: string;
  readonly position: ToastPosition;
  readonly topic: string | undefined;
  readonly outlivesSession: boolean;
}

/** The toasts on screen, and some that have closed since the last message. */
let toasts: readonly LiveToast[] = [];

function receive(event: ToastEvent): void {
  // A toast that is closing can't be renewed, and react-toastify drops a new one with the same id.
  toasts = toasts.filter(({ id }) => toastify.isActive(id));
  if (event.text !== null) show(event);
  else
    for (const each of toasts)
      if (event.topic === null ? !each.outlivesSession : each.topic === event.topic)
        toastify.dismiss(each.id);
}

function show(message: ToastMessage): void {
  const { text, tone = 'info', position: preferred = 'top-right', action, topic } = message;
  const position = window.innerWidth < phonesBelow ? 'bottom-center' : preferred;
  const body = <ToastBody text={text} action={action} />;
  const Icon = Icons[tone];
  const options = {
    type: tone,
    position,
    role: tone === 'error' ? 'alert' : 'status',
    icon: <Icon type={tone} theme="light" aria-hidden="true" />,
  } as const;
  // The same text may be the result of two forms; one of them must not close the other's.
  const isOfOther = (each: LiveToast) =>
    each.topic !== undefined && topic !== undefined && each.topic !== topic;
  const same = toasts.find((each) => each.text === text && each.position === position && !isOfOther(each));
  const replaced = toasts.filter((each) => topic !== undefined && each.topic === topic);
  const current = same ?? replaced[0];
  const closed = replaced.filter((each) => each !== current);
  for (const { id } of closed) toastify.dismiss(id);
  if (current !== undefined) toastify.update(current.id, { ...options, render: body, delay: 0 });
  const id = current?.id ?? toastify(body, options);
  toasts = [
    ...toasts.filter((each) => each !== current && !closed.includes(each)),
    { id, text, position, topic: topic ?? same?.topic, outlivesSession: staysAfterSession(message) },
  ];
}

interface ToastBodyProps extends Pick<ToastMessage, 'text' | 'action'> {
  // Passed by react-toastify when it renders the element.
  closeToast?: ToastContentProps['closeToast'] | undefined;
  toastProps?: ToastContentProps['toastProps'] | undefined;
}

function ToastBody({ text, action, closeToast, toastProps }: ToastBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const stack = body.current?.closest<HTMLElement>('.Toastify__toast-container--bottom-center');
    return stack ? placeToasts(stack) : undefined;
  }, []);
  return (
    <div ref={body} className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-2 pe-6">
      <span className="flex-1 basis-40">{text}</span>
      {action ? (
        <Button
          passesFocusOn
          variant="secondary"
          size="sm"
          onFocus={() => toastProps && toastify.pause({ id: toastProps.toastId })}
          onBlur={() => toastProps && toastify.play({ id: toastProps.toastId })}
          onClick={() => {
            action.onPress();
            closeToast?.();
          }}
        >
          {action.label}
        </Button>
      ) : null}
    </div>
  );
}

function CloseToast({ closeToast }: { closeToast: ToastContentProps['closeToast'] }) {
  return (
    <IconButton
      passesFocusOn
      label={strings.closeNotification}
      icon={<X aria-hidden="true" className="size-4" />}
      className="absolute end-2 top-2.5 size-8"
      onClick={closeToast}
    />
  );
}

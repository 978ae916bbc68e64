import { type ComponentPropsWithRef, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useMergedRef } from '@/lib/use-merged-ref';
import { Spinner } from '@/ui/feedback/spinner';
import { type ButtonLook, buttonClass } from './button-class';

/**
 * Browsers move the focus to the body when the focused button is disabled. Restores it once the button is enabled
 * again, unless the focus has moved on.
 */
function useKeepFocus(target: RefObject<HTMLElement | null>, disabled: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (disabled) {
      hadFocus.current = document.activeElement === target.current;
      return;
    }
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (hadFocus.current && lost) target.current?.focus();
    hadFocus.current = false;
  }, [disabled, target]);
}

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, keyof ButtonLook>, ButtonLook {
  /** Disables the button and shows a spinner while something is pending. */
  busy?: boolean | undefined;
  /** Replaces the label while busy, such as "Saving...". */
  busyLabel?: string | undefined;
  icon?: ReactNode | undefined;
}

/** A button with a busy state that keeps the focus while it is disabled. */
export function Button({
  variant,
  size,
  className,
  busy = false,
  busyLabel,
  icon,
  disabled = false,
  type = 'button',
  ref,
  children,
  ...rest
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const merged = useMergedRef(own, ref);
  const inactive = disabled || busy;
  useKeepFocus(own, inactive);
  return (
    <button
      {...rest}
      ref={merged}
      type={type}
      disabled={inactive}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, className })}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

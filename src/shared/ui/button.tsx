import { type ComponentPropsWithRef, type ReactNode, useRef } from 'react';
import { type ButtonLook, buttonClass } from '@/shared/ui/button-class';
import { Spinner } from '@/shared/ui/spinner';
import { useKeepFocus } from '@/shared/ui/use-keep-focus';
import { useMergedRef } from '@/shared/ui/use-merged-ref';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, keyof ButtonLook>, ButtonLook {
  /** Disables the button and shows a spinner while something is pending. */
  busy?: boolean | undefined;
  /** Replaces the label while busy, such as "Saving...". */
  busyLabel?: string | undefined;
  icon?: ReactNode | undefined;
}

/** A button that says what it is busy with, and keeps the focus when it is disabled meanwhile. */
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

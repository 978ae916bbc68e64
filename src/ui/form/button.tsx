import { type ComponentPropsWithRef, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { useMergedRef } from '@/lib/use-merged-ref';
import { cx } from '@/ui/cx';
import { Spinner } from '@/ui/feedback/spinner';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';
type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
}

/** The class names of a button, for other elements that look like one (a link, a menu trigger). */
export function buttonClass({ variant = 'primary', size = 'md', className }: ButtonLook = {}): string {
  return cx('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, className);
}

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

type ButtonLinkProps = Omit<LinkProps, keyof ButtonLook> & ButtonLook;

/** A link inside the app, styled as a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, className })} />;
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

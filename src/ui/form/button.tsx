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

/** The class names of a button, for elements that must look like one (a link, a menu trigger). */
export function buttonClass({ variant = 'primary', size = 'md', className }: ButtonLook = {}): string {
  return cx('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, className);
}

/**
 * Browsers drop the focus of a button that becomes disabled, which throws keyboard users back to the top.
 * Gives the focus back once the button is enabled again, unless it has moved on by then.
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

/** A link inside the app that looks like a button. */
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

import { RotateCw } from 'lucide-react';
import {
  type ComponentPropsWithRef,
  type ReactElement,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { useMergedRef } from '@/lib/hooks';
import { cx } from '@/ui/cx';
import { focusAround, isFocusLost } from '@/ui/layout/focus';
import * as strings from '@/ui/strings';
import { type ButtonLook, buttonClass } from './button-class';

/** Decorative: the text next to it describes what is happening. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className={cx('size-[1.15em] shrink-0 animate-spin', className)}
    >
      <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2.5" opacity=".25" />
      <path
        d="M17.5 10A7.5 7.5 0 0 0 10 2.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Whether an element is in a dialog that does not contain the button. */
const isInDialogOver = (button: HTMLElement, element: unknown): boolean =>
  element instanceof Element &&
  element.closest('[role="dialog"], [role="alertdialog"]')?.contains(button) === false;

/**
 * Whether a disabled button has lost the focus without the user's intent. A press on it moves the focus to what contains
 * it: the body, a dialog or a tab's panel. If the user moved it there with the keyboard, it is visible there.
 */
const isFocusLostBy = (button: HTMLElement): boolean => {
  const { activeElement } = document;
  return (
    isFocusLost() ||
    (activeElement?.contains(button) === true &&
      (activeElement === button || !activeElement.matches(':focus-visible')))
  );
};

/**
 * Browsers move the focus to the body when the focused button is disabled, or when a dialog returns the focus to it
 * while it is disabled. Restores it once the button is enabled again, unless the focus has moved on.
 *
 * @param passesFocusOn whether to move the focus to what surrounds the button when it is removed with the focus
 */
function useRestoredFocus(
  target: RefObject<HTMLElement | null>,
  { disabled, passesFocusOn }: { disabled: boolean; passesFocusOn: boolean },
): void {
  /** Whether it had the focus when it was disabled. */
  const hadFocus = useRef(false);
  /** Whether the focus last moved from the button into a dialog, which will return it. */
  const opensDialog = useRef(false);
  useLayoutEffect(() => {
    const button = target.current;
    if (button === null) return;
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      opensDialog.current = isInDialogOver(button, relatedTarget);
    };
    button.addEventListener('blur', onBlur);
    return () => button.removeEventListener('blur', onBlur);
  }, [target]);
  useLayoutEffect(() => {
    const button = target.current;
    const { activeElement } = document;
    if (button === null) return;
    if (disabled) {
      const willReturn = opensDialog.current && isInDialogOver(button, activeElement);
      hadFocus.current = activeElement === button || willReturn;
      return;
    }
    if (hadFocus.current && isFocusLostBy(button)) button.focus();
    hadFocus.current = false;
  }, [disabled, target]);
  useLayoutEffect(() => {
    const button = target.current;
    if (button === null || !passesFocusOn) return;
    // Runs before the button is removed.
    return () => {
      const hasFocus = document.activeElement === button || (hadFocus.current && isFocusLostBy(button));
      if (hasFocus) focusAround(button);
    };
  }, [passesFocusOn, target]);
}

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, keyof ButtonLook>, ButtonLook {
  /** Disables the button and shows a spinner while something is pending. */
  busy?: boolean | undefined;
  /** Replaces the label while busy, such as "Saving...". */
  busyLabel?: string | undefined;
  icon?: ReactElement | undefined;
  /** If it is removed with the focus, the dialog around it, or else the h1, gets the focus. Default: false. */
  passesFocusOn?: boolean | undefined;
}

/** A button with a busy state that keeps the focus while it is disabled. */
export function Button({
  variant,
  size,
  className,
  busy = false,
  busyLabel,
  icon,
  passesFocusOn = false,
  disabled = false,
  type = 'button',
  ref,
  children,
  ...rest
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const merged = useMergedRef(own, ref);
  const inactive = disabled || busy;
  useRestoredFocus(own, { disabled: inactive, passesFocusOn });
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
      {/* An element of its own, so that the spinner is not inserted before a text that a translation has replaced. */}
      <span className="contents">{busy && busyLabel ? busyLabel : children}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyLabel' | 'aria-label'> {
  /** Describes the action: the accessible name, and the browser's tooltip if there is no shorter `title`. */
  label: string;
  icon: ReactElement;
}

/** A button with only an icon. */
export function IconButton({
  label,
  title = label,
  icon,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      title={title}
      icon={icon}
      className={cx('btn-icon', className)}
    />
  );
}

interface RetryButtonProps {
  size?: 'sm' | undefined;
  busy?: boolean | undefined;
  className?: string | undefined;
  onRetry: () => void;
}

/** Tries something again. It disappears when that works. */
export function RetryButton({ size, busy, className, onRetry }: RetryButtonProps) {
  return (
    <Button
      passesFocusOn
      variant="secondary"
      size={size}
      busy={busy}
      icon={size === 'sm' ? undefined : <RotateCw aria-hidden="true" className="size-4" />}
      className={className}
      onClick={onRetry}
    >
      {strings.retry}
    </Button>
  );
}

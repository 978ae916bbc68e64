import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '@/shared/ui/cx';
import { FieldContext } from '@/shared/ui/field-context';

interface FieldProps {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode | undefined;
  /** The message of the first rule that the value breaks; none means valid. */
  error?: string | undefined;
  required?: boolean | undefined;
  /** Keeps the label for screen readers only, as in a table cell. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
}

/** A label, a control, a hint and an error, wired together. One control goes inside. */
export function Field({
  label,
  children,
  hint,
  error,
  required = false,
  hideLabel = false,
  className,
}: FieldProps) {
  const controlId = useId();
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label
        htmlFor={controlId}
        data-required={required || undefined}
        className={cx('field-label', hideLabel && 'sr-only')}
      >
        {label}
      </label>
      <FieldContext value={{ id: controlId, describedBy, invalid: Boolean(error), required }}>
        {children}
      </FieldContext>
      {error ? (
        <p id={errorId} className="flex items-start gap-1.5 text-caption font-medium text-red">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <div id={hintId} className="text-caption text-ink-2">
          {hint}
        </div>
      ) : null}
    </div>
  );
}

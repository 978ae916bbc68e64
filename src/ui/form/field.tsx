import { CircleAlert, TriangleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { cx } from '@/ui/cx';

/** What a control receives from the Field around it. */
interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

/** Null if a control is used without a Field. */
const FieldContext = createContext<FieldWiring | null>(null);

interface ControlProps {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
  'aria-required'?: boolean | 'true' | 'false' | undefined;
}

/**
 * The attributes that connect a control to the Field around it. The caller's attributes take precedence, and a control
 * also works without a Field.
 */
export function useFieldControl(own: ControlProps): ControlProps {
  const field = useContext(FieldContext);
  if (!field) return {};
  const describedBy = [own['aria-describedby'], field.describedBy].filter(Boolean).join(' ');
  return {
    id: own.id ?? field.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field.invalid || undefined),
    'aria-required': own['aria-required'] ?? (field.required || undefined),
  };
}

interface FieldErrorProps {
  id: string | undefined;
  children: string;
}

/** The message of an invalid field; its control refers to it by `aria-describedby`. The error summary lists it, too. */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} data-field-error="" className="flex items-start gap-1.5 text-caption font-medium text-red">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      {children}
    </p>
  );
}

interface FieldProps {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode | undefined;
  /** The first validation message; none means valid. */
  error?: string | undefined;
  /** A probable mistake that blocks nothing. */
  warning?: string | undefined;
  required?: boolean | undefined;
  /** Shows the label to screen readers only, as in a table cell. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
}

/** A label, one control, an error, a warning and a hint, connected with each other. */
export function Field({
  label,
  children,
  hint,
  error,
  warning,
  required = false,
  hideLabel = false,
  className,
}: FieldProps) {
  const controlId = useId();
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  const warningId = warning ? `${controlId}-warning` : undefined;
  const describedBy = [errorId, warningId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cx('group/field flex min-w-0 flex-col gap-1.5', className)}>
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
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      {warning ? (
        // Hidden while the user types, because a value is doubtful until it is complete. It keeps its space, so that
        // leaving the field moves nothing away from the pointer.
        <p
          id={warningId}
          className="flex items-start gap-1.5 text-caption font-medium text-amber group-focus-within/field:invisible"
        >
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {warning}
        </p>
      ) : null}
      {hint ? (
        <div id={hintId} className="text-caption text-ink-2 wrap-anywhere">
          {hint}
        </div>
      ) : null}
    </div>
  );
}

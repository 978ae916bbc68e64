import { CircleAlert, TriangleAlert } from 'lucide-react';
import {
  type ChangeEvent,
  type ChangeEventHandler,
  type ComponentPropsWithRef,
  createContext,
  type DOMAttributes,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useRef,
} from 'react';
import { asciiDigits, cleanEmail, cleanLines, cleanPhone, cleanText } from '@/contract/clean-text';
import { useMergedRef } from '@/lib/hooks';
import { cx } from '@/ui/cx';
import * as strings from '@/ui/strings';
import { Button } from './button';

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
      <span>{children}</span>
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
          <span>{warning}</span>
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

type Clean = (text: string) => string;

/** How texts of a type or keyboard are cleaned; dates, numbers and others have no text to clean. */
const cleaners: Readonly<Record<string, Clean>> = {
  text: cleanText,
  url: cleanText,
  email: cleanEmail,
  tel: cleanPhone,
  numeric: (text) => asciiDigits(cleanText(text)),
};

/** Replaces the text of a field as if the user had typed it. */
export function retype<Input extends HTMLInputElement | HTMLTextAreaElement>(
  event: SyntheticEvent<Input>,
  text: string,
  onChange: ChangeEventHandler<Input> | undefined,
): void {
  const input = event.currentTarget;
  if (input.value === text) return;
  input.value = text;
  onChange?.({ ...event, type: 'change', target: input } as ChangeEvent<Input>);
}

type CleanedHandlers<Input> = Pick<DOMAttributes<Input>, 'onBlur' | 'onKeyDown'> & {
  onChange?: ChangeEventHandler<Input> | undefined;
};

/**
 * Cleans what the user has typed or pasted once they leave the field or press Enter, so that the field shows what is sent.
 * A value that they don't touch stays as it is.
 */
function useCleaned<Input extends HTMLInputElement | HTMLTextAreaElement>(
  clean: Clean | undefined,
  { onChange, onBlur, onKeyDown }: CleanedHandlers<Input>,
): CleanedHandlers<Input> {
  const isTyped = useRef(false);
  const end = (event: SyntheticEvent<Input>) => {
    if (clean !== undefined && isTyped.current) retype(event, clean(event.currentTarget.value), onChange);
    isTyped.current = false;
  };
  return {
    onChange: (event) => {
      isTyped.current = true;
      onChange?.(event);
    },
    onBlur: (event) => {
      end(event);
      onBlur?.(event);
    },
    onKeyDown: (event) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(event);
      onKeyDown?.(event);
    },
  };
}

export interface TextInputProps extends ComponentPropsWithRef<'input'> {
  /** How its text is cleaned; defaults to what its type or keyboard needs. */
  clean?: Clean | undefined;
}

/**
 * A single-line text field, connected to the `Field` around it. By default the browser doesn't store what is typed:
 * its form history would show it to the next user of the computer, also after a logout.
 */
export function TextInput({ className, type = 'text', clean, ...rest }: TextInputProps) {
  const kind = type === 'text' ? (rest.inputMode ?? type) : type;
  const handlers = useCleaned(clean ?? cleaners[kind], rest);
  return (
    <input
      autoComplete="off"
      {...rest}
      {...handlers}
      {...useFieldControl(rest)}
      type={type}
      className={cx('control', className)}
    />
  );
}

/** A multi-line text field, connected to the `Field` around it. The browser doesn't store what is typed. */
export function TextArea({ className, rows = 4, ...rest }: ComponentPropsWithRef<'textarea'>) {
  const { onChange, onBlur } = useCleaned(cleanLines, rest);
  return (
    <textarea
      autoComplete="off"
      {...rest}
      {...{ onChange, onBlur }}
      {...useFieldControl(rest)}
      rows={rows}
      className={cx('control min-h-24 resize-y', className)}
    />
  );
}

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  /** Text next to the box. Without it pass `aria-label`. */
  label?: ReactNode | undefined;
  /** Some, but not all, of the items it represents are selected. */
  indeterminate?: boolean | undefined;
}

/** A checkbox, with a label or for a table cell, with a touch-sized target in both cases. */
export function Checkbox({ label, indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const own = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(own, ref);
  const wiring = useFieldControl(rest);
  const madeId = useId();
  const id = wiring.id ?? rest.id ?? madeId;
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const box = <input {...rest} {...wiring} id={id} ref={merged} type="checkbox" className="checkbox" />;
  // The padding makes the target 44 px tall in both cases; the box itself is 20 px.
  if (label === undefined) {
    return <span className={cx('inline-grid size-9 place-items-center', className)}>{box}</span>;
  }
  return (
    <label htmlFor={id} className={cx('flex min-h-11 items-start gap-3 py-2.5 text-sm', className)}>
      {box}
      <span>{label}</span>
    </label>
  );
}

interface SelectProps extends ComponentPropsWithRef<'select'> {
  options: readonly { value: string; label: string }[];
  /** The text of the empty option; omit it for no empty option. */
  placeholder?: string | undefined;
  /** The stored value: it is shown as it is if it is none of the options, as an imported one may be. */
  stored?: string | undefined;
}

/** The native select, which is the easiest to use on phones. */
export function Select({ options, placeholder, stored = '', className, ...rest }: SelectProps) {
  const isOther = stored !== '' && options.every(({ value }) => value !== stored);
  const all = isOther ? [...options, { value: stored, label: stored }] : options;
  return (
    <select {...rest} {...useFieldControl(rest)} className={cx('control', className)}>
      {placeholder === undefined ? null : <option value="">{placeholder}</option>}
      {all.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** The query result of the list behind a select. */
interface RemoteList<Item> {
  readonly data?: readonly Item[] | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  refetch(): void;
}

interface RemoteSelectFieldProps<Item> {
  label: string;
  name: string;
  /** The message if the list could not be loaded. */
  notLoaded: string;
  list: RemoteList<Item>;
  toOption: (item: Item) => { value: string; label: string };
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  error?: string | undefined;
  required?: boolean;
  hint?: ReactNode;
  className?: string;
}

/** A select whose options come from the server, with loading and retry states. */
export function RemoteSelectField<Item>({
  label,
  name,
  notLoaded,
  list: { data, isError, isFetching, refetch },
  toOption,
  value,
  onChange,
  placeholder,
  error,
  required = false,
  hint,
  className,
}: RemoteSelectFieldProps<Item>) {
  const select = useRef<HTMLSelectElement>(null);
  const retry = () => {
    // The button disappears, and would lose the focus.
    select.current?.focus();
    refetch();
  };
  const failed = isError && !isFetching && (
    <span role="alert">
      <span>{notLoaded}</span>{' '}
      <Button variant="link" size="sm" onClick={retry}>
        {strings.retry}
      </Button>
    </span>
  );
  return (
    <Field label={label} required={required} error={error} hint={failed || hint} className={className}>
      <Select
        ref={select}
        name={name}
        placeholder={isFetching && data === undefined ? strings.loading : placeholder}
        // A select drops a value that has no option yet.
        value={data === undefined ? '' : value}
        onChange={(event) => onChange(event.target.value)}
        options={(data ?? []).map(toOption)}
      />
    </Field>
  );
}

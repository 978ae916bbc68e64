import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '@/ui/cx';
import * as strings from '@/ui/strings';
import { Button } from './button';
import { Field, useFieldControl } from './field';

interface SelectProps extends ComponentPropsWithRef<'select'> {
  options: readonly { value: string; label: string }[];
  /** The text of the empty option; omit it for no empty option. */
  placeholder?: string | undefined;
}

/** The native select, which is the easiest to use on phones. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <select {...rest} {...useFieldControl(rest)} className={cx('control', className)}>
      {placeholder === undefined ? null : <option value="">{placeholder}</option>}
      {options.map((option) => (
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
  const failed = isError && !isFetching && (
    <span role="alert">
      {notLoaded}{' '}
      <Button variant="link" size="sm" onClick={() => refetch()}>
        {strings.retry}
      </Button>
    </span>
  );
  return (
    <Field label={label} required={required} error={error} hint={failed || hint} className={className}>
      <Select
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

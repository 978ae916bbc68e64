import type { ReactNode } from 'react';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';

/** The state of a list that a select offers, as a query hook gives it. */
interface RemoteList<Item> {
  readonly data?: readonly Item[] | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  refetch(): void;
}

interface RemoteSelectFieldProps<Item> {
  label: string;
  name: string;
  /** What is chosen from, such as "providers". */
  what: string;
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

/** A select whose options come from the server: says when they are on their way, and offers to fetch them again. */
export function RemoteSelectField<Item>({
  label,
  name,
  what,
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
      We couldn’t load the {what}.{' '}
      <Button variant="link" size="sm" onClick={() => refetch()}>
        Try again
      </Button>
    </span>
  );
  return (
    <Field
      label={label}
      required={required}
      error={error}
      hint={failed || hint}
      {...(className === undefined ? {} : { className })}
    >
      <Select
        name={name}
        placeholder={isFetching && data === undefined ? 'Loading...' : placeholder}
        // A select forgets a value that has no option yet.
        value={data === undefined ? '' : value}
        onChange={(event) => onChange(event.target.value)}
        options={(data ?? []).map(toOption)}
      />
    </Field>
  );
}

import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/shared/ui/cx';
import { useFieldControl } from '@/shared/ui/field-context';

interface SelectProps extends ComponentPropsWithRef<'select'> {
  options: readonly { value: string; label: string }[];
  /** The text of the empty choice; without it there is none. */
  placeholder?: string | undefined;
}

/** The browser's own select: on a phone nothing built by hand is as easy to use. */
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

import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/ui/cx';
import { useFieldControl } from './field';

export type TextInputProps = ComponentPropsWithRef<'input'>;

/** A single-line text field, connected to the `Field` around it. */
export function TextInput({ className, type = 'text', ...rest }: TextInputProps) {
  return <input {...rest} {...useFieldControl(rest)} type={type} className={cx('control', className)} />;
}

/** A multi-line text field, connected to the `Field` around it. */
export function TextArea({ className, rows = 4, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return (
    <textarea
      {...rest}
      {...useFieldControl(rest)}
      rows={rows}
      className={cx('control min-h-24 resize-y', className)}
    />
  );
}

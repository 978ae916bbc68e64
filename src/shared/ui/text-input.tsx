import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/shared/ui/cx';
import { useFieldControl } from '@/shared/ui/field-context';

export type TextInputProps = ComponentPropsWithRef<'input'>;

/** Text of one line, wired to the label and the error of the `Field` around it. */
export function TextInput({ className, type = 'text', ...rest }: TextInputProps) {
  return <input {...rest} {...useFieldControl(rest)} type={type} className={cx('control', className)} />;
}

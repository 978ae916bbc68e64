import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/shared/ui/cx';
import { useFieldControl } from '@/shared/ui/field-context';

/** Text of several lines, wired to the label and the error of the `Field` around it. */
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

import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react';
import { useMergedRef } from '@/lib/use-merged-ref';
import { cx } from '@/ui/cx';
import { useFieldControl } from './field';

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

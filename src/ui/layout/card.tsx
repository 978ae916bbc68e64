import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/ui/cx';

type CardProps = ComponentPropsWithRef<'div'> & { as?: 'div' | 'section' | 'li' };

/** A surface that groups related content; `as` sets its semantic element. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  // The four tags share every prop passed on; only the element type of `ref` differs.
  const Element = Tag as 'div';
  return <Element {...rest} className={cx('card', className)} />;
}

import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/ui/cx';

type CardProps = ComponentPropsWithRef<'div'> & { as?: 'div' | 'section' | 'article' | 'li' };

/** The surface that groups what belongs together; `as` gives it the element that it means. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  // The four tags share every prop that we pass on; only the element type of `ref` differs.
  const Element = Tag as 'div';
  return <Element {...rest} className={cx('card', className)} />;
}

import type { ComponentPropsWithRef, ReactNode } from 'react';
import { longest } from '@/contract/constants';
import { shorten } from '@/contract/fields';
import { cx } from '@/ui/cx';
import * as strings from '@/ui/strings';

type CardProps = ComponentPropsWithRef<'div'> & { as?: 'div' | 'section' | 'li' };

/** A surface that groups related content; `as` sets its semantic element. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  // The four tags share every prop passed on; only the element type of `ref` differs.
  const Element = Tag as 'div';
  return <Element {...rest} className={cx('card', className)} />;
}

interface FactListProps {
  facts: readonly { readonly term: string; readonly value: string }[];
}

/** Read-only facts about a person, such as name and email. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-card bg-sunken px-4 py-3 text-sm grid-cols-[auto_1fr]">
      {facts.map(({ term, value }) => (
        <div key={term} className="contents">
          <dt className="font-semibold text-ink-2">{term}</dt>
          <dd className="min-w-0 break-words">{shorten(value, longest.name) || strings.notGiven}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An email address that breaks after its @ if the column is too narrow, and elsewhere only if needed. */
export function EmailAddress({ children }: { children: string }) {
  const afterAt = children.lastIndexOf('@') + 1;
  return (
    <span key={children} className="min-w-0 text-ink-2 wrap-anywhere">
      {children.slice(0, afterAt)}
      <wbr />
      {children.slice(afterAt)}
    </span>
  );
}

/** Text for screen readers only, where the layout already conveys it visually. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}

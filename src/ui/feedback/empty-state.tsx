import type { ReactNode } from 'react';
import { PetalMark } from '@/ui/art/logo';
import { cx } from '@/ui/cx';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode | undefined;
  action?: ReactNode | undefined;
  className?: string | undefined;
}

/** Shown instead of an empty list, so that "none" is not mistaken for "not loaded"; may offer an action. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      <PetalMark className="size-14 text-plum opacity-70" />
      <p className="text-lg font-semibold">{title}</p>
      {children ? <div className="max-w-md text-ink-2">{children}</div> : null}
      {action}
    </div>
  );
}

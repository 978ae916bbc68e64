import type { ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';

interface PageTitleProps {
  children: ReactNode;
  description?: ReactNode | undefined;
  actions?: ReactNode | undefined;
  className?: string | undefined;
}

/** The one h1 of a page. It can take the focus, so that a route change lands on it (see FocusOnRouteChange). */
export function PageTitle({ children, description, actions, className }: PageTitleProps) {
  return (
    <div className={cx('flex flex-wrap items-end justify-between gap-x-6 gap-y-3', className)}>
      <div className="max-w-2xl">
        <h1 tabIndex={-1} className="font-display text-h1 font-medium tracking-[-0.015em]">
          {children}
        </h1>
        {description ? <p className="mt-2 text-ink-2">{description}</p> : null}
      </div>
      {actions}
    </div>
  );
}

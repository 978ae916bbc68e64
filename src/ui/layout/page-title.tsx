import type { ReactNode } from 'react';

interface PageTitleProps {
  children: ReactNode;
  description?: ReactNode | undefined;
  className?: string | undefined;
}

/** The page's h1. It is focusable, so that a route change can focus it (see FocusOnRouteChange). */
export function PageTitle({ children, description, className }: PageTitleProps) {
  return (
    <div className={className}>
      <div className="max-w-2xl">
        <h1 tabIndex={-1} className="font-display text-h1 font-medium tracking-[-0.015em]">
          {children}
        </h1>
        {description ? <p className="mt-2 text-ink-2">{description}</p> : null}
      </div>
    </div>
  );
}

import { type ReactNode, useEffect } from 'react';
import { pageTitle } from '@/lib/brand';

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

/**
 * Sets the document title while mounted.
 *
 * @param page the name of the page; absent for the landing page
 */
export function useDocumentTitle(page?: string): void {
  useEffect(() => {
    document.title = pageTitle(page);
  }, [page]);
}

import type { ReactNode } from 'react';
import { PublicFooter } from '@/shared/layout/public-footer';
import { PublicHeader } from '@/shared/layout/public-header';
import { SkipLink } from '@/shared/ui/skip-link';

/** Top bar, content and footer of every public page. The content brings its own width. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PublicHeader />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}

import type { ReactNode } from 'react';
import { later } from '@/shared/ui/later';
import { SkipLink } from '@/shared/ui/skip-link';

// Links work before their code is there; only menus wait for it. So the page itself comes first.
const header = later(
  async () => (await import('@/shared/layout/public-header')).PublicHeader,
  <div className="box-content h-16 border-b border-line/70" />,
);
const footer = later(async () => (await import('@/shared/layout/public-footer')).PublicFooter);

/** Top bar, content and footer of every public page. The content brings its own width. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {header}
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {footer}
    </div>
  );
}

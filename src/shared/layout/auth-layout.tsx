import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo } from '@/shared/art/logo';
import { BrandPanel } from '@/shared/layout/brand-panel';
import { ThemeSwitch } from '@/shared/theme/theme-switch';
import { cx } from '@/shared/ui/cx';
import { PageTitle } from '@/shared/ui/page-title';
import { SkipLink } from '@/shared/ui/skip-link';

interface AuthLayoutProps {
  /** The h1. */
  title: ReactNode;
  description?: ReactNode;
  /** "narrow" is 480 px, for a few fields; "wide" is for forms with two columns. */
  width?: 'narrow' | 'wide';
  /** Below the form, such as a link to the other way in. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Sign-up, login and the like: a brand panel and a form side by side, a card on tablets, one column on phones. */
export function AuthLayout({ title, description, width = 'narrow', footer, children }: AuthLayoutProps) {
  const measure = width === 'narrow' ? 'max-w-120' : 'max-w-176';
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[5fr_7fr]">
      <SkipLink />
      <BrandPanel />
      <div className="flex min-h-dvh flex-col max-lg:glow">
        <header className="flex min-h-16 items-center justify-between px-4 sm:px-6 lg:px-8">
          <Link to="/" className="rounded-control text-plum no-underline lg:invisible">
            <Logo />
          </Link>
          <ThemeSwitch />
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="flex flex-1 flex-col px-4 pt-4 pb-[calc(3rem+var(--badge-room,0px))] sm:px-6 md:justify-center"
        >
          <div
            className={cx(
              'mx-auto w-full md:max-lg:rounded-card md:max-lg:border md:max-lg:border-line md:max-lg:bg-surface md:max-lg:p-10 md:max-lg:shadow-3',
              measure,
            )}
          >
            <PageTitle description={description}>{title}</PageTitle>
            <div className="mt-8">{children}</div>
            {footer ? (
              <div className="mt-8 border-t border-line pt-6 text-sm text-ink-2">{footer}</div>
            ) : null}
          </div>
        </main>
      </div>
    </div>
  );
}

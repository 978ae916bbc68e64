import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo } from '@/ui/art/logo';
import { Petals } from '@/ui/art/petals';
import { Scene, type SceneName } from '@/ui/art/scene';
import { cx } from '@/ui/cx';
import { SkipLink } from '@/ui/layout/links';
import { PageTitle } from '@/ui/layout/page-title';
import * as strings from './strings';
import { ThemeSwitch } from './theme-switch';

const promises = [strings.plainBox, strings.yourDecision, strings.followed];

/** The dark half of the sign-in pages. Hidden below 1024 px, where the form needs the width. */
function BrandPanel({ scene }: { scene: SceneName }) {
  return (
    <aside aria-label={strings.about} className="dusk grain relative hidden overflow-hidden lg:block">
      <div className="sticky top-0 flex min-h-dvh flex-col p-10 xl:p-14">
        <Petals className="absolute -right-48 top-10 w-160 rotate-12 text-peach opacity-70" />
        <Link to="/" className="relative self-start rounded-control text-on-dusk no-underline">
          <Logo />
        </Link>
        <div className="relative mt-auto">
          <Scene name={scene} className="mb-8 h-[min(20rem,34dvh)] max-w-full" />
          <p className="max-w-120 font-display text-h1 font-medium tracking-[-0.02em] text-balance">
            {strings.panelTitle}
          </p>
          <ul className="mt-6 space-y-2.5 text-on-dusk-2">
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-3">
                <Check aria-hidden="true" className="size-4.5 text-art-blush" strokeWidth={2.5} />
                {promise}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </aside>
  );
}

interface AuthLayoutProps {
  /** The h1. */
  title: ReactNode;
  description?: ReactNode;
  /** "narrow" is 480 px, for a few fields; "wide" is for forms with two columns. */
  width?: 'narrow' | 'wide';
  /** The illustration beside the form: what this page is about. */
  scene?: SceneName;
  /** Rendered below the form, such as a link to sign-up or login. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Layout of sign-up, login and similar pages: a brand panel next to the form (hidden below 1024 px). */
export function AuthLayout({
  title,
  description,
  width = 'narrow',
  scene = 'street',
  footer,
  children,
}: AuthLayoutProps) {
  const measure = width === 'narrow' ? 'max-w-120' : 'max-w-176';
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[5fr_7fr]">
      <SkipLink />
      <BrandPanel scene={scene} />
      <div className="flex min-h-dvh flex-col max-lg:glow">
        <header className="flex min-h-16 flex-wrap items-center justify-between px-4 sm:px-6 lg:px-8">
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

/** Shown above a prerendered form when the browser runs no scripts, because the form can't be submitted then. */
export const NeedsScript = () => (
  <noscript>
    <p className="notice mb-6 border-amber/30 bg-amber-soft">{strings.needsScript}</p>
  </noscript>
);

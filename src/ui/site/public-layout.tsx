import { ChevronDown, CircleUserRound, LogIn, Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { brand } from '@/lib/brand';
import { appClock } from '@/lib/clock';
import { useHydrated } from '@/lib/hooks';
import { Logo } from '@/ui/art/logo';
import { Petals } from '@/ui/art/petals';
import { NavMenu } from '@/ui/dialog/nav-menu';
import { buttonClass } from '@/ui/form/button-class';
import { ButtonLink, ExternalLink, SkipLink } from '@/ui/layout/links';
import { footerLinks, services } from './site-links';
import * as strings from './strings';
import { ThemeSwitch } from './theme-switch';

/** All links of the top bar and the footer in one menu, for phones. */
function MobileMenu({ buttonClassName }: { buttonClassName: string }) {
  return (
    <nav aria-label={strings.main}>
      <NavMenu
        align="end"
        accessibleName={strings.menu}
        buttonClassName={buttonClassName}
        panelClassName="w-64"
        label={<Menu aria-hidden="true" className="size-5.5" />}
      >
        <li className="px-3 pt-2 pb-1 text-caption font-semibold text-ink-3">{strings.forProviders}</li>
        {services.map((service) => (
          <li key={service}>
            <Link to="/info" className="menu-item">
              {service}
            </Link>
          </li>
        ))}
        <li aria-hidden="true" className="mx-3 my-1.5 border-t border-line" />
        {footerLinks.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="menu-item">
              {label}
            </Link>
          </li>
        ))}
      </NavMenu>
    </nav>
  );
}

const iconLook = buttonClass({ variant: 'ghost', className: 'btn-icon' });

/** The top bar of the public pages. §2, "Landing page" and "/info". */
function PublicHeader() {
  return (
    <header
      data-print="hidden"
      data-top-bar=""
      className="top-0 z-30 border-b tall:sticky border-line/70 bg-canvas/90 backdrop-blur-md"
    >
      <div className="page-container flex min-h-16 flex-wrap items-center gap-2">
        <Link to="/" className="me-auto rounded-control text-plum no-underline md:me-6">
          <Logo />
        </Link>
        <nav aria-label={strings.main} className="me-auto hidden md:block">
          <NavMenu
            buttonClassName={buttonClass({ variant: 'ghost', className: 'text-ink font-medium' })}
            label={
              <>
                <span>{strings.forProviders}</span>
                <ChevronDown aria-hidden="true" className="size-4" />
              </>
            }
          >
            {services.map((service) => (
              <li key={service}>
                <Link to="/info" className="menu-item">
                  {service}
                </Link>
              </li>
            ))}
          </NavMenu>
        </nav>
        <ThemeSwitch />
        <div className="hidden items-center gap-2 md:flex">
          <Link to="/login" className={buttonClass({ variant: 'ghost', className: 'text-ink font-medium' })}>
            <LogIn aria-hidden="true" className="size-5" />
            {strings.logIn}
          </Link>
          <ButtonLink to="/signup">{strings.signUp}</ButtonLink>
        </div>
        <div className="flex items-center md:hidden">
          <NavMenu
            align="end"
            accessibleName={strings.account}
            buttonClassName={iconLook}
            label={<CircleUserRound aria-hidden="true" className="size-5.5" />}
          >
            <li>
              <Link to="/login" className="menu-item">
                {strings.login}
              </Link>
            </li>
            <li>
              <Link to="/signup" className="menu-item">
                {strings.signUp}
              </Link>
            </li>
          </NavMenu>
          <MobileMenu buttonClassName={iconLook} />
        </div>
      </div>
    </header>
  );
}

const linkLook =
  'inline-block py-1.5 text-on-dusk-2 no-underline hover:text-on-dusk hover:underline underline-offset-4';

/** The footer of the public pages (§2). */
function PublicFooter() {
  // Prerendered pages name no year, so that a build has the same bytes in every year.
  const year = useHydrated() ? new Date(appClock.calendarNow()).getFullYear() : null;
  return (
    <footer data-print="hidden" className="dusk grain relative overflow-hidden">
      <Petals className="absolute -right-24 -bottom-8 w-136 text-peach opacity-60" />
      <div className="page-container relative flex flex-wrap gap-x-[min(5rem,10vw)] gap-y-10 py-14">
        <div className="grow basis-72">
          <Logo className="text-on-dusk" />
          <p className="mt-3 max-w-72 text-on-dusk-2">{strings.footerLead}</p>
          <a href={`mailto:${brand.contactEmail}`} className={`mt-3 ${linkLook}`}>
            {brand.contactEmail}
          </a>
        </div>
        <nav aria-label={strings.footer} className="max-md:w-full">
          <ul className="grid grid-cols-2 gap-x-8 md:grid-cols-1">
            {footerLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={linkLook}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ul aria-label={strings.socialMedia} className="flex flex-wrap gap-x-8 max-md:w-full md:block">
          {brand.socialLinks.map(({ name, url }) => (
            <li key={name}>
              <ExternalLink href={url} className={linkLook}>
                {name}
              </ExternalLink>
            </li>
          ))}
        </ul>
      </div>
      <div className="page-container relative pb-[calc(2rem+var(--badge-room,0px))] text-caption text-on-dusk-2">
        <p className="border-t border-white/15 pt-6">{strings.copyright(year)}</p>
      </div>
    </footer>
  );
}

/** Top bar, content and footer of every public page. The content sets its own width. */
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

import { ChevronDown, CircleUserRound, LogIn } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Logo } from '@/shared/art/logo';
import * as fixed from '@/shared/layout/fixed-strings';
import { MobileMenu } from '@/shared/layout/mobile-menu';
import { services } from '@/shared/layout/site-links';
import * as strings from '@/shared/layout/strings';
import { ThemeSwitch } from '@/shared/theme/theme-switch';
import { buttonClass } from '@/shared/ui/button-class';
import { ButtonLink } from '@/shared/ui/button-link';
import { NavMenu } from '@/shared/ui/nav-menu';

const iconLook = buttonClass({ variant: 'ghost', className: 'btn-icon' });

/** The top bar of the public pages. SPEC §2, "Landing page" and "/info". */
export function PublicHeader() {
  return (
    <header
      data-print="hidden"
      className="top-0 z-30 border-b tall:sticky border-line/70 bg-canvas/90 backdrop-blur-md"
    >
      <div className="page-container flex min-h-16 items-center gap-2">
        <Link to="/" className="me-auto rounded-control text-plum no-underline md:me-6">
          <Logo />
        </Link>
        <nav aria-label={strings.main} className="me-auto hidden md:block">
          <NavMenu
            buttonClassName={buttonClass({ variant: 'ghost', className: 'text-ink font-medium' })}
            label={
              <>
                {fixed.forProviders}
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
            {fixed.logIn}
          </Link>
          <ButtonLink to="/signup">{fixed.signUp}</ButtonLink>
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
                {fixed.login}
              </Link>
            </li>
            <li>
              <Link to="/signup" className="menu-item">
                {fixed.signUp}
              </Link>
            </li>
          </NavMenu>
          <MobileMenu buttonClassName={iconLook} />
        </div>
      </div>
    </header>
  );
}

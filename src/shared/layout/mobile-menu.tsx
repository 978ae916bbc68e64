import { Menu } from 'lucide-react';
import { Link } from 'react-router-dom';
import * as fixed from '@/shared/layout/fixed-strings';
import { footerLinks, services } from '@/shared/layout/site-links';
import * as strings from '@/shared/layout/strings';
import { NavMenu } from '@/shared/ui/nav-menu';

/** Everything that the wide top bar and the footer lead to, behind one button, for phones. */
export function MobileMenu({ buttonClassName }: { buttonClassName: string }) {
  return (
    <nav aria-label={strings.main}>
      <NavMenu
        align="end"
        accessibleName={strings.menu}
        buttonClassName={buttonClassName}
        panelClassName="w-64"
        label={<Menu aria-hidden="true" className="size-5.5" />}
      >
        <li className="px-3 pt-2 pb-1 text-caption font-semibold text-ink-3">{fixed.forProviders}</li>
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

import { Link } from 'react-router-dom';
import { Logo } from '@/shared/art/logo';
import { Petals } from '@/shared/art/petals';
import { brand } from '@/shared/brand';
import { footerLinks } from '@/shared/layout/site-links';
import * as strings from '@/shared/layout/strings';
import { ExternalLink } from '@/shared/ui/external-link';
import { useHydrated } from '@/shared/ui/use-hydrated';

const linkLook =
  'inline-block py-1.5 text-on-dusk-2 no-underline hover:text-on-dusk hover:underline underline-offset-4';

/** The foot of the public pages, SPEC §2. */
export function PublicFooter() {
  // A page that was drawn last year is taken over as it was drawn, and then set right.
  const year = useHydrated() ? new Date().getFullYear() : __BUILT_IN_YEAR__;
  return (
    <footer data-print="hidden" className="dusk grain relative overflow-hidden">
      <Petals className="absolute -right-24 -bottom-8 w-136 text-peach opacity-60" />
      <div className="page-container relative grid gap-10 py-14 md:grid-cols-[1fr_auto_auto] md:gap-20">
        <div>
          <Logo className="text-on-dusk" />
          <p className="mt-3 max-w-72 text-on-dusk-2">{strings.footerLead}</p>
          <a href={`mailto:${brand.contactEmail}`} className={`mt-3 ${linkLook}`}>
            {brand.contactEmail}
          </a>
        </div>
        <nav aria-label={strings.footer}>
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
        <ul aria-label={strings.socialMedia} className="flex flex-wrap gap-x-8 md:block">
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

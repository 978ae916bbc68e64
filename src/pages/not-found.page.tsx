import { Link } from 'react-router-dom';
import { brand } from '@/lib/brand';
import { Scene } from '@/ui/art/scene';
import { ButtonLink } from '@/ui/layout/links';
import { PageTitle } from '@/ui/layout/page-title';
import { PublicLayout } from '@/ui/site/public-layout';
import * as strings from './strings';

const places = [
  { to: '/info', name: strings.forClinics, text: strings.forClinicsText },
  { to: '/signup', name: strings.signUp, text: strings.signUpText },
  { to: '/forgot-password', name: strings.newPassword, text: strings.newPasswordText },
];

/** Shown for any unknown path. */
export function NotFoundPage() {
  return (
    <PublicLayout>
      <div className="page-container grid grid-cols-1 items-center gap-12 py-14 lg:grid-cols-2 lg:py-20">
        <div>
          <PageTitle description={strings.mistyped}>{strings.pageNotFound}</PageTitle>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/">{strings.toStart}</ButtonLink>
            <ButtonLink to="/login" variant="secondary">
              {strings.logIn}
            </ButtonLink>
          </div>
          <ul className="mt-10 max-w-136 divide-y divide-line border-y border-line">
            {places.map(({ to, name, text }) => (
              <li key={to} className="py-4">
                <Link to={to} className="text-link">
                  {name}
                </Link>
                <p className="text-sm text-ink-2">{text}</p>
              </li>
            ))}
          </ul>
          <p className="mt-6 max-w-136 text-sm text-ink-2">
            <span>{strings.fromMail}</span>{' '}
            <a href={`mailto:${brand.contactEmail}`} className="text-link">
              {brand.contactEmail}
            </a>
          </p>
        </div>
        <Scene name="street" className="mx-auto w-full max-w-120 max-lg:order-first max-lg:max-w-72" />
      </div>
    </PublicLayout>
  );
}

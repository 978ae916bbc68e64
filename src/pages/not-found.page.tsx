import { ButtonLink } from '@/ui/layout/links';
import { PageTitle } from '@/ui/layout/page-title';
import { PublicLayout } from '@/ui/site/public-layout';
import * as strings from './strings';

/** Shown for any unknown path. */
export function NotFoundPage() {
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-[1200px] px-5 py-24 sm:px-8">
        <PageTitle description={strings.mistyped}>{strings.pageNotFound}</PageTitle>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/">{strings.toStart}</ButtonLink>
          <ButtonLink to="/login" variant="secondary">
            {strings.logIn}
          </ButtonLink>
        </div>
      </div>
    </PublicLayout>
  );
}
